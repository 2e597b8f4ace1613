// What a producer sends, as fast as it can or on a schedule fixed beforehand: from one thread, or
// from several that share the reference.
#pragma once
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <nlohmann/json.hpp>
#include <pipeline/packet_trace.hpp>
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
  Sending(const ProducerOptions& options, NextSink& next, const std::atomic<bool>& stopping);

  /// Blocks: until all packets are sent, or `stopping` is set. Fails: throws what the first sender
  /// that failed threw; the others stop.
  void run();
  /// Nobody asked to stop before the last packet was out.
  bool is_complete() const { return send_ns_.size() == options_.packets; }
  /// The object `producer` of a result line.
  nlohmann::ordered_json to_json() const;

 private:
  void send_or_fail();
  void send_some(std::vector<std::int64_t>& send_ns, std::int64_t& last_ns);
  std::int64_t wait_until_due(std::uint64_t number) const;

  const ProducerOptions& options_;
  NextSink& next_;
  const std::atomic<bool>& stopping_;
  lab_pipeline::PacketTrace trace_;
  const std::int64_t started_ns_;
  std::atomic<std::uint64_t> number_{0};  // of the latest packet that a sender took
  std::mutex mutex_;
  std::vector<std::int64_t> send_ns_;
  std::int64_t last_sent_ns_ = 0;
  std::exception_ptr failure_;
};

}  // namespace peer
