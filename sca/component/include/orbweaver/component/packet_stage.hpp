// One stage of a pipeline: takes packets from the ORB's threads and has them processed, on those
// threads or on a worker thread of its own behind a bounded queue.
//
//   without worker:  ORB thread ──► process ──► next         (empty pipeline with two-way calls)
//   with worker:     ORB thread ──► queue │ worker ──► process ──► next    (paper 1, section 5.2)
//
// The stage knows that it is done when as many packets were processed as end_of_stream() announced,
// whichever comes first: a one-way packet may arrive after the announcement.
#pragma once
#include <orbweaver/component/stage_meter.hpp>
#include <orbweaver/dispatch/worker.hpp>
#include <orbweaver/os/thread.hpp>

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace orbweaver::component {

struct StageSettings {
  bool has_worker = false;
  std::size_t depth = 64;       // packets that the worker's queue holds
  Nanoseconds push_timeout{0};  // how long a caller waits for room in it; 0: no limit
};

/// What a stage asks of its component. Called from ORB threads and the worker, several at once
/// without worker.
template <class Packet>
struct StageActions {
  /// Processes a packet and hands on what comes of it. May throw; then the stage fails.
  std::function<void(const PacketStamp&, Packet&)> process;
  /// All packets are through: called once.
  std::function<void(const StageReport&)> finish;
  /// The stage cannot go on, and why: called once; packets that still come are dropped.
  std::function<void(const std::string&)> fail;
};

template <class Packet>
class PacketStage {
 public:
  PacketStage(StageSettings settings, StageActions<Packet> actions)
      : settings_(settings), actions_(std::move(actions)), queue_(settings.depth) {
    if (settings_.has_worker) worker_ = os::start_thread({.name = "ow-worker"}, [this] { work(); });
  }
  ~PacketStage() { stop(); }
  PacketStage(const PacketStage&) = delete;
  PacketStage& operator=(const PacketStage&) = delete;

  /// Takes one packet. With a worker returns when it is queued (blocks while the queue is full);
  /// without, when it has been processed. Throws nothing.
  void accept(const PacketStamp& stamp, Packet packet) {
    if (has_failed_.load(std::memory_order_relaxed)) return;  // relaxed: only saves work
    if (!settings_.has_worker) return carry_out(stamp, packet);
    switch (queue_.push({stamp, std::move(packet)}, Deadline::after(settings_.push_timeout))) {
      case dispatch::PushResult::taken:
        return;
      case dispatch::PushResult::timed_out:
        return fail("its worker queue stayed full for the whole call timeout: the worker is stuck");
      case dispatch::PushResult::closed:
        return fail("a packet came after the end");
    }
  }

  /// `packets` were sent in all.
  void end_of_stream(std::uint64_t packets) {
    {
      const std::lock_guard lock(mutex_);
      expected_ = packets;
    }
    finish_if_done();
  }

  /// Ends the worker after what is queued. Packets that come later fail the stage.
  void stop() {
    queue_.close();
    if (worker_.joinable()) worker_.join();
  }

 private:
  using Item = std::pair<PacketStamp, Packet>;

  void work() {
    while (auto item = queue_.pop()) carry_out(item->first, item->second);
  }

  void carry_out(const PacketStamp& stamp, Packet& packet) {
    if (has_failed_.load(std::memory_order_relaxed)) return;
    meter_.begin(stamp);
    try {
      actions_.process(stamp, packet);
    } catch (const std::exception& exception) {
      fail(exception.what());
    }
    (void)meter_.end();
    finish_if_done();
  }

  void finish_if_done() {
    std::optional<std::uint64_t> expected;
    {
      const std::lock_guard lock(mutex_);
      if (is_finished_ || !expected_ || meter_.finished() < *expected_) return;
      is_finished_ = true;
      expected = expected_;
    }
    if (has_failed_.load(std::memory_order_relaxed)) return;
    try {
      actions_.finish(meter_.report(*expected, queue_.most_waiting()));
    } catch (const std::exception& exception) {
      fail(exception.what());
    }
  }

  void fail(const std::string& why) {
    if (!has_failed_.exchange(true)) actions_.fail(why);
  }

  StageSettings settings_;
  StageActions<Packet> actions_;
  StageMeter meter_;
  dispatch::BoundedQueue<Item> queue_;
  std::mutex mutex_;
  std::optional<std::uint64_t> expected_;
  bool is_finished_ = false;
  std::atomic<bool> has_failed_{false};
  std::jthread worker_;
};

}  // namespace orbweaver::component
