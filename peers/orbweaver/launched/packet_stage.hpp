// SPDX-License-Identifier: Apache-2.0
// One stage of a pipeline: takes packets from the ORB's threads, has each processed, and hands on
// what comes of it. Which thread does what:
//
//   plain     ORB thread ──► process ──► hand on
//   worker    ORB thread ──► queue ──► one thread: process ──► hand on
//   parallel  ORB thread ──► window ──► N threads: process ──► one thread: hand on
//   reorder   ORB thread ──► reorder buffer ──► one thread: process ──► hand on
//
// With two-way calls a plain stage leaves the pipeline empty; the worker fills it (paper 1, section
// 5.2). A parallel stage hands on in the order of arrival (ordered_workers.hpp), one with a reorder
// buffer in the order of the packets' numbers (reorder_queue.hpp).
//
// The stage knows that it is done when as many packets were handed on as end_of_stream() announced,
// whichever comes first: a one-way packet may arrive after the announcement.
#pragma once
#include <orbweaver/component/stage/ordered_workers.hpp>
#include <orbweaver/component/stage/stage_meter.hpp>
#include <orbweaver/dispatch/worker.hpp>
#include <orbweaver/os/thread.hpp>
#include "launched/reorder_queue.hpp"

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace orbweaver::launched {

struct StageSettings {
  bool has_worker = false;
  /// Threads that process at once; 0: not parallel. For a stage without state only. Replaces the
  /// worker.
  unsigned parallel = 0;
  /// Packets that the worker's queue holds, or that are in a parallel stage.
  std::size_t depth = 64;
  /// How long a caller waits for room; 0: no limit.
  Nanoseconds push_timeout{0};
  /// The worker's queue is a reorder buffer that waits so long for a missing packet; not parallel.
  std::optional<Nanoseconds> skip_after = {};
  /// The end comes behind all packets, in their order: what has not come by then is lost. Not with
  /// `skip_after`, whose buffer finds that out by itself.
  bool is_lossy = false;
};

/// What a stage asks of its component. `process` and `hand_on` may throw; then the stage fails.
template <class Packet, class Output>
struct StageActions {
  /// Makes the output of a packet. Called from several threads at once if the stage is parallel, or
  /// has no worker and its dispatch lets several threads in.
  std::function<Output(const component::StageStamp&, Packet&)> process;
  /// Gives the output to the next component. A parallel stage calls it one at a time and in the
  /// order in which packets were accepted; every other right after `process`, by the same thread.
  std::function<void(const component::StageStamp&, Output&)> hand_on;
  /// All packets are through: called once.
  std::function<void(const component::StageReport&)> finish;
  /// The stage cannot go on, and why: called once; packets that still come are dropped.
  std::function<void(const std::string&)> fail;
};

template <class Packet, class Output>
class PacketStage {
 public:
  PacketStage(StageSettings settings, StageActions<Packet, Output> actions)
      : settings_(settings), actions_(std::move(actions)), queue_(settings.depth) {
    if (settings_.parallel > 0) {
      parallel_ = std::make_unique<Parallel>(settings_.parallel, settings_.depth, ordered_steps());
    } else if (settings_.skip_after) {
      reorder_ = std::make_unique<ReorderQueue<Item>>(settings_.depth, *settings_.skip_after);
      worker_ = os::start_thread({.name = "ow-worker"}, [this] { work_in_order(); });
    } else if (settings_.has_worker) {
      worker_ = os::start_thread({.name = "ow-worker"}, [this] { work(); });
    }
  }
  ~PacketStage() { stop(); }
  PacketStage(const PacketStage&) = delete;
  PacketStage& operator=(const PacketStage&) = delete;

  /// Takes one packet. With threads of its own returns when it is queued (blocks while there is no
  /// room); without, when it has been handed on. Throws nothing.
  void accept(const component::StageStamp& stamp, Packet packet) {
    if (has_failed_.load(std::memory_order_relaxed)) return;  // relaxed: only saves work
    // Relaxed: end_of_stream() is called behind those that it counts, in their order.
    if (settings_.is_lossy) accepted_.fetch_add(1, std::memory_order_relaxed);
    Item item{stamp, std::move(packet)};
    const auto deadline = Deadline::after(settings_.push_timeout);
    if (parallel_) return judge(parallel_->push(std::move(item), deadline));
    if (reorder_) return judge(reorder_->push(stamp.number, std::move(item), deadline));
    if (settings_.has_worker) return judge(queue_.push(std::move(item), deadline));
    carry_out(item);
  }

  /// `packets` were sent in all.
  void end_of_stream(std::uint64_t packets) {
    {
      const std::lock_guard lock(mutex_);
      expected_ = packets;
      awaited_ = settings_.is_lossy ? accepted_.load(std::memory_order_relaxed) : packets;
    }
    if (reorder_) return reorder_->announce_end(packets);
    finish_if_done();
  }

  /// Ends the stage's threads after what they hold. Packets that come later fail the stage.
  void stop() {
    if (parallel_) parallel_->finish();
    if (reorder_) reorder_->close();
    queue_.close();
    if (worker_.joinable()) worker_.join();
    is_stopped_ = true;
    is_stopped_.notify_all();
  }

  /// Blocks until another thread has stopped the stage.
  void wait_until_stopped() const { is_stopped_.wait(false); }

 private:
  struct Item {
    component::StageStamp stamp;
    Packet packet;
  };
  struct Processed {
    component::StageStamp stamp;
    std::optional<Output> output;  // nothing if the stage has failed
  };
  using Parallel = component::OrderedWorkers<Item, Processed>;

  component::OrderedSteps<Item, Processed> ordered_steps() {
    return {.take_up = [this](const Item& item) { meter_.begin(item.stamp); },
            .process =
                [this](Item item) {
                  Processed processed = process(item);
                  meter_.end();
                  return processed;
                },
            .hand_on =
                [this](Processed processed) {
                  meter_.begin_hand_on();
                  hand_on(processed);
                  meter_.end_hand_on(processed.stamp);
                  finish_if_counted();
                }};
  }

  void judge(dispatch::PushResult result) {
    switch (result) {
      case dispatch::PushResult::taken:
        return;
      case dispatch::PushResult::timed_out:
        return fail("its worker queue stayed full for the whole call timeout: the worker is stuck");
      case dispatch::PushResult::closed:
        return fail("a packet came after the end");
    }
  }

  void work() {
    while (auto item = queue_.pop()) carry_out(*item);
  }

  /// What was given up never comes: the buffer knows when the stage is done, and not the count.
  void work_in_order() {
    while (auto item = reorder_->pop()) carry_out(*item);
    finish();
  }

  void carry_out(Item& item) {
    meter_.begin(item.stamp);
    Processed processed = process(item);
    meter_.begin_sending();
    hand_on(processed);
    meter_.handed_on(processed.stamp);
    finish_if_counted();
  }

  Processed process(Item& item) {
    Processed processed{item.stamp, std::nullopt};
    attempt([&] { processed.output.emplace(actions_.process(item.stamp, item.packet)); });
    return processed;
  }

  void hand_on(Processed& processed) {
    if (processed.output) attempt([&] { actions_.hand_on(processed.stamp, *processed.output); });
  }

  void finish_if_counted() {
    if (!reorder_) finish_if_done();
  }

  /// Nothing is begun once the stage has failed.
  template <class Step>
  void attempt(Step step) {
    if (has_failed_.load(std::memory_order_relaxed)) return;  // relaxed: only saves work
    try {
      step();
    } catch (const std::exception& exception) {
      fail(exception.what());
    }
  }

  void finish_if_done() {
    {
      const std::lock_guard lock(mutex_);
      if (!expected_ || meter_.finished() < awaited_) return;
    }
    finish();
  }

  /// Once, and only of a stream whose end was announced.
  void finish() {
    std::optional<std::uint64_t> expected;
    {
      const std::lock_guard lock(mutex_);
      if (is_finished_ || !expected_) return;
      is_finished_ = true;
      expected = expected_;
    }
    attempt([&] { actions_.finish(report(*expected)); });
  }

  [[nodiscard]] component::StageReport report(std::uint64_t expected) const {
    auto report = meter_.report(expected, most_waiting());
    report.busy_ns +=
        report.sending_ns;  // to forward a packet is a stage's work, too, as for the other ORBs
    if (reorder_) report.late = reorder_->late();
    return report;
  }

  [[nodiscard]] std::size_t most_waiting() const {
    if (parallel_) return parallel_->most_waiting();
    return reorder_ ? reorder_->most_waiting() : queue_.most_waiting();
  }

  void fail(const std::string& why) {
    if (!has_failed_.exchange(true)) actions_.fail(why);
  }

  StageSettings settings_;
  StageActions<Packet, Output> actions_;
  component::StageMeter meter_;
  dispatch::BoundedQueue<Item> queue_;
  std::mutex mutex_;
  std::optional<std::uint64_t> expected_;
  std::uint64_t awaited_ = 0;  // of those that were expected, what still can come
  std::atomic<std::uint64_t> accepted_{0};
  bool is_finished_ = false;
  std::atomic<bool> has_failed_{false}, is_stopped_{false};
  std::unique_ptr<ReorderQueue<Item>> reorder_;
  std::jthread worker_;
  std::unique_ptr<Parallel> parallel_;
};

}  // namespace orbweaver::launched
