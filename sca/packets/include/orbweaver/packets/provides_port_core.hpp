// SPDX-License-Identifier: Apache-2.0
// The core of a provides port: takes packets of any number of senders, and hands them to the
// component.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/log.hpp>
#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/dispatch/alarm.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/packets/current_times.hpp>
#include <orbweaver/packets/packet_queue.hpp>
#include <orbweaver/packets/sender_table.hpp>
#include <orbweaver/packets/silence_watch.hpp>

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace orbweaver::packets {

/// How a provides port holds packets.
struct ProvidesPortSettings {
  /// How many packets may wait for the component. 0: no queue; the thread that brings a packet runs
  /// the component.
  std::size_t depth = 0;
  WhenFull when_full = WhenFull::block;  // applies when the queue is full
  /// How long a sender waits for room. 0: no limit.
  Nanoseconds push_timeout{0};
  /// A gap between two packets that is longer than this is reported once. 0: no gap is reported.
  Nanoseconds deadline{0};
  /// Called for such a gap, on a thread that must not be blocked. Empty: a line is written into the
  /// log.
  std::function<void()> silent = {};
  /// Called by the thread that takes packets out of the queue. `has_room`: half of the queue is
  /// free again after a sender found it full. `is_empty`: its last packet was taken. May be empty.
  std::function<void()> has_room = {}, is_empty = {};
};

/// A packet as the component gets it.
template <class Packet>
struct Delivered {
  Packet packet;
  Stamp stamp;  // on the clock of this machine, if it has times
  /// Whether the packet ends a stream: then no queue drops it.
  [[nodiscard]] bool must_stay() const noexcept {
    if constexpr (requires { packet.ends_stream(); })
      return packet.ends_stream();
    else
      return false;
  }
};

/// Threads: any. Order: that of arrive() calls, if they come one at a time.
template <class Packet>
class ProvidesPortCore {
 public:
  using Consumer = std::function<void(Packet& packet, const Stamp& stamp)>;

  /// With a queue and a consumer, a thread of the port calls the consumer, one packet at a time;
  /// an exception of the consumer is logged, and the packet counts as delivered. With a queue and
  /// no consumer, the component calls take(). Requires: a queue or a consumer.
  ProvidesPortCore(ProvidesPortSettings settings, Consumer consumer)
      : settings_(std::move(settings)), consumer_(std::move(consumer)) {
    if (settings_.deadline.count() > 0)
      watch_ = std::make_shared<SilenceWatch>(alarm_, settings_.deadline, [this] { silent(); });
    if (settings_.depth > 0) queue_ = std::make_unique<Queue>(settings_.depth, settings_.when_full);
    if (queue_ && consumer_) worker_ = os::start_thread({.name = "ow-port-in"}, [this] { work(); });
  }
  ~ProvidesPortCore() { end(); }
  ProvidesPortCore(const ProvidesPortCore&) = delete;
  ProvidesPortCore& operator=(const ProvidesPortCore&) = delete;

  enum class Arrival { taken, dropped, closed };
  /// Takes a packet with the stamp of its sender. Blocks: while the queue is full, if the settings
  /// say so; without a queue, while the component processes it. Without a queue it throws the
  /// consumer's exception.
  Arrival arrive(Packet packet, const Stamp& foreign) {
    const auto now_ns = watch_ || needs_time(foreign) ? monotonic_ns() : 0;
    const auto stamp = foreign.clock == clock_ || foreign.times == Times{}
                           ? foreign
                           : on_clock_of_this_machine(foreign, now_ns);
    if (watch_) watch_->note_packet(now_ns);
    const auto [arrival, news] = note_arrival(stamp, now_ns, packet);
    if (news != nullptr) [[unlikely]]
      note_bad_metadata(stamp.connection, news);
    if (arrival != Arrival::taken) return arrival;
    if (queue_) return put({std::move(packet), stamp});
    const Visit visit(*this);
    give(packet, stamp);
    return Arrival::taken;
  }

  /// The next packet that is neither too old nor too late. Blocks: until there is one. Returns
  /// nothing at the deadline, or when the port is closed and empty. Requires: no consumer.
  [[nodiscard]] std::optional<Delivered<Packet>> take(Deadline deadline = Deadline::never()) {
    while (auto next = queue_->pop(deadline))
      if (is_of_use(*next)) return next;
    return std::nullopt;
  }

  /// Whether the queue has room for a packet. Without a queue: always.
  [[nodiscard]] bool has_room() const { return !queue_ || queue_->waiting() < settings_.depth; }
  /// Drops and counts those waiting packets for which `is_dropped` returns true.
  template <class Predicate>
  void purge_if(Predicate is_dropped) {
    if (!queue_) return;
    const auto drops = [&](const Delivered<Packet>& waiting) { return is_dropped(waiting.packet); };
    while (auto waiting = queue_->take_first(drops)) note_loss(waiting->stamp, Loss::left);
  }
  /// From now on packets are refused. Packets that wait are still delivered.
  void close() {
    if (watch_) watch_->rest();
    if (queue_) return queue_->close();
    const std::lock_guard lock(meters_);
    is_closed_.store(true);
  }
  /// Like close(), but packets that wait are dropped and counted. Blocks: until the consumer has
  /// returned; it is not called afterwards. Must not be called by the consumer.
  void end() {
    close();
    wait_for_visits();
    purge_if([](const Packet&) { return true; });
    if (worker_.joinable()) worker_.join();
    alarm_.stop();
  }

  /// The statistics of each connection that brought packets. No packet waits for this call, except
  /// that reading the depth takes the queue's lock.
  [[nodiscard]] std::vector<ConnectionStatistics> statistics() const {
    auto result = senders_.statistics(monotonic_ns());
    for (auto& one : result) {
      one.depth = queue_ ? queue_->waiting() : 0;
      one.most_depth = queue_ ? queue_->most_waiting() : 0;
      one.silences = watch_ ? watch_->silences() : 0;
    }
    return result;
  }

 private:
  using Queue = PacketQueue<Delivered<Packet>>;

  /// A sender may invent connections, so the log is limited for all of them together.
  void note_bad_metadata(std::uint64_t connection, const char* news) {
    warn_seldom(metadata_limit_, "a provides port: connection {:016x} sent {}", connection, news);
  }

  /// The calling thread runs the component, which note_arrival() has counted.
  //
  // Thread A leaves, thread B ends the port; each writes before it reads (seq_cst):
  //   A: left_, then is_closed_        B: is_closed_, then left_
  // A sees that it is closed and wakes B, or B sees that A has left. A visit that comes later finds
  // the port closed, as both look with the lock.
  class Visit {
   public:
    explicit Visit(ProvidesPortCore& port) noexcept : port_(port) {}
    ~Visit() {
      port_.left_.fetch_add(1);
      if (port_.is_closed_.load()) [[unlikely]]
        port_.left_.notify_all();
    }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

   private:
    ProvidesPortCore& port_;
  };

  /// Blocks: until no thread runs the component. Requires: the port is closed, so that no thread
  /// begins to.
  void wait_for_visits() noexcept {
    const auto all = [this] {
      const std::lock_guard lock(meters_);
      return entered_;
    }();
    for (auto left = left_.load(); left != all; left = left_.load()) left_.wait(left);
  }

  /// A packet without times of its sender gets none here.
  static bool needs_time(const Stamp& stamp) noexcept {
    return stamp.number == 0 || stamp.times.sent_ns != 0 || can_age(stamp.times);
  }
  struct ArrivalNote {
    Arrival arrival;
    const char* news;  // about the metadata of the packet, as readable text; null: none
  };
  /// Counts the packet and decides whether it is taken. If it is, and there is no queue, the
  /// calling thread counts as running the component.
  ArrivalNote note_arrival(const Stamp& stamp, std::int64_t now_ns, Packet& packet) {
    const std::lock_guard lock(meters_);
    auto& sender = senders_.find(stamp.connection, now_ns);
    sender.note_arrival(stamp.number);
    const auto* const news = note_metadata(sender, packet);
    if (is_closed_.load(std::memory_order_relaxed)) [[unlikely]] {
      sender.note_loss(Loss::left);
      return {Arrival::closed, news};
    }
    if (const auto age = age_of(stamp.times, now_ns); age != Age::good) [[unlikely]] {
      sender.note_loss(age == Age::expired ? Loss::old_on_arrival : Loss::late_on_arrival);
      return {Arrival::dropped, news};
    }
    if (queue_) return {Arrival::taken, news};
    sender.note_delivery(stamp.times, now_ns, packet.bytes());
    ++entered_;
    return {Arrival::taken, news};
  }
  /// Checks the metadata of a packet before the component gets it. Returns a line for the log;
  /// null: nothing is wrong.
  static const char* note_metadata(Sender& sender, Packet& packet) noexcept {
    if constexpr (requires { packet.metadata; })
      if (packet.metadata.is_given() || packet.metadata.is_broken()) [[unlikely]]
        return sender.note_metadata(packet.metadata);
    return nullptr;
  }
  void note_loss(const Stamp& stamp, Loss loss) {
    const std::lock_guard lock(meters_);
    senders_.find(stamp.connection, monotonic_ns()).note_loss(loss);
  }

  Arrival put(Delivered<Packet> item) {
    const auto stamp = item.stamp;
    std::optional<Delivered<Packet>> dropped;
    switch (queue_->push(std::move(item), Deadline::after(settings_.push_timeout), dropped)) {
      case Queue::Push::taken:
        if (settings_.has_room && !has_room()) was_full_.store(true, std::memory_order_relaxed);
        return Arrival::taken;
      case Queue::Push::replaced:
        note_loss(dropped->stamp, Loss::full_at_receiver);
        was_full_.store(true, std::memory_order_relaxed);
        return Arrival::taken;
      case Queue::Push::dropped:
      case Queue::Push::timed_out:
        note_loss(stamp, Loss::full_at_receiver);
        was_full_.store(true, std::memory_order_relaxed);
        return Arrival::dropped;
      case Queue::Push::closed:
        break;
    }
    note_loss(stamp, Loss::left);
    return Arrival::closed;
  }

  void work() {
    while (auto next = queue_->pop())
      if (is_of_use(*next)) give(next->packet, next->stamp);
  }

  /// Counts a packet that was taken out of the queue, as delivered or as lost. False: it is lost.
  bool is_of_use(const Delivered<Packet>& item) {
    signal_room();
    const auto now_ns = needs_time(item.stamp) ? monotonic_ns() : 0;
    const std::lock_guard lock(meters_);
    auto& sender = senders_.find(item.stamp.connection, now_ns);
    if (const auto age = age_of(item.stamp.times, now_ns); age != Age::good) [[unlikely]] {
      sender.note_loss(age == Age::expired ? Loss::old_at_receiver : Loss::late_at_receiver);
      return false;
    }
    sender.note_delivery(item.stamp.times, now_ns, item.packet.bytes());
    return true;
  }

  void signal_room() {
    if (!settings_.has_room && !settings_.is_empty) return;
    const auto waiting = queue_->waiting();
    if (settings_.has_room && waiting <= settings_.depth / 2 &&
        was_full_.exchange(false, std::memory_order_relaxed))
      settings_.has_room();
    if (settings_.is_empty && waiting == 0) settings_.is_empty();
  }

  void give(Packet& packet, const Stamp& stamp) {
    std::optional<CurrentTimes> times;
    if (stamp.number != 0) times.emplace(stamp.times);  // else what is sent meanwhile is born here
    if (!queue_)
      return consumer_(packet,
                       stamp);  // its exception goes to the sender, if that waits for a reply
    try {
      consumer_(packet, stamp);
    } catch (const std::exception& exception) {
      log().warn("a component threw {} while it processed a packet", exception.what());
    } catch (...) {
      log().warn("a component threw something that is no exception while it processed a packet");
    }
  }

  void silent() {
    if (settings_.silent) return settings_.silent();
    log().warn("a provides port: no packet came before the deadline");
  }

  const ProvidesPortSettings settings_;
  // The members that each packet needs stand together, in few cache lines.
  const Consumer consumer_;
  LogLimit metadata_limit_;
  const std::uint64_t clock_ = clock_of_this_machine();
  std::unique_ptr<Queue> queue_;  // null: the thread that brings a packet runs the component
  std::shared_ptr<SilenceWatch> watch_;
  os::Mutex meters_;  // guards entered_ and senders_
  // Count, without a queue, how often threads began to run the component, and how often they ended.
  std::uint32_t entered_ = 0;
  os::Atomic<std::uint32_t> left_{0};
  os::Atomic<bool> is_closed_{false};  // without a queue: no packet is taken any more
  SenderTable senders_;
  os::Atomic<bool> was_full_{false};  // since has_room() was called
  dispatch::Alarm alarm_;
  os::Thread worker_;
};

}  // namespace orbweaver::packets
