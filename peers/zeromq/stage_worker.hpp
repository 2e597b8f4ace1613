// SPDX-License-Identifier: Apache-2.0
// What a stage does with its packets: takes them, works on each, hands it on, and reports when all
// have passed.
#pragma once
#include <atomic>
#include <pipeline/packet_trace.hpp>
#include <thread>
#include <vector>

#include "end_of_life.hpp"
#include "next_socket.hpp"
#include "packet_queue.hpp"
#include "stage_statistics.hpp"
#include "work.hpp"

namespace peer {

struct StageOptions : PipelineOptions {
  bool worker = false;
  bool pool =
      true;  // --dispatch: one-way packets go to any thread of a pool, or stay on the reader
  unsigned depth = 64;
  int threads = 8;
  Work work = Work::wait;
  double work_ms = 5;
};

class StageWorker {
 public:
  StageWorker(const StageOptions& options, NextSocket& next, EndOfLife& end);

  /// A one-way packet came. Threads: one.
  void take(Packet packet);
  /// A two-way packet came; it is answered when this returns. Threads: one, besides that of take().
  void answer(const Packet& packet);

  /// Works off what is queued. Call it when nothing comes any more.
  void finish();

 private:
  void accept(const Packet& packet);
  void process(const Packet& packet);
  void work_off(PacketQueue& queue, void (StageWorker::*what)(const Packet&));
  void report();

  const StageOptions& options_;
  NextSocket& next_;
  EndOfLife& end_;
  StageStatistics statistics_;
  lab_pipeline::PacketTrace trace_;
  PacketQueue pool_queue_;
  PacketQueue worker_queue_;
  std::vector<std::thread> pool_;
  std::vector<std::thread> worker_;
};

}  // namespace peer
