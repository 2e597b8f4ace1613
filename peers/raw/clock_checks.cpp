// SPDX-License-Identifier: Apache-2.0
#include "clock_checks.hpp"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <future>
#include <system_error>
#include <thread>

namespace raw {
namespace {

using Steady = std::chrono::steady_clock;
constexpr std::uint64_t kTimeout = 10'000;
constexpr std::uint64_t kLooksToALimit = 1024;

void run_on(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  const int failed = pthread_setaffinity_np(pthread_self(), sizeof set, &set);
  if (failed != 0)
    throw std::system_error(failed, std::system_category(),
                            "cannot run on processor " + std::to_string(cpu));
}

/// The reading that goes to and fro. `turn` counts the hand-overs: even ones are the first
/// thread's to take up, odd ones the second's.
struct Ball {
  alignas(64) std::atomic<std::uint64_t> turn{0};
  std::int64_t reading = 0;
  std::atomic<bool> over{false};
};

/// If a thread leaves without the other's knowledge, it ends the game for both.
struct Ending {
  Ball& ball;
  ~Ending() {
    if (std::uncaught_exceptions() > 0) ball.over = true;
  }
};

/// False: the game is over.
bool wait_for_turn(const Ball& ball, std::uint64_t mine) {
  for (std::uint64_t tries = 1;; ++tries) {
    if (ball.turn.load(std::memory_order_acquire) == mine)
      return true;  // pairs with play's release
    if (ball.over.load(std::memory_order_relaxed)) return false;
    if (tries % kTimeout == 0) std::this_thread::yield();  // the other may need this processor
  }
}

/// One of the two: takes the ball up when it is his turn, looks, and hands on what he saw.
Passing play(const Clock& clock, Ball& ball, std::uint64_t parity, std::uint64_t looks) {
  Passing found;
  for (std::uint64_t mine = parity; mine < looks; mine += 2) {
    if (!wait_for_turn(ball, mine)) return found;
    const auto now = clock.read();
    if (mine > 0) {
      ++found.looks;
      if (now < ball.reading) {
        ++found.backwards;
        found.worst_ns =
            std::max(found.worst_ns, static_cast<double>(ball.reading - now) * clock.tick_ns);
      }
    }
    ball.reading = now;
    ball.turn.store(mine + 1,
                    std::memory_order_release);  // pairs with the acquire in wait_for_turn
  }
  return found;
}

}  // namespace

std::vector<double> cost_ns(const Clock& clock, std::uint64_t blocks, std::uint64_t batch) {
  std::vector<double> found;
  found.reserve(blocks);
  std::int64_t kept = 0;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const auto begin = Steady::now();
    for (std::uint64_t look = 0; look < batch; ++look) kept ^= clock.read();
    const std::chrono::duration<double, std::nano> took = Steady::now() - begin;
    found.push_back(took.count() / static_cast<double>(batch));
  }
  asm volatile("" ::"r"(kept));  // the readings count as used
  return found;
}

double smallest_step_ns(const Clock& clock, std::uint64_t looks, std::chrono::nanoseconds limit) {
  const auto end = Steady::now() + limit;
  std::int64_t smallest = 0;
  auto before = clock.read();
  for (std::uint64_t look = 0; look < looks || smallest == 0; ++look) {
    if (look % kLooksToALimit == 0) {
      if (Steady::now() > end) break;
      before = clock.read();
    }
    const auto now = clock.read();
    if (now > before) smallest = smallest == 0 ? now - before : std::min(smallest, now - before);
    before = now;
  }
  return static_cast<double>(smallest) * clock.tick_ns;
}

Passing pass_between(const Clock& clock, int first_cpu, int second_cpu, std::uint64_t looks,
                     std::chrono::nanoseconds limit) {
  Ball ball;
  const auto part = [&](int cpu, std::uint64_t parity) {
    return std::async(std::launch::async, [&ball, &clock, cpu, parity, looks] {
      const Ending ending{ball};
      run_on(cpu);
      return play(clock, ball, parity, looks);
    });
  };
  auto first = part(first_cpu, 0), second = part(second_cpu, 1);
  if (first.wait_for(limit) != std::future_status::ready) ball.over = true;
  const auto one = first.get(), other = second.get();
  return {one.looks + other.looks, one.backwards + other.backwards,
          std::max(one.worst_ns, other.worst_ns)};
}

}  // namespace raw
