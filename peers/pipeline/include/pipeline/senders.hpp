// SPDX-License-Identifier: Apache-2.0
// Threads of a producer that share the reference to the next component. Decides which thread sends
// which packet, when a packet is due, and that all threads stop when one fails. It knows no ORB.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <type_traits>
#include <vector>

namespace lab_pipeline {

/// Packets 1 to N, each sent once, as fast as can be or on a schedule fixed beforehand.
/// Threads: any.
class Senders {
 public:
  /// `pace_ms`: one packet each so many milliseconds; 0: no schedule.
  Senders(std::uint64_t packets, double pace_ms) : packets_(packets), pace_ns_(pace_ms * 1e6) {}

  /// Runs each of `bodies` on a thread that `start(place, body)` makes, the first on the caller's.
  /// Blocks: until all have returned. Fails: throws what the first that failed threw; the others
  /// are asked to stop.
  template <class Body, class Start>
  void run(std::vector<Body>& bodies, const Start& start) {
    {
      using Thread = std::invoke_result_t<Start, std::size_t, void (*)()>;
      std::vector<Thread> threads;
      const Joined<Thread> joined{*this, threads};
      for (std::size_t place = 1; place < bodies.size(); ++place)
        threads.push_back(start(place, [this, &body = bodies[place]] { attempt(body); }));
      attempt(bodies.front());
    }
    if (failure_) std::rethrow_exception(failure_);
  }

  /// The number of a packet that no other thread sends; 0: there is none, or it is time to stop.
  std::uint64_t take() {
    if (is_stopping()) return 0;
    const std::uint64_t number = taken_.fetch_add(1) + 1;
    return number <= packets_ ? number : 0;
  }
  /// When it has to be sent; `now_ns` without a schedule. A packet that goes out late counts from
  /// there: a stall is not forgiven to those behind it.
  std::int64_t due_ns(std::uint64_t number, std::int64_t started_ns, std::int64_t now_ns) const {
    if (pace_ns_ <= 0) return now_ns;
    return started_ns + static_cast<std::int64_t>(static_cast<double>(number - 1) * pace_ns_);
  }
  /// A thread that has taken a packet and waits for its time does not send it any more.
  void stop() noexcept { stopping_ = true; }
  bool is_stopping() const noexcept { return stopping_; }

 private:
  /// A thread that cannot be started is a failure too, and must not leave others behind.
  template <class Thread>
  struct Joined {
    Senders& senders;
    std::vector<Thread>& threads;
    ~Joined() {
      if (std::uncaught_exceptions() > 0) senders.stop();
      for (auto& thread : threads) thread.join();
    }
  };

  template <class Body>
  void attempt(Body& body) {
    try {
      body();
    } catch (...) {
      stop();
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  const std::uint64_t packets_;
  const double pace_ns_;
  std::atomic<std::uint64_t> taken_{0};
  std::atomic<bool> stopping_{false};
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace lab_pipeline
