// SPDX-License-Identifier: Apache-2.0
// The command line of orbweaver-node.
#pragma once
#include <orbweaver/node/node.hpp>
#include <orbweaver/program/options.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::node {

struct NodeArguments {
  std::filesystem::path dcd;
  std::optional<std::filesystem::path> root;
  /// How the domain manager is found; none: as the DCD says.
  std::optional<profile::FindBy> domain;
  bool names_naming_service = false;  // by -ORBInitRef
  program::Parameters orb;            // of every program: -ORBNAME, VALUE
  std::vector<std::string> own_orb;   // options of the node's ORB
  std::vector<std::pair<std::string, std::filesystem::path>> mounts;
  bool read_only = false;     // no client changes the mounts
  std::filesystem::path log;  // a file; empty: no log records are kept
  Connecting connecting = Connecting::by_node;
  unsigned most_restarts = 5;  // of a device or service, in a row; 0: without a limit
  Nanoseconds registration_timeout{}, call_timeout{}, grace{}, domain_check{}, restart_after{};
};

/// Fails: with the exit status, after a line for the user.
[[nodiscard]] Result<NodeArguments, int> parse_arguments(int argc, char** argv);

}  // namespace orbweaver::node
