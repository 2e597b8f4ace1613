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
  program::Parameters orb;            // for every component: -ORBNAME, VALUE
  std::vector<std::string> own_orb;   // options of the domain's ORB
  deploy::PlanRequest::Placement placement = deploy::PlanRequest::Placement::as_sad;
  std::optional<Nanoseconds> run_time;
  Nanoseconds step_timeout = std::chrono::seconds{10};
  std::string name;               // of the application; empty: the SAD's name
  std::string debug;              // instantiation that waits for a debugger; empty: none
  bool keep = false;              // the application goes on when a component ends
  bool events = false;            // prints JSON lines instead of text
  command_line::JsonTarget json;  // for the record of the run
};

/// Adds the options that select an application, its settings and its placement.
void add_choice_of_application(CLI::App& app, RunArguments& arguments);

/// Fails: with the exit status, after an error line.
[[nodiscard]] Result<RunArguments, int> parse_arguments(int argc, char** argv);

}  // namespace orbweaver::domain
