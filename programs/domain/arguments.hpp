// SPDX-License-Identifier: Apache-2.0
// The command line of orbweaver-domain.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/domain/embedded_domain.hpp>
#include <orbweaver/program/options.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace orbweaver::domain {

struct ManagerArguments {
  std::string name = "Orbweaver";
  std::filesystem::path root;
  bool read_only = false;  // clients cannot change files below root
  std::string naming;      // a reference; empty: the built-in naming service alone
  std::map<std::string, std::string> event_channels;  // references, by name
  std::filesystem::path state;                        // a file; empty: no state is stored
  std::filesystem::path wanted;  // a file; empty: no applications are kept running
  std::filesystem::path log;     // a file; empty: log records are not stored
  OnRestart on_restart = OnRestart::adopt;
  Nanoseconds restart_timeout = std::chrono::seconds{30};
  std::vector<std::string> endpoints;       // of --endpoint; empty: as own_orb says
  std::vector<std::string> open_endpoints;  // that --insecure opened to every host
  std::vector<std::string> own_orb;         // options of the domain's ORB, with --endpoint
  program::Parameters orb;                  // for every component: -ORBNAME, VALUE
  DomainOptions::ThisMachine this_machine = DomainOptions::ThisMachine::is_no_device;
  NodeOptions nodes;
  Nanoseconds step_timeout = std::chrono::seconds{10};
  bool keep = false;      // an application goes on when a component ends
  bool leave = false;     // --leave: asks the running domain to end, and starts none
  bool is_named = false;  // the user gave a name
};

/// Fails: with the exit status, after an error line.
[[nodiscard]] Result<ManagerArguments, int> parse_manager_arguments(int argc, char** argv);

}  // namespace orbweaver::domain
