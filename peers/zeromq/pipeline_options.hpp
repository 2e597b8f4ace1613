// SPDX-License-Identifier: Apache-2.0
// Options that a producer and a stage share.
#pragma once
#include <bench/program.hpp>
#include <string>

namespace peer {

enum class Messaging { oneway, twoway };

struct PipelineOptions : bench::Options {
  std::string next;
  unsigned packets = 1000;
  Messaging messaging = Messaging::oneway;
  int call_timeout_ms = 5000;  // 0: no limit
  unsigned trace = 0;
};

/// The way to the next component, as a result line names it.
inline std::string way(const PipelineOptions& options) {
  return options.transport == "tcp" ? "tcp" : "unix";
}

/// A sync scope is taken and changes nothing: PUSH returns when the message is in its queue.
void add_pipeline_options(CLI::App& app, PipelineOptions& options);

}  // namespace peer
