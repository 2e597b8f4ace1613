// SPDX-License-Identifier: Apache-2.0
// Options that a producer and a stage share, and what they do to the process.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "orb_options.hpp"

namespace peer {

enum class Messaging { oneway, twoway };

struct PipelineOptions {
  std::string name;
  std::string next;
  unsigned packets = 1000;
  Messaging messaging = Messaging::oneway;
  std::string sync = "transport";
  std::string transport = "auto";
  std::vector<int> cpus;
  std::string scheduler = "other";
  int priority = 1;
  unsigned call_timeout_ms = 5000;
  unsigned trace = 0;
  bool vary = false;
};

void add_pipeline_options(CLI::App& app, PipelineOptions& options);

/// Moves the process to its processors and scheduling class; threads made later inherit both.
/// Fails: throws std::system_error that says what was not allowed.
void place_process(const PipelineOptions& options);

/// The part of the ORB's options that follows from these.
OrbOptions orb_options(const PipelineOptions& options);

}  // namespace peer
