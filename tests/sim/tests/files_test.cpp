// SPDX-License-Identifier: Apache-2.0
// Descriptors, events and shared memory, by the names of orb/os.
#include <orbweaver/os/descriptor_passing.hpp>
#include <orbweaver/os/event_queue.hpp>
#include <orbweaver/os/shared_memory.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/sim/process.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <set>

#include "tests/runs.hpp"

namespace orbweaver::sim {

namespace {

using Tokens = std::vector<std::uint64_t>;

}  // namespace

TEST(Events, OneThatIsWatchedOnceIsReportedOnce) {
  const auto outcome = run_calm([] {
    const auto queue = os::make_event_queue(), event = os::make_event();
    (void)os::watch_once(queue->get(), event->get(), 5);
    os::raise_event(event->get());
    (void)os::next_event(queue->get());
    (void)os::next_event(queue->get());
  });
  EXPECT_EQ(broken_law(outcome), "deadlock");
  EXPECT_NE(report_of(outcome).find("waits for an event"), std::string::npos);
}

TEST(Events, WatchingAgainReportsAgain) {
  Notes<std::uint64_t> tokens;
  const auto outcome = run_calm([&] {
    const auto queue = os::make_event_queue(), event = os::make_event();
    os::raise_event(event->get());
    for (std::uint64_t token = 1; token <= 3; ++token) {
      (void)os::watch_once(queue->get(), event->get(), token);
      tokens.add(*os::next_event(queue->get()));
    }
  });
  EXPECT_EQ(broken_law(outcome), "");
  EXPECT_EQ(tokens.values(), (Tokens{1, 2, 3}));
}

TEST(Events, OneThatIsWatchedAlwaysWakesAllThatWait) {
  Notes<std::uint64_t> tokens;
  const auto outcome = run_calm([&] {
    const auto queue = os::make_event_queue(), event = os::make_event();
    (void)os::watch_always(queue->get(), event->get(), 9);
    std::vector<os::Thread> threads;
    for (int i = 0; i < 3; ++i)
      threads.emplace_back([&] { tokens.add(*os::next_event(queue->get())); });
    yield();
    os::raise_event(event->get());
  });
  EXPECT_EQ(broken_law(outcome), "");
  EXPECT_EQ(tokens.values(), (Tokens{9, 9, 9}));
}

TEST(Events, OneThatIsNotWatchedAnyMoreIsNotReported) {
  Notes<std::uint64_t> tokens;
  (void)run_calm([&] {
    const auto queue = os::make_event_queue();
    auto closed = os::make_event();
    const auto unwatched = os::make_event(), last = os::make_event();
    (void)os::watch_once(queue->get(), closed->get(), 1);
    (void)os::watch_once(queue->get(), unwatched->get(), 2);
    (void)os::watch_once(queue->get(), last->get(), 3);
    for (const int number : {closed->get(), unwatched->get(), last->get()}) os::raise_event(number);
    closed->reset();
    os::unwatch(queue->get(), unwatched->get());
    tokens.add(*os::next_event(queue->get()));
  });
  EXPECT_EQ(tokens.values(), Tokens{3});
}

TEST(Events, WhichOfThoseThatAreReadyIsFirstIsAChoice) {
  std::set<std::uint64_t> first;
  for (std::uint32_t value = 0; value < 3; ++value)
    (void)run_with({{Kind::wake, 1, value}}, [&] {
      const auto queue = os::make_event_queue();
      std::vector<os::UniqueFd> events;
      for (std::uint64_t token = 0; token < 3; ++token) {
        events.push_back(std::move(*os::make_event()));
        (void)os::watch_once(queue->get(), events.back().get(), token);
        os::raise_event(events.back().get());
      }
      const auto token = *os::next_event(queue->get());
      const KernelMemory kernel;
      first.insert(token);
    });
  EXPECT_EQ(first, (std::set<std::uint64_t>{0, 1, 2}));
}

TEST(Events, APollEndsAtItsDeadlineOrWhenBytesCome) {
  Notes<bool> ready;
  (void)run_calm([&] {
    auto pair = os::make_socket_pair();
    const auto poll = [&] {
      const auto deadline = Deadline::at(now() + std::chrono::milliseconds{5});
      ready.add(*os::wait_until_ready(pair->first.get(), os::Readiness::readable, deadline));
    };
    poll();
    const std::byte octet{1};
    const Bytes bytes{&octet, 1};
    (void)os::send_some(pair->second.get(), {&bytes, 1}, 0, os::SocketWait::none);
    poll();
  });
  EXPECT_EQ(ready.values(), (std::vector{false, true}));
}

TEST(Descriptors, ANumberThatIsFreeIsTakenAgainAndOthersAreRefused) {
  Notes<int> numbers;
  (void)run_calm([&] {
    auto first = os::make_event();
    const auto second = os::make_event();
    const int number = first->get();
    first->reset();
    numbers.add(os::next_event(number).error().code);
    numbers.add(os::make_event()->get() - number);
    numbers.add(os::next_event(second->get()).error().code);  // no queue
  });
  EXPECT_EQ(numbers.values(), (std::vector{EBADF, 0, EBADF}));
}

TEST(Descriptors, ThoseOfAProcessAreItsOwn) {
  int error = 0;
  (void)run_calm([&] {
    const auto queue = os::make_event_queue();
    auto& process = *start_process({.name = "other"}, [&, number = queue->get()] {
      error = os::next_event(number).error().code;
    });
    await_end(process);
  });
  EXPECT_EQ(error, EBADF);
}

TEST(Descriptors, WhatAProcessLeavesOpenIsCounted) {
  std::size_t left = 0;
  (void)run_calm([&] {
    auto& process = *start_process({.name = "leaky"}, [] {
      const auto closed = os::make_event();
      (void)os::make_event()->release();
      (void)os::make_event()->release();
    });
    await_end(process);
    left = files_at_end(process);
  });
  EXPECT_EQ(left, 2U);
}

TEST(SharedMemory, ProcessesSeeTheSameOctets) {
  Notes<int> seen;
  (void)run_calm([&] {
    auto pair = os::make_socket_pair();
    auto memory = os::make_shared_memory(os::kPageSize);
    auto mapping = os::Mapping::of(memory->get(), 0, os::kPageSize, os::Protection::read_write);
    auto* const word = reinterpret_cast<int*>(mapping->memory().data());
    seen.add(*word);
    auto& process = *start_process({.name = "other"}, [&, word] {
      *word = 17;  // at the same address
    });
    await_end(process);
    memory->reset();
    seen.add(*word);
    os::give_back_pages(mapping->memory());
    seen.add(*word);
  });
  EXPECT_EQ(seen.values(), (std::vector{0, 17, 0}));
}

TEST(SharedMemory, OfAnotherSizeItIsRefused) {
  Notes<bool> seen;
  (void)run_calm([&] {
    const auto memory = os::make_shared_memory(2 * os::kPageSize);
    const auto event = os::make_event();
    seen.add(os::is_shared_memory(memory->get(), 2 * os::kPageSize));
    seen.add(os::is_shared_memory(memory->get(), os::kPageSize));
    seen.add(os::is_shared_memory(event->get(), os::kPageSize));
    seen.add(
        os::Mapping::of(memory->get(), os::kPageSize, 2 * os::kPageSize, os::Protection::read_only)
            .has_value());
  });
  EXPECT_EQ(seen.values(), (std::vector{true, false, false, false}));
}

}  // namespace orbweaver::sim
