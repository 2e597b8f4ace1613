// SPDX-License-Identifier: Apache-2.0
// The options of TLS in CONTRACT.md: a file of each ORB of the classic mapping turns them into the
// ORB's own.
#pragma once
#include "orb_options.hpp"

#include <CLI/CLI.hpp>

namespace peer {

/// An ORB whose programs here know no TLS adds nothing, so that they refuse the options. `options`
/// outlives the parsing of the command line.
void add_tls_options(CLI::App& app, OrbOptions& options);

}  // namespace peer
