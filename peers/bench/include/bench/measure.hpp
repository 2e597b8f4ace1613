// SPDX-License-Identifier: Apache-2.0
// The loops that take time, the same for all peers.
#pragma once
#include <bench/command.hpp>

#include <chrono>
#include <cstddef>
#include <exception>
#include <latch>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace bench {

/// CLOCK_MONOTONIC, the same clock in every process of the machine.
inline std::int64_t now_ns() noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// The processor's time stamp counter, which ticks at its own constant rate whatever the core's
/// frequency is at the moment; 0 where there is none.
inline std::uint64_t now_cycles() noexcept {
#if defined(__x86_64__)
  return __rdtsc();
#elif defined(__aarch64__)
  std::uint64_t ticks = 0;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return 0;
#endif
}

/// Times calls that begin on a schedule fixed beforehand. A call counts from the moment at which
/// its caller wakes for it; if the call before it took longer than its time, from the scheduled
/// moment, as the caller would have called then. So a pause shows in every call that it held up.
template <class Call>
Measured time_calls_on_schedule(const Command& command, Call&& call) {
  using Clock = std::chrono::steady_clock;
  const std::chrono::nanoseconds every = std::chrono::microseconds{command.every_us};
  Measured measured{.calls = command.calls};
  measured.durations_ns.reserve(command.calls);
  const auto begin = Clock::now();
  for (auto scheduled = begin; measured.durations_ns.size() < command.calls; scheduled += every) {
    auto called = scheduled;
    if (Clock::now() < scheduled) {
      std::this_thread::sleep_until(scheduled);
      called = Clock::now();
    }
    call();
    measured.durations_ns.push_back((Clock::now() - called).count());
  }
  measured.elapsed_ns = (Clock::now() - begin).count();
  return measured;
}

/// Times calls that each wait for their answer. The clock is read once for each batch: the end of
/// one is the beginning of the next.
template <class Call>
Measured time_calls(const Command& command, Call&& call) {
  for (std::uint64_t n = 0; n < command.warm_up; ++n) call();
  if (command.every_us > 0) return time_calls_on_schedule(command, call);
  Measured measured{.batch = command.batch};
  measured.durations_ns.resize(command.calls / command.batch);
  measured.calls = measured.durations_ns.size() * command.batch;
  const auto begin = now_ns();
  const auto begin_cycles = now_cycles();
  auto before = begin;
  for (auto& duration : measured.durations_ns) {
    for (std::uint64_t n = 0; n < command.batch; ++n) call();
    const auto after = now_ns();
    duration = after - before;
    before = after;
  }
  measured.elapsed_cycles = now_cycles() - begin_cycles;
  measured.elapsed_ns = before - begin;
  return measured;
}

/// Times threads that call at the same time, `calls` in all at least, and as many each: from the
/// moment when all have called once, and their share of the warm-up, to the last answer of the
/// last. Fails: what the first of them threw.
template <class Call>
Measured time_together(const Command& command, Call&& call) {
  const auto share = [&](std::uint64_t all) {
    return (all + command.threads - 1) / command.threads;
  };
  const Command entry{.calls = share(command.calls), .warm_up = share(command.warm_up)};
  std::latch ready(static_cast<std::ptrdiff_t>(command.threads)), begin(1);
  std::vector<Measured> measured(command.threads);
  std::vector<std::exception_ptr> failures(command.threads);
  std::vector<std::jthread> threads;
  const auto run = [&](std::size_t number) {
    try {
      for (std::uint64_t n = 0; n < entry.warm_up + 1; ++n) call();
    } catch (...) {
      failures[number] = std::current_exception();
    }
    ready.arrive_and_wait();
    begin.wait();
    try {
      if (!failures[number]) measured[number] = time_calls(Command{.calls = entry.calls}, call);
    } catch (...) {
      failures[number] = std::current_exception();
    }
  };
  for (std::size_t number = 0; number < command.threads; ++number)
    threads.emplace_back(run, number);
  ready.wait();
  const auto started = now_ns();
  begin.count_down();
  threads.clear();
  Measured all{.elapsed_ns = now_ns() - started};
  for (const auto& failure : failures)
    if (failure) std::rethrow_exception(failure);
  for (const auto& one : measured) {
    all.calls += one.calls;
    all.durations_ns.insert(all.durations_ns.end(), one.durations_ns.begin(),
                            one.durations_ns.end());
  }
  return all;
}

/// Which call on a connection is timed.
enum class Turn { first, second };

/// Times one call on each of `calls` connections: `open` makes one, not timed, and returns what
/// calls over it; the last one is gone when the next is opened.
template <class Open>
Measured time_turn(const Command& command, Turn turn, Open&& open) {
  Measured measured{.calls = command.calls};
  for (std::uint64_t n = 0; n < command.warm_up + command.calls; ++n) {
    auto call = open();
    if (turn == Turn::second) call();
    const auto begin = now_ns();
    const auto begin_cycles = now_cycles();
    call();
    const auto cycles = now_cycles() - begin_cycles;
    const auto elapsed = now_ns() - begin;
    if (n < command.warm_up) continue;
    measured.durations_ns.push_back(elapsed);
    measured.elapsed_ns += elapsed;
    measured.elapsed_cycles += cycles;
  }
  return measured;
}

/// Opens `calls` connections, which stay. `open` makes one, and a call over it.
template <class Open>
Measured open_and_keep(const Command& command, Open&& open) {
  const auto begin = now_ns();
  for (std::uint64_t n = 0; n < command.calls; ++n) open();
  return {.calls = command.calls, .elapsed_ns = now_ns() - begin};
}

/// Times a stream: `post` each message, then ask `received` (which returns how many arrived since
/// it was last asked) until all have. The time ends with the answer that completes them. Fails:
/// throws if they do not all arrive within 10 s of the last one.
template <class Post, class Received>
Measured time_stream(const Command& command, Post&& post, Received&& received) {
  const auto stream = [&](std::uint64_t count) {
    for (std::uint64_t n = 0; n < count; ++n) post();
    const auto limit = now_ns() + 10'000'000'000;
    std::uint64_t arrived = received();
    while (arrived < count) {
      if (now_ns() > limit)
        throw std::runtime_error(std::to_string(count - arrived) + " of " + std::to_string(count) +
                                 " one-way messages did not arrive");
      std::this_thread::yield();
      arrived += received();
    }
  };
  if (command.warm_up > 0) stream(command.warm_up);
  const auto begin = now_ns();
  stream(command.calls);
  return {.calls = command.calls, .elapsed_ns = now_ns() - begin};
}

/// Times packets that are pushed into a port, each from the call: until it returns, and until the
/// processing thread behind the port has the packet. `taken_ns` is asked once, at the end: when
/// that thread took each packet, those of the warm-up too, on the same clock.
template <class Push, class TakenNs>
Measured time_packets(const Command& command, Push&& push, TakenNs&& taken_ns) {
  std::vector<std::int64_t> begun(command.calls), ended(command.calls);
  for (std::uint64_t n = 0; n < command.warm_up; ++n) push();
  const auto begin = now_ns();
  for (std::uint64_t n = 0; n < command.calls; ++n) {
    begun[n] = now_ns();
    push();
    ended[n] = now_ns();
  }
  Measured measured{.calls = command.calls, .elapsed_ns = now_ns() - begin};
  const auto taken = taken_ns();
  const auto sent = command.warm_up + command.calls;
  if (taken.size() != sent)
    throw std::runtime_error("the port reports " + std::to_string(taken.size()) + " packets, not " +
                             std::to_string(sent) + "; it keeps a million");
  for (std::uint64_t n = 0; n < command.calls; ++n) {
    measured.durations_ns.push_back(ended[n] - begun[n]);
    measured.taken_ns.push_back(static_cast<std::int64_t>(taken[command.warm_up + n]) - begun[n]);
  }
  return measured;
}

}  // namespace bench
