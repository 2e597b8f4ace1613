// SPDX-License-Identifier: Apache-2.0
// The core of a uses port: connections that come and go while packets flow to all of them.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/log.hpp>
#include <orbweaver/dispatch/alarm.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/packets/current_times.hpp>
#include <orbweaver/packets/fan_out.hpp>
#include <orbweaver/packets/paced_clock.hpp>
#include <orbweaver/packets/packet_connection.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orbweaver::packets {

struct UsesPortSettings {
  /// How many connections there may be at once. 0: no limit.
  std::size_t most_connections = 0;
  /// How old a packet that is born here may be when it reaches the end of the pipeline. 0: any age.
  Nanoseconds budget{0};
  ConnectionEvents events = {};
};

/// Threads: any; one thread's packets reach each destination in the order in which they were
/// pushed, several threads push by turns. Connecting and disconnecting never wait for a packet that
/// is being sent. A destination that fails is reported once, and asked again and again; until it
/// answers, its packets are counted as lost, and no thread waits for it.
template <class Packet>
class UsesPortCore {
 public:
  using Connection = PacketConnection<Packet>;

  explicit UsesPortCore(UsesPortSettings settings = {}) : settings_(std::move(settings)) {}
  /// Drops packets that wait in queues. Blocks: for packets that are being sent. Requires: no
  /// thread pushes.
  ~UsesPortCore() {
    reviver_.stop();  // the reviver may disconnect onlookers
    for (auto& connection : connections_) connection->end();
    for (auto& connection : leaving_) connection->end();
    alarm_.stop();
  }
  UsesPortCore(const UsesPortCore&) = delete;
  UsesPortCore& operator=(const UsesPortCore&) = delete;

  enum class Connected { yes, id_is_taken, occupied };
  Connected connect(const std::string& id, std::unique_ptr<Destination<Packet>> destination,
                    const ConnectionSettings& settings) {
    const std::lock_guard lock(table_mutex_);
    forget_those_that_left();
    if (find(id) != connections_.end()) return Connected::id_is_taken;
    if (!settings.is_onlooker() && is_full()) return Connected::occupied;
    connections_.push_back(make(id, std::move(destination), settings));
    version_.fetch_add(1);
    if (settings.is_onlooker()) reviver_.watch(connections_.back()->weak_from_this());
    return Connected::yes;
  }

  /// False if there is no such connection. When it returns, at most the packet that is being sent
  /// goes there; what waits in the connection's queue is still sent.
  bool disconnect(std::string_view id) {
    return remove([id](const Connection& connection) { return connection.id() == id; });
  }

  /// Sends the packet to all connections, in the order in which they were made; see FanOut. `times`
  /// says when it was born and is due, by default those of the packet that this thread processes;
  /// without them it is born here. Blocks: as the connections' settings say. Throws
  /// std::logic_error from within push() of the same port: a loop of components that call each
  /// other directly.
  void push(const Packet& packet, const std::optional<Times>& times = CurrentTimes::get(),
            Last last = Last::no) {
    {
      const PushLock lock(*this);
      refresh();
      if (!current_.empty()) send(packet, complete(times), last);
    }
    if (version_.load() != seen_.load()) refresh_if_idle();
  }

  /// Whether there is a connection that is no onlooker's.
  [[nodiscard]] bool is_connected() const {
    const std::lock_guard lock(table_mutex_);
    return !std::ranges::all_of(connections_, &Connection::is_onlooker);
  }
  /// The statistics of all connections, in the order in which they were made. No packet waits for
  /// this call.
  [[nodiscard]] std::vector<ConnectionStatistics> statistics() const {
    std::vector<ConnectionStatistics> result;
    for (const auto& connection : connections())
      result.push_back(connection->statistics(monotonic_ns()));
    return result;
  }
  /// The connections that there are now, in the order in which they were made.
  [[nodiscard]] std::vector<std::shared_ptr<const Connection>> connections() const {
    const std::lock_guard lock(table_mutex_);
    return {connections_.begin(), connections_.end()};
  }

 private:
  using Connections = std::vector<std::shared_ptr<Connection>>;

  /// While it exists, the calling thread is the one that pushes.
  class PushLock {
   public:
    explicit PushLock(UsesPortCore& port) : port_(port) {
      // relaxed: a thread finds its own id here only if it wrote it itself
      if (port.pushing_.load(std::memory_order_relaxed) == os::this_thread_id())
        throw std::logic_error(
            "a port pushes a packet while it pushes one: components call each other in a circle; "
            "give one of the connections a queue");
      lock_pushing(port.push_mutex_);
      port.pushing_.store(os::this_thread_id(), std::memory_order_relaxed);
    }
    ~PushLock() {
      port_.pushing_.store(os::ThreadId{}, std::memory_order_relaxed);
      port_.push_mutex_.unlock();
    }
    PushLock(const PushLock&) = delete;
    PushLock& operator=(const PushLock&) = delete;

   private:
    static void lock_pushing(os::Mutex& mutex) {
      if (mutex.try_lock()) return;
      const os::BlockedThread blocked{os::BlockedThread::BlockKind::with_work};
      mutex.lock();
    }
    UsesPortCore& port_;
  };

  auto find(std::string_view id) {
    return std::ranges::find_if(connections_, [&](const auto& one) { return one->id() == id; });
  }
  /// False if there is no such connection.
  template <class Predicate>
  bool remove(Predicate is_meant) {
    std::shared_ptr<Connection> one;
    {
      const std::lock_guard lock(table_mutex_);
      forget_those_that_left();
      const auto found = std::ranges::find_if(
          connections_, [&](const auto& connection) { return is_meant(*connection); });
      if (found == connections_.end()) return false;
      one = *found;
      one->leave();
      if (!one->has_left()) leaving_.push_back(one);
      connections_.erase(found);
      version_.fetch_add(1);
    }
    if (settings_.events.left) settings_.events.left(one->statistics(monotonic_ns()));
    one.reset();
    refresh_if_idle();
    return true;
  }
  [[nodiscard]] bool is_full() const noexcept {
    if (settings_.most_connections == 0) return false;
    const auto all = std::ranges::count_if(
        connections_, [](const auto& connection) { return !connection->is_onlooker(); });
    return static_cast<std::size_t>(all) >= settings_.most_connections;
  }
  void forget_those_that_left() {
    std::erase_if(leaving_, [](const auto& one) { return one->has_left(); });
  }

  std::shared_ptr<Connection> make(const std::string& id,
                                   std::unique_ptr<Destination<Packet>> destination,
                                   const ConnectionSettings& settings) {
    typename Connection::Notices notices{
        .died =
            [this](Connection& dead) {
              if (dead.is_onlooker()) return;  // the reviver asks it already
              report(settings_.events.died, "is dead: its packets are dropped, and counted", dead);
              reviver_.watch(dead.weak_from_this());
            },
        .revived =
            [this](Connection& one) { report(settings_.events.revived, "answers again", one); },
        .last_is_late =
            [this](Connection& one) {
              report(settings_.events.last_is_late, "does not get the end of its stream", one);
            },
        .onlooker_has_gone =
            [this](Connection& gone) {
              log().info("connection '{}' only looked on, and does not answer: it is disconnected",
                         gone.id());
              remove([&gone](const Connection& connection) { return &connection == &gone; });
            }};
    std::shared_ptr<SilenceWatch> watch;
    if (settings.deadline.count() > 0)
      watch = std::make_shared<SilenceWatch>(alarm_, settings.deadline, [this, id] {
        if (settings_.events.silent) return settings_.events.silent(id, "the deadline has passed");
        log().warn("connection '{}': no packet came before its deadline", id);
      });
    return std::make_shared<Connection>(id, std::move(destination), settings, std::move(notices),
                                        std::move(watch));
  }

  static void report(const ConnectionEvents::Event& event, std::string_view what,
                     const Connection& connection) {
    if (event) return event(connection.id(), connection.why());
    log().warn("connection '{}' {}: {}", connection.id(), what, connection.why());
  }

  /// Requires: the thread holds a PushLock.
  [[nodiscard]] Times complete(const std::optional<Times>& times) noexcept {
    const auto budget = settings_.budget.count();
    const bool must_read = needs_times_ || (times ? times->due_ns != 0 : budget > 0);
    const auto now_ns = must_read ? clock_.read_now() : clock_.read().value_or(0);
    if (times) return {.born_ns = times->born_ns, .sent_ns = now_ns, .due_ns = times->due_ns};
    return {.born_ns = now_ns, .sent_ns = now_ns, .due_ns = budget > 0 ? now_ns + budget : 0};
  }

  /// Requires: the thread holds a PushLock.
  void send(const Packet& packet, const Times& times, Last last) {
    const auto now_ns = clock_.last_ns();
    if (current_.size() == 1) return current_.front()->push(packet, times, now_ns, nullptr, last);
    FanOut<Packet, Connection>(current_, packet, times, now_ns, last).send();
  }

  /// Requires: the thread holds a PushLock.
  void refresh() {
    const auto version = version_.load();
    if (version == seen_.load()) return;
    const std::lock_guard lock(table_mutex_);
    current_ = connections_;
    needs_times_ = std::ranges::any_of(current_, &Connection::needs_times);
    seen_.store(version_.load());
  }
  // Frees a connection that was disconnected, also if no thread pushes any more. A thread that is
  // pushing does this itself afterwards.
  void refresh_if_idle() {
    const std::unique_lock lock(push_mutex_, std::try_to_lock);
    if (lock.owns_lock()) refresh();
  }

  // The members that each packet needs stand first, in few cache lines.
  os::Mutex push_mutex_;
  os::Atomic<os::ThreadId> pushing_{};
  os::Atomic<std::uint64_t> version_{0}, seen_{0};  // of connections_, and of the copy in current_
  // Used only by the thread that pushes:
  Connections current_;
  PacedClock clock_;
  bool needs_times_ = false;
  const UsesPortSettings settings_;
  mutable os::Mutex table_mutex_;
  Connections connections_, leaving_;
  dispatch::Alarm alarm_;
  Reviver reviver_;
};

}  // namespace orbweaver::packets
