// SPDX-License-Identifier: Apache-2.0
// The command line of orbweaver-run.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/deploy/plan.hpp>
#include <orbweaver/program/options.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "command_line/command_line.hpp"
#include "command_line/json_target.hpp"

namespace orbweaver::domain {

struct RunArguments {
  std::filesystem::path sad;
  std::optional<std::filesystem::path> root;
  std::vector<std::string> settings;  // COMPONENT.PROPERTY=VALUE
  program::Parameters orb;            // of every component: -ORBNAME, VALUE
  std::vector<std::string> own_orb;   // options of the domain's ORB
  deploy::PlanRequest::Placement placement = deploy::PlanRequest::Placement::as_sad;
  std::optional<Nanoseconds> run_time;
  Nanoseconds step_timeout = std::chrono::seconds{10};
  std::string name;     // of the application; empty: the SAD's
  std::string debug;    // the instantiation whose component waits for a debugger; empty: none does
  bool keep = false;    // the rest goes on when a component ends
  bool events = false;  // what happens is said in JSON lines
  command_line::JsonTarget json;  // of the record
};

/// Adds the options that say which application, and how it is set and placed.
void add_choice_of_application(CLI::App& app, RunArguments& arguments);

/// Fails: with the exit status, after a line for the user.
[[nodiscard]] Result<RunArguments, int> parse_arguments(int argc, char** argv);

}  // namespace orbweaver::domain
