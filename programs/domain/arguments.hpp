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
  bool read_only = false;  // no client changes what is below root
  std::string naming;      // a reference; empty: the built-in naming service alone
  std::map<std::string, std::string> event_channels;  // references, by name
  std::filesystem::path state;                        // a file; empty: nothing outlasts the process
  std::filesystem::path wanted;                       // a file; empty: nothing is kept up
  std::filesystem::path log;                          // a file; empty: no log records are kept
  OnRestart on_restart = OnRestart::adopt;
  Nanoseconds restart_timeout = std::chrono::seconds{30};
  std::vector<std::string> endpoints;  // empty: those of the ORB, which are of this machine alone
  std::vector<std::string> written_endpoints;  // those of --endpoint alone
  std::vector<std::string> own_orb;            // options of the domain's ORB, --endpoint included
  program::Parameters orb;                     // of every component: -ORBNAME, VALUE
  DomainOptions::ThisMachine this_machine = DomainOptions::ThisMachine::is_no_device;
  NodeOptions nodes;
  Nanoseconds step_timeout = std::chrono::seconds{10};
  bool keep = false;      // the rest goes on when a component ends
  bool leave = false;     // no domain is started: the one that runs is asked to leave what runs
  bool is_named = false;  // by the user
};

/// Fails: with the exit status, after a line for the user.
[[nodiscard]] Result<ManagerArguments, int> parse_manager_arguments(int argc, char** argv);

}  // namespace orbweaver::domain
