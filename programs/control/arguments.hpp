// SPDX-License-Identifier: Apache-2.0
// The command line of orbweaver-control.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/control/tap.hpp>
#include <orbweaver/control/verbs.hpp>
#include <orbweaver/control/versions.hpp>

#include <functional>
#include <string>
#include <vector>

namespace orbweaver::control {

struct ControlArguments {
  DomainChoice domain;
  std::vector<std::string> orb;  // options of the ORB
  bool as_json = false;
  bool is_tap = false;  // the verb is `tap`, which handles signals itself
  std::function<Report(const Domain&)> verb;
};

/// Returns "orbweaver apps", which begins an error line.
[[nodiscard]] std::string command_of(int argc, char** argv);

/// Whether the words ask for JSON. If so, errors about the words are JSON, too.
[[nodiscard]] bool wants_json(int argc, char** argv);

/// Fails: with the exit status, if help was printed. Throws Failed for wrong words.
[[nodiscard]] Result<ControlArguments, int> parse_arguments(int argc, char** argv);

}  // namespace orbweaver::control
