// SPDX-License-Identifier: Apache-2.0
// What a producer sends: from one thread, or from several that share the reference.
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <pipeline/packet_trace.hpp>
#include <pipeline/senders.hpp>
#include <vector>

#include "next_sink.hpp"

namespace peer {

struct ProducerOptions : PipelineOptions {
  unsigned elements = 1024;
  double pace_ms = 0;
  unsigned senders = 1;
};

class Sending {
 public:
  Sending(const ProducerOptions& options, NextSink& next);

  /// Blocks: until all packets are sent, or another thread calls stop(). Fails: throws the
  /// exception of the first sender that failed; the others stop.
  void run();
  void stop() noexcept { senders_.stop(); }
  /// All packets were sent before a call of stop().
  bool is_complete() const { return send_ns_.size() == options_.packets; }
  /// The object `producer` of a result line.
  nlohmann::ordered_json to_json() const;

 private:
  class Sender;

  const ProducerOptions& options_;
  NextSink& next_;
  lab_pipeline::Senders senders_;
  lab_pipeline::PacketTrace trace_;
  std::int64_t started_ns_ = 0;
  std::int64_t last_sent_ns_ = 0;
  std::vector<std::int64_t> send_ns_;
};

}  // namespace peer
