// SPDX-License-Identifier: Apache-2.0
// The frame of every peer program: options in, exit status out, each failure as one line.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <string>

namespace peer {

/// Parses the command line and runs `body`.
/// Returns the exit status: body's own, 1 after an `error` line, 2 for wrong options.
int run_program(CLI::App& app, int argc, char** argv, const std::string& name,
                const std::function<int()>& body);

}  // namespace peer
