// SPDX-License-Identifier: Apache-2.0
// What a stage is given beside what it shares with a producer.
#pragma once
#include <string>
#include <vector>

#include "pipeline_options.hpp"
#include "work.hpp"

namespace peer {

struct StageOptions : PipelineOptions {
  std::vector<std::string> endpoints;
  bool worker = false;
  unsigned parallel = 0;  // packets processed at once, handed on in order; replaces the worker
  unsigned depth = 64;
  bool one_request_per_connection = false;  // --dispatch connection
  bool connection_pool = false;             // --threading pool
  int threads = 8;
  Work work = Work::wait;
  double work_ms = 5;
};

/// Adds --dispatch, --threading and --threads: each ORB has its own ways.
void add_dispatch_options(CLI::App& app, StageOptions& options);

}  // namespace peer
