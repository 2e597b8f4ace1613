// SPDX-License-Identifier: Apache-2.0
// Simulated: orb/os has the product's.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/thread_traits.hpp>
#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/process.hpp>
#include <orbweaver/sim/thread.hpp>

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <system_error>
#include <utility>

namespace orbweaver::os {

struct ThreadId {
  std::uint32_t number = 0;
  friend auto operator<=>(const ThreadId&, const ThreadId&) = default;
};

inline ThreadId this_thread_id() noexcept { return {sim::number_of(sim::this_thread())}; }
inline void yield() noexcept { sim::yield(); }
inline void sleep_for(Nanoseconds time) { sim::sleep_until(sim::virtual_now() + time.count()); }

/// As std::jthread.
class Thread {
 public:
  using id = ThreadId;

  Thread() noexcept = default;
  template <class Body>
    requires(!std::same_as<std::remove_cvref_t<Body>, Thread>)
  explicit Thread(Body&& body)
      : stop_(std::stop_source{}), thread_(start(std::forward<Body>(body), stop_.get_token())) {}
  Thread(Thread&& other) noexcept
      : stop_(std::move(other.stop_)), thread_(std::exchange(other.thread_, nullptr)) {}
  Thread& operator=(Thread&& other) noexcept {
    Thread{std::move(other)}.swap(*this);
    return *this;
  }
  ~Thread() {
    if (!joinable()) return;
    request_stop();
    join();
  }

  void swap(Thread& other) noexcept {
    std::swap(stop_, other.stop_);
    std::swap(thread_, other.thread_);
  }
  [[nodiscard]] bool joinable() const noexcept { return thread_ != nullptr; }
  [[nodiscard]] ThreadId get_id() const noexcept { return {sim::number_of(thread_)}; }
  void join() { sim::join(*std::exchange(thread_, nullptr)); }
  void detach() { sim::detach(*std::exchange(thread_, nullptr)); }
  bool request_stop() noexcept { return stop_.request_stop(); }
  [[nodiscard]] sim::Thread* native_handle() noexcept { return thread_; }
  [[nodiscard]] std::stop_token get_stop_token() const noexcept { return stop_.get_token(); }
  [[nodiscard]] static unsigned hardware_concurrency() noexcept {
    return sim::processors_of(sim::this_process());
  }

 private:
  template <class Body>
  static sim::Thread* start(Body&& body, std::stop_token stop) {
    if (sim::memory_runs_out())
      throw std::system_error{std::make_error_code(std::errc::resource_unavailable_try_again)};
    // A std::function copies what it holds, and the body of a thread may be movable only.
    auto held = std::make_shared<std::decay_t<Body>>(std::forward<Body>(body));
    return sim::start_thread([held = std::move(held), stop = std::move(stop)]() mutable {
      const auto mine = std::exchange(held, nullptr);
      if constexpr (std::invocable<std::decay_t<Body>&, std::stop_token>)
        std::invoke(*mine, std::exchange(stop, {}));
      else
        std::invoke(*mine);
    });
  }

  std::stop_source stop_{std::nostopstate};  // takes no memory
  sim::Thread* thread_ = nullptr;
};

[[nodiscard]] Thread start_thread(ThreadTraits traits, std::function<void()> body);

inline void relax() noexcept { sim::yield(); }

}  // namespace orbweaver::os
