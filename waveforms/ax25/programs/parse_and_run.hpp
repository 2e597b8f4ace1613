// SPDX-License-Identifier: Apache-2.0
// What the programs of this folder share: usage errors in one line.
#pragma once

#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <orbweaver/os/standard_streams.hpp>

namespace orbweaver::ax25 {

inline constexpr int kBadInput = 2;

/// Prints the line under the program's name; gives the exit status.
inline int fail(const CLI::App& app, const std::string& line) {
  os::print_error(fmt::format("{}: {}\n", app.get_name(), line));
  return kBadInput;
}

/// Gives `run()`'s status, or that of wrong usage in one line.
template <class Run>
int parse_and_run(CLI::App& app, int argc, char** argv, Run run) {
  os::begin_standard_streams();
  app.failure_message([](const CLI::App* program, const CLI::Error& error) {
    return fmt::format("{}: {}; see --help\n", program->get_name(), error.what());
  });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kBadInput;
  }
  return run();
}

}  // namespace orbweaver::ax25
