// SPDX-License-Identifier: Apache-2.0
// The measurements of a stage about the packets that went through it.
#pragma once
#include <orbweaver/base/histogram.hpp>
#include <orbweaver/component/stage/sender_orders.hpp>
#include <orbweaver/component/stage/work_meter.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace orbweaver::component {

/// Identifies a packet: the number that its sender gave it, from 1, and when it was due at the
/// producer (CLOCK_MONOTONIC). A member that is 0 is unknown: then order, or latency, is not
/// measured.
struct StageStamp {
  std::uint64_t number = 0;
  std::uint64_t created_ns = 0;
  std::uint64_t sender = 0;
};

struct StageReport {
  std::int64_t last_ns = 0;
  std::uint64_t received = 0, lost = 0;
  /// Packets out of order when processing began; each packet is compared with those of its sender
  /// only.
  std::uint64_t reordered_previous = 0, reordered_original = 0;
  /// Arrivals whose number is below one that came before; unlike the counts above it does not
  /// count gaps.
  std::uint64_t overtaken = 0;
  /// Packets that came after a reorder buffer had given them up; nothing: it has none.
  std::optional<std::uint64_t> late = {};
  /// Packets whose number was not the one after their predecessor when they were handed on.
  std::uint64_t reordered_out = 0;
  /// How long the stage processed, sent, and did neither, from the first packet that it took up to
  /// the last that it handed on: see WorkMeter.
  std::int64_t busy_ns = 0, sending_ns = 0, waiting_ns = 0;
  unsigned max_concurrency = 0;
  std::size_t max_queue = 0;
  Summary latency_us;
  std::string transport = {};  // to the next component; empty: this is the last
};

/// Running totals, up to the moment `at_ns`.
struct WorkTimes {
  std::int64_t at_ns = 0, processing_ns = 0, sending_ns = 0;
};

/// Threads: any; a lock of a few nanoseconds around each packet's steps.
class StageMeter {
 public:
  // ---- a thread that processes a packet, and sends what it made ----

  /// A packet is taken up.
  void begin(const StageStamp& stamp);
  /// The packet waits for its turn; go_on() ends the pause.
  void pause();
  void go_on();
  /// The packet is processed; its results are being sent.
  void begin_sending();
  /// The packet is processed and its results are sent; the thread is free again.
  void handed_on(const StageStamp& stamp);

  // ---- threads that process, and one that sends ----

  /// After begin(): it is processed, and the thread that took it up is free again.
  void end();
  /// The thread that sends begins to hand a packet on; and has done so.
  void begin_hand_on();
  void end_hand_on(const StageStamp& stamp);

  // ---- a thread that makes packets of its own ----

  /// A step begins; begin_sending() and end_step() follow.
  void begin_step();
  void end_step();

  [[nodiscard]] WorkTimes times() const;
  /// How many have been handed on so far.
  [[nodiscard]] std::uint64_t finished() const;
  /// `expected`: packets announced; `max_queue`: the most that waited.
  [[nodiscard]] StageReport report(std::uint64_t expected, std::size_t max_queue) const;

 private:
  mutable os::Mutex mutex_;
  SenderOrders arrivals_, departures_;
  WorkMeter work_;
  Histogram latency_ns_;
  std::int64_t first_ns_ = 0, last_ns_ = 0;
};

}  // namespace orbweaver::component
