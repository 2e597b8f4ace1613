// SPDX-License-Identifier: Apache-2.0
// One connection of a uses port: its destination, its queue if it has one, and its meters.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/packets/destination.hpp>
#include <orbweaver/packets/packet_queue.hpp>
#include <orbweaver/packets/reviver.hpp>
#include <orbweaver/packets/silence_watch.hpp>
#include <orbweaver/packets/stamp.hpp>
#include <orbweaver/packets/statistics.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace orbweaver::packets {

/// Threads: push() one at a time, by the port; all else any. `Packet` has bytes(), and keep(),
/// which returns a copy that may outlive the call.
template <class Packet>
class PacketConnection final : public Revivable,
                               public std::enable_shared_from_this<PacketConnection<Packet>> {
 public:
  /// Called by a connection to inform its port.
  struct Notices {
    std::function<void(PacketConnection& connection)> died, revived, last_is_late;
    std::function<void(PacketConnection& connection)> onlooker_has_gone;  // on the reviver's thread
  };

  PacketConnection(std::string id, std::unique_ptr<Destination<Packet>> destination,
                   const ConnectionSettings& settings, Notices notices,
                   std::shared_ptr<SilenceWatch> watch)
      : destination_(std::move(destination)),
        watch_(std::move(watch)),
        settings_(settings),
        id_(std::move(id)),
        notices_(std::move(notices)) {
    if (!settings_.has_queue()) return;
    queue_ = std::make_unique<Queue>(settings_.queue_depth(), settings_.when_full);
    sender_ = os::start_thread({.name = "ow-port-out"}, [this] { send_queued(); });
  }
  ~PacketConnection() override { end(); }

  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  /// Whether each packet needs its time of sending.
  [[nodiscard]] bool needs_times() const noexcept {
    return settings_.lifespan.count() > 0 || watch_ != nullptr;
  }
  [[nodiscard]] std::string why() const { return destination_->why(); }
  [[nodiscard]] bool is_onlooker() const noexcept { return settings_.is_onlooker(); }
  [[nodiscard]] const Destination<Packet>& destination() const noexcept { return *destination_; }

  /// Sends or queues a packet. `times` has no end of a lifespan yet. `now_ns` is a little behind if
  /// the packet has no time of sending; if needs_times(), it has one. Blocks: as the settings say.
  /// `meanwhile`: as Destination::send; not run if the packet is queued.
  void push(const Packet& packet, Times times, std::int64_t now_ns, Meanwhile* meanwhile,
            Last last = Last::no) {
    if (!is_open_.load(std::memory_order_relaxed)) return;  // the connection has left
    if (watch_) watch_->note_packet(now_ns);
    if (settings_.lifespan.count() > 0) times.expires_ns = now_ns + settings_.lifespan.count();
    if (last == Last::yes) times.expires_ns = times.due_ns = 0;
    if (!queue_) return send(packet, times, now_ns, meanwhile, last);
    if (!is_alive_.load(std::memory_order_relaxed) && last == Last::no)
      return losses_.count(Loss::dead);
    put(Waiting{packet.keep(), times, now_ns, settings_.is_onlooker() ? Last::no : last});
  }

  /// From now on no packet is taken. Packets that wait in the queue are still sent.
  void leave() noexcept {
    is_open_.store(false, std::memory_order_relaxed);
    if (watch_) watch_->rest();
    if (queue_) queue_->close();
    const std::lock_guard lock(kept_mutex_);
    if (kept_) losses_.count(Loss::left);
    kept_.reset();
  }
  /// Whether its thread has ended, so that end() does not wait.
  [[nodiscard]] bool has_left() const noexcept {
    return !queue_ || has_sent_all_.load(std::memory_order_acquire);
  }
  /// Like leave(), but drops packets that wait. Blocks: for the packet that is being sent.
  void end() noexcept {
    drops_rest_.store(true, std::memory_order_relaxed);
    leave();
    if (sender_.joinable()) sender_.join();
  }

  [[nodiscard]] bool try_to_revive() noexcept override {
    if (!is_open_.load(std::memory_order_relaxed)) return true;
    if (settings_.is_onlooker()) return look_after_onlooker();
    if (!destination_->answers() || !send_kept()) {
      report_if_late();
      return false;
    }
    notices_.revived(*this);
    return true;
  }

  [[nodiscard]] ConnectionStatistics statistics(std::int64_t now_ns) const {
    ConnectionStatistics result{.connection = id_,
                                .number = connection_,
                                .flow = flow_.snapshot(now_ns),
                                .lost = losses_.snapshot()};
    if (queue_) {
      result.depth = queue_->waiting();
      result.most_depth = queue_->most_waiting();
    }
    if (watch_) result.silences = watch_->silences();
    result.is_alive = is_alive_.load(std::memory_order_relaxed);
    result.transport = destination_->transport();
    if (result.lost.all() > 0) result.why = destination_->why();
    return result;
  }

 private:
  struct Waiting {
    Packet packet;
    Times times;
    std::int64_t now_ns = 0;  // when it was pushed
    Last last = Last::no;
    [[nodiscard]] bool must_stay() const noexcept { return last == Last::yes; }
  };
  /// The last packet of a stream, which waits for the destination.
  struct KeptPacket {
    Packet packet;
    Stamp stamp;
    TimePoint since;
    bool is_reported = false;
  };
  static bool needs_time(const Times& times) noexcept {
    return times.sent_ns != 0 || can_age(times);
  }
  using Queue = PacketQueue<Waiting>;

  void put(Waiting waiting) {
    std::optional<Waiting> dropped;
    switch (queue_->push(std::move(waiting), Deadline::after(settings_.push_timeout), dropped)) {
      case Queue::Push::taken:
        return;
      case Queue::Push::replaced:
      case Queue::Push::dropped:
      case Queue::Push::timed_out:
        return losses_.count(Loss::full_at_sender);
      case Queue::Push::closed:
        return losses_.count(Loss::left);
    }
  }

  void send_queued() {
    while (auto waiting = queue_->pop()) {
      if (drops_rest_.load(std::memory_order_relaxed))
        losses_.count(Loss::left);
      else
        send(waiting->packet, waiting->times,
             needs_time(waiting->times) ? monotonic_ns() : waiting->now_ns, nullptr, waiting->last);
    }
    has_sent_all_.store(true, std::memory_order_release);  // pairs with has_left()
  }

  void send(const Packet& packet, const Times& times, std::int64_t now_ns, Meanwhile* meanwhile,
            Last last) {
    if (can_age(times)) [[unlikely]]
      if (const auto age = age_of(times, now_ns); age != Age::good)
        return losses_.count(age == Age::expired ? Loss::old_at_sender : Loss::late_at_sender);
    const bool is_last = last == Last::yes;
    if (!is_alive_.load(std::memory_order_acquire)) [[unlikely]] {
      if (!is_last) return losses_.count(Loss::dead);
      if (keep_while_dead(packet, times)) return;
    }
    const Stamp stamp{clock_, connection_, ++number_, times};
    const auto sent = destination_->send(packet, stamp, meanwhile);
    if (sent == Sent::kept_back) [[unlikely]]
      --number_;  // so that the receiver does not wait for it
    if (sent != Sent::ok) [[unlikely]]
      return is_last ? note_failure_of_last(sent, packet, stamp) : note_failure(sent);
    if (times.sent_ns != 0) flow_.record_latency(monotonic_ns() - now_ns);
    flow_.record(now_ns, packet.bytes());
  }

  // Two threads handle the last packet of a stream: the one that sends, and the reviver's.
  //
  // The sending thread keeps the packet while the destination is dead; the reviver makes the
  // destination alive only if no packet is kept. Both hold the lock, so no kept packet is
  // forgotten.

  /// False if the destination is alive again.
  bool keep_while_dead(const Packet& packet, const Times& times) {
    const std::lock_guard lock(kept_mutex_);
    if (is_alive_.load(std::memory_order_acquire)) return false;
    if (!is_open_.load(std::memory_order_relaxed)) {
      losses_.count(Loss::left);
      return true;
    }
    if (kept_) losses_.count(Loss::dead);  // the end of an earlier stream
    kept_.emplace(packet.keep(), Stamp{clock_, connection_, ++number_, times}, now());
    return true;
  }
  void note_failure_of_last(Sent sent, const Packet& packet, const Stamp& stamp) {
    if (sent != Sent::unreachable) {
      note_failure(sent);
      return notices_.last_is_late(*this);
    }
    {
      const std::lock_guard lock(kept_mutex_);
      if (!is_open_.load(std::memory_order_relaxed)) return losses_.count(Loss::left);
      kept_.emplace(packet.keep(), stamp, now());
      is_alive_.store(false, std::memory_order_relaxed);
    }
    notices_.died(*this);
  }
  /// Sends the kept packets. True: the destination is alive, since it took or refused each.
  bool send_kept() {
    while (const auto kept = kept_or_alive()) {
      const auto sent = destination_->send(kept->packet, kept->stamp, nullptr);
      if (sent == Sent::unreachable) return false;
      {
        const std::lock_guard lock(kept_mutex_);
        if (kept_ && kept_->stamp.number == kept->stamp.number) kept_.reset();
      }
      if (sent != Sent::ok) {
        note_failure(sent);
        notices_.last_is_late(*this);
      }
    }
    return true;
  }
  std::optional<KeptPacket> kept_or_alive() {
    const std::lock_guard lock(kept_mutex_);
    // pairs with the acquire in send()
    if (!kept_) is_alive_.store(true, std::memory_order_release);
    return kept_;
  }
  void report_if_late() {
    {
      const std::lock_guard lock(kept_mutex_);
      if (!kept_ || kept_->is_reported || settings_.last_timeout.count() == 0) return;
      if (now() - kept_->since < settings_.last_timeout) return;
      kept_->is_reported = true;
    }
    notices_.last_is_late(*this);
  }

  /// Runs on the reviver's thread. True: the destination need not be asked again.
  bool look_after_onlooker() {
    constexpr Nanoseconds kBetweenQuestions = std::chrono::seconds(1);
    if (now() < next_question_) return false;
    next_question_ = now() + kBetweenQuestions;
    if (destination_->answers()) {
      last_answer_ = now();
      is_alive_.store(true, std::memory_order_release);  // pairs with the acquire in send()
      return false;
    }
    if (now() - last_answer_ < settings_.onlooker_gone_after) return false;
    notices_.onlooker_has_gone(*this);
    return true;
  }

  void note_failure(Sent sent) {
    switch (sent) {
      case Sent::ok:
        return;
      case Sent::refused:
      case Sent::kept_back:
        return losses_.count(Loss::refused);
      case Sent::full:
        return losses_.count(Loss::full_at_sender);
      case Sent::unreachable:
        // After disconnect() the destination may end, so this is no loss of a dead one.
        if (!is_open_.load(std::memory_order_relaxed)) return losses_.count(Loss::left);
        losses_.count(Loss::dead);
        is_alive_.store(false, std::memory_order_relaxed);
        notices_.died(*this);
    }
  }

  // The members that each packet needs stand first, in few cache lines. Loads and stores are
  // relaxed where they only save work: the queue and the destination keep the order.
  os::Atomic<bool> is_open_{true}, is_alive_{true}, drops_rest_{false}, has_sent_all_{false};
  const std::unique_ptr<Destination<Packet>> destination_;
  const std::shared_ptr<SilenceWatch> watch_;
  std::unique_ptr<Queue> queue_;  // null: the thread that pushes sends
  const std::uint64_t clock_ = clock_of_this_machine(), connection_ = make_connection_number();
  std::uint64_t number_ = 0;  // used only by the thread that sends
  os::Mutex kept_mutex_;      // guards kept_, and setting is_alive_ to true
  std::optional<KeptPacket> kept_;
  TimePoint next_question_{}, last_answer_ = now();  // used only by the reviver's thread
  const ConnectionSettings settings_;
  FlowMeter flow_;
  LossCounters losses_;
  const std::string id_;
  const Notices notices_;
  os::Thread sender_;
};

}  // namespace orbweaver::packets
