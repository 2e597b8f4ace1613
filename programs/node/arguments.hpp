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
  /// How to find the domain manager; nothing: as the DCD says.
  std::optional<profile::FindBy> domain;
  bool names_naming_service = false;  // by -ORBInitRef
  program::Parameters orb;            // for every program: -ORBNAME, VALUE
  std::vector<std::string> own_orb;   // options of the node's ORB
  std::vector<std::pair<std::string, std::filesystem::path>> mounts;
  bool read_only = false;     // clients cannot change the mounted folders
  std::filesystem::path log;  // a file; empty: log records are not stored
  Connecting connecting = Connecting::by_node;
  unsigned most_restarts = 5;  // of a device or service, in a row; 0: no limit
  Nanoseconds registration_timeout{}, call_timeout{}, grace{}, domain_check{}, restart_after{};
};

/// Fails: with the exit status, after an error line.
[[nodiscard]] Result<NodeArguments, int> parse_arguments(int argc, char** argv);

}  // namespace orbweaver::node
