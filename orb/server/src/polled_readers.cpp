// SPDX-License-Identifier: Apache-2.0
// The `pool` threading: a few threads read all connections. A descriptor fires once. It is armed
// again after its messages have been handled, so two threads never read the same connection.
#include "connection_reader.hpp"
#include "kept_connection.hpp"
#include "poller_threads.hpp"
#include "reader_watch.hpp"

#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/transport/poller.hpp>
#include <orbweaver/wire/idle_tick.hpp>

#include <algorithm>
#include <map>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace orbweaver::server {

namespace {

// A paused connection goes on after two events, which may come in either order: its reader has put
// it down, and the lane has room again. The thread of the second event posts the connection to the
// poller.
//
//   thread R (reader): read_available() returns pause; arrive_second(): false, R leaves it
//   thread L (lane):   has room again: resume; arrive_second(): true, L posts it
//
// or L resumes before R has left the connection: then L's arrive_second() is false, and R posts it.
class Rendezvous {
 public:
  [[nodiscard]] bool arrive_second() noexcept {
    // acq_rel: the second thread sees all that the first one did before it arrived
    return arrivals_.fetch_add(1, std::memory_order_acq_rel) % 2 == 1;
  }

 private:
  os::Atomic<unsigned> arrivals_{0};  // two for each pause
};

// Which thread may use a connection. A reader has it from an event until it arms the descriptor
// again. While no thread reads, the thread that checks for idle connections may take it:
//
//   thread C (check):  free ─► looked at; checks
//   thread R (reader): an event: looked at ─► read: false, R leaves it
//   thread C:          read ─► free: a reader wanted it, so C posts it to the poller
class Custody {
 public:
  /// Returns false if another thread checks the connection; it posts it to the poller afterwards.
  [[nodiscard]] bool take_to_read() noexcept {
    // acq_rel, here and below: the thread that takes it sees all that the one before did
    return state_.exchange(State::read, std::memory_order_acq_rel) != State::looked_at;
  }
  void put_down() noexcept { state_.store(State::free, std::memory_order_release); }
  [[nodiscard]] bool take_to_look() noexcept {
    auto expected = State::free;
    return state_.compare_exchange_strong(expected, State::looked_at, std::memory_order_acq_rel);
  }
  /// Whether a reader wanted the connection meanwhile.
  [[nodiscard]] bool put_down_after_look() noexcept {
    return state_.exchange(State::free, std::memory_order_acq_rel) == State::read;
  }

 private:
  enum class State : std::uint8_t { read, free, looked_at };
  os::Atomic<State> state_{State::read};
};

class PolledReaders final : public ConnectionReader {
 public:
  PolledReaders(unsigned threads, const os::ThreadTraits& traits, dispatch::Alarm& alarm,
                Nanoseconds idle, Nanoseconds drain, Nanoseconds poll_time)
      : alarm_(alarm),
        look_every_(wire::idle_tick(drain.count() > 0 ? std::min(idle, drain) : idle)),
        idle_(idle),
        poll_time_(poll_time),
        rounds_(std::make_shared<Rounds>(*this)),
        threads_(threads, named(traits), [this] { return handle_one(); }),
        watch_(traits, [this](const auto& connection, wire::ReaderHandoff::Look look) {
          start_reader(connection, look);
        }) {}
  ~PolledReaders() override {
    stop();
    finish();
  }

  /// Call it once, first. Throws std::system_error, std::bad_alloc: some threads may run, which the
  /// destructor ends.
  void start() { threads_.start(); }

  bool add(std::shared_ptr<ServerConnection> connection) override {
    const std::lock_guard lock(mutex_);
    if (stopped_) return false;
    const auto token = next_token_++;
    auto watched = std::make_shared<Watched>(std::move(connection), poll_time_);
    watched->connection->set_on_resume([this, token, watched = std::weak_ptr(watched)] {
      const auto paused = watched.lock();
      if (paused && paused->rendezvous.arrive_second()) poller_.post(token);
    });
    watched->connection->set_watch(watch_);
    watch_.add(watched->connection);
    poller_.reserve_post();
    watched_.emplace(token, watched);
    begin_rounds();
    watched->custody.put_down();
    if (poller_.arm(watched->connection->descriptor(), token)) return true;
    drop(token);
    return false;
  }

  void stop() override {
    watch_.stop();
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
      for (const auto& [token, watched] : watched_) watched->connection->stop_reading();
    }
    poller_.stop();
    threads_.stop();
  }

  void finish() override {
    const std::lock_guard lock(mutex_);
    for (const auto& [token, watched] : watched_) watched->connection->say_close_connection();
    watched_.clear();
  }

 private:
  struct Watched {
    Watched(std::shared_ptr<ServerConnection> one, Nanoseconds poll_time)
        : connection(std::move(one)), kept(poll_time) {}

    const std::shared_ptr<ServerConnection> connection;
    KeptConnection kept;
    Rendezvous rendezvous;
    Custody custody;
    TimePoint quiet_since = now();  // written by the thread that checks
  };

  class Rounds final : public dispatch::Alarm::Target {
   public:
    explicit Rounds(PolledReaders& readers) noexcept : readers_(readers) {}
    void ring() noexcept override { readers_.look_for_idle_ones(); }

   private:
    PolledReaders& readers_;
  };

  // Requires: mutex_ held.
  void begin_rounds() {
    if (idle_.count() <= 0 || goes_round_) return;
    goes_round_ = alarm_.set(now() + look_every_, rounds_);
  }

  void look_for_idle_ones() {
    const std::lock_guard lock(mutex_);
    goes_round_ = false;
    if (stopped_ || watched_.empty()) return;
    for (auto one = watched_.begin(); one != watched_.end();) {
      const auto [token, watched] = *one++;
      if (!watched->custody.take_to_look()) continue;
      if (is_over(*watched))
        drop(token);  // and never put down, so that no thread reads it
      else if (watched->custody.put_down_after_look())
        poller_.post(token);
    }
    begin_rounds();
  }

  // A connection that cannot be closed for lack of memory stays for now.
  [[nodiscard]] static bool is_over(Watched& watched) noexcept try {
    constexpr long kReader = 1;
    auto& connection = *watched.connection;
    const auto timeout = connection.idle_timeout();
    const bool is_quiet = connection.has_been_quiet();
    if (is_quiet && (timeout.count() <= 0 || now() - watched.quiet_since < timeout)) return false;
    watched.quiet_since = now();
    return is_quiet && connection.close_idle(kReader);
  } catch (const std::bad_alloc&) {
    return false;
  }

  // Called by the watch's thread.
  void start_reader(const std::shared_ptr<ServerConnection>& connection,
                    wire::ReaderHandoff::Look look) {
    const auto token = token_of(*connection);
    if (!token || !threads_.replace_one()) return;
    if (connection->handoffs().take_over(look)) return poller_.post(*token);
    threads_.take_back_one();  // the reader has returned from its servant
  }

  [[nodiscard]] std::optional<std::uint64_t> token_of(const ServerConnection& connection) const {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(
        watched_, [&](const auto& entry) { return entry.second->connection.get() == &connection; });
    return found == watched_.end() ? std::nullopt : std::optional{found->first};
  }

  static os::ThreadTraits named(os::ThreadTraits traits) {
    traits.name = "ow-poller";
    return traits;
  }

  [[nodiscard]] bool handle_one() {
    const auto token = wait_for_event();
    if (!token) return false;
    if (const auto watched = find(*token)) read(*token, *watched);
    return true;
  }

  // relaxed: the number of waiting threads is a guess
  [[nodiscard]] std::optional<std::uint64_t> wait_for_event() noexcept {
    waiting_.fetch_add(1, std::memory_order_relaxed);
    const auto token = poller_.wait();
    waiting_.fetch_sub(1, std::memory_order_relaxed);
    return token;
  }

  void read(std::uint64_t token, Watched& watched) {
    if (!watched.custody.take_to_read()) return;
    const auto is_other_free = [this] { return waiting_.load(std::memory_order_relaxed) > 0; };
    switch (watched.kept.read_while_it_comes(*watched.connection, is_other_free)) {
      case Next::read:
        watched.custody.put_down();
        if (!poller_.arm(watched.connection->descriptor(), token)) forget(token);
        return;
      case Next::read_more:
        return poller_.post(token);
      case Next::pause:
        if (watched.rendezvous.arrive_second()) poller_.post(token);
        return;
      case Next::stop:
        return forget(token);
      case Next::handed_over:
        return threads_.take_back_one();
    }
  }

  [[nodiscard]] std::shared_ptr<Watched> find(std::uint64_t token) const {
    const std::lock_guard lock(mutex_);
    const auto found = watched_.find(token);
    return found == watched_.end() ? nullptr : found->second;
  }

  void forget(std::uint64_t token) {
    const std::lock_guard lock(mutex_);
    drop(token);
  }

  // Requires: mutex_ held.
  void drop(std::uint64_t token) {
    const auto found = watched_.find(token);
    if (found == watched_.end()) return;
    poller_.remove(found->second->connection->descriptor());
    if (stopped_) return;
    poller_.release_post();
    watched_.erase(found);  // replies that are still due keep the connection alive
  }

  dispatch::Alarm& alarm_;
  const Nanoseconds look_every_;
  const Nanoseconds idle_, poll_time_;
  const std::shared_ptr<Rounds> rounds_;
  bool goes_round_ = false;
  transport::Poller poller_;
  mutable os::Mutex mutex_;
  std::map<std::uint64_t, std::shared_ptr<Watched>> watched_;
  std::uint64_t next_token_ = 1;
  bool stopped_ = false;
  os::Atomic<unsigned> waiting_{0};
  PollerThreads threads_;
  ReaderWatch watch_;
};

}  // namespace

std::unique_ptr<ConnectionReader> make_polled_readers(unsigned threads,
                                                      const os::ThreadTraits& traits,
                                                      dispatch::Alarm& alarm, Nanoseconds idle,
                                                      Nanoseconds drain, Nanoseconds poll_time) {
  auto polled_readers =
      std::make_unique<PolledReaders>(threads, traits, alarm, idle, drain, poll_time);
  polled_readers->start();
  return polled_readers;
}

}  // namespace orbweaver::server
