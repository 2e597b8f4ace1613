// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/heap.hpp>

#include <orbweaver/os/thread.hpp>
#include <orbweaver/sim/process.hpp>
#include <orbweaver/sim/thread.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>
#include <new>
#include <system_error>

#include "tests/runs.hpp"

namespace orbweaver::sim_test {

// A static variable as the product's are: each process has its own.
std::uint32_t lives = 7;
std::unique_ptr<std::uint64_t> owned;

}  // namespace orbweaver::sim_test

namespace orbweaver::sim {

namespace {

std::uintptr_t address_of(const void* place) { return reinterpret_cast<std::uintptr_t>(place); }

struct Piece {
  std::unique_ptr<unsigned char[]> octets;
  std::size_t size = 0;
};

bool holds(const Piece& piece, unsigned char value) {
  for (std::size_t i = 0; i < piece.size; ++i)
    if (piece.octets[i] != value) return false;
  return true;
}

bool is_memory_there() {
  void* const place = ::operator new(8, std::nothrow);
  ::operator delete(place);
  return place != nullptr;
}

constexpr std::size_t kPieces = 200;

// Sizes on both sides of each boundary between size classes.
std::size_t size_of(std::size_t i) { return i * i * 3 + i % 3; }

std::vector<Piece> fill_pieces() {
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < kPieces; ++i) {
    pieces.push_back({std::make_unique<unsigned char[]>(size_of(i)), size_of(i)});
    std::memset(pieces.back().octets.get(), static_cast<int>(i), size_of(i));
  }
  return pieces;
}

}  // namespace

TEST(Heap, PiecesOfAllSizesKeepTheirContent) {
  std::size_t changed = 0;
  (void)run_calm([&] {
    auto pieces = fill_pieces();
    for (std::size_t i = 0; i < kPieces; i += 2) pieces[i] = {};
    const auto more = fill_pieces();
    for (std::size_t i = 1; i < kPieces; i += 2)
      changed += holds(pieces[i], static_cast<unsigned char>(i)) ? 0U : 1U;
    for (std::size_t i = 0; i < kPieces; ++i)
      changed += holds(more[i], static_cast<unsigned char>(i)) ? 0U : 1U;
  });
  EXPECT_EQ(changed, 0U);
}

TEST(Heap, MemoryThatWasGivenBackIsTakenAgain) {
  bool is_same = false;
  std::size_t before = 0, after = 1;
  (void)run_calm([&] {
    before = bytes_in_use(this_process());
    void* const first = take(500);
    ::operator delete(first);
    void* const second = take(500);
    is_same = first == second;
    ::operator delete(second);
    after = bytes_in_use(this_process());
  });
  EXPECT_TRUE(is_same);
  EXPECT_EQ(before, after);
}

TEST(Heap, AddressesAreAligned) {
  std::uintptr_t odd = 0;
  (void)run_calm([&] {
    for (const std::size_t alignment : {std::size_t{16}, std::size_t{64}, std::size_t{4096}}) {
      void* const place = ::operator new(alignment + 5, std::align_val_t{alignment});
      odd |= address_of(place) % alignment;
      ::operator delete(place, std::align_val_t{alignment});
    }
    odd |= address_of(std::make_unique<long double>().get()) % alignof(long double);
  });
  EXPECT_EQ(odd, 0U);
}

TEST(Heap, MoreThanAHeapHoldsIsRefused) {
  bool is_refused = false;
  (void)run_calm([&] {
    try {
      ::operator delete(::operator new(std::size_t{1} << 40U));
    } catch (const std::bad_alloc&) {
      is_refused = true;
    }
  });
  EXPECT_TRUE(is_refused);
}

TEST(Heap, TheNthAllocationFails) {
  std::array<bool, 4> is_given{};
  (void)run_with({{Kind::no_memory, 3, 1}}, [&] {
    let_memory_run_out(true);
    for (auto& flag : is_given) flag = is_memory_there();
  });
  EXPECT_EQ(is_given, (std::array{true, true, false, true}));
}

TEST(Heap, MemoryRunsOutOnlyInAProcessThatSaysSo) {
  std::array<bool, 3> is_given{};
  (void)run_with({{Kind::no_memory, 1, 1}}, [&] {
    is_given[0] = is_memory_there();
    auto& other = *start_process({.name = "other"}, [&] {
      let_memory_run_out(true);
      is_given[1] = is_memory_there();
    });
    await_end(other);
    is_given[2] = is_memory_there();
  });
  EXPECT_EQ(is_given, (std::array{true, false, true}));
}

TEST(Heap, AThreadWithEnoughMemoryIsLeftOut) {
  std::array<bool, 3> is_given{};
  (void)run_with({{Kind::no_memory, 1, 1}}, [&] {
    let_memory_run_out(true);
    {
      const EnoughMemory mine;
      is_given[0] = is_memory_there();
    }
    is_given[1] = is_memory_there();
    let_memory_run_out(false);
    is_given[2] = is_memory_there();
  });
  EXPECT_EQ(is_given, (std::array{true, false, true}));
}

// As the library's: its state takes memory, then the system may have none for its stack. A thread
// that was created runs.
TEST(Heap, AThreadForWhichThereIsNoMemoryIsNotCreated) {
  constexpr std::uint64_t kMost = 10;
  unsigned no_state = 0, no_stack = 0, created = 0, ran = 0;
  for (std::uint64_t n = 1; n < kMost; ++n)
    (void)run_with({{Kind::no_memory, n, 1}}, [&] {
      let_memory_run_out(true);
      try {
        os::Thread thread{[&] { ++ran; }};
        ++created;
      } catch (const std::bad_alloc&) {
        ++no_state;
      } catch (const std::system_error&) {
        ++no_stack;
      }
    });
  EXPECT_GE(no_state, 1U);
  EXPECT_EQ(no_stack, 1U);
  EXPECT_GE(created, 1U);
  EXPECT_EQ(ran, created);
}

TEST(Heap, AllocationsHaveTheSameAddressesInEachRun) {
  const auto run = [] {
    Notes<std::uintptr_t> addresses;
    (void)run_calm([&] {
      const auto pieces = fill_pieces();
      for (const auto& piece : pieces) addresses.add(address_of(piece.octets.get()));
    });
    return addresses.values();
  };
  const auto first = run();
  const auto other = std::make_unique<std::array<char, 100'000>>();  // the program's heap
  EXPECT_EQ(first.size(), kPieces);
  EXPECT_EQ(run(), first);
}

TEST(Heap, TheMemoryOfAKilledProcessIsGone) {
  std::size_t held = 0, mine_before = 0, mine_after = 1;
  bool is_destroyed = false;
  struct NotesItsEnd {
    bool& is_destroyed;
    ~NotesItsEnd() { is_destroyed = true; }
  };
  (void)run_calm([&] {
    mine_before = bytes_in_use(this_process());
    auto& process = *start_process({.name = "victim"}, [&is_destroyed] {
      const NotesItsEnd noting{is_destroyed};
      void* const kept = take(12'345);
      sleep_until(kNever - 1);
      ::operator delete(kept);
    });
    sleep_until(virtual_now() + kSecond);
    kill(process);
    held = bytes_in_use(process);
    mine_after = bytes_in_use(this_process());
  });
  EXPECT_GE(held, 12'345U);
  EXPECT_FALSE(is_destroyed);
  EXPECT_EQ(mine_before, mine_after);
}

TEST(Heap, WhatAProcessDoesNotFreeIsSeen) {
  std::size_t left = 0, left_by_tidy = 1;
  (void)run_calm([&] {
    auto& leaky = *start_process({.name = "leaky"}, [] { (void)take(1000); });
    auto& tidy = *start_process({.name = "tidy"}, [] { ::operator delete(take(1000)); });
    await_end(leaky);
    await_end(tidy);
    left = bytes_in_use(leaky);
    left_by_tidy = bytes_in_use(tidy);
  });
  EXPECT_EQ(left, 1000U);
  EXPECT_EQ(left_by_tidy, 0U);
}

TEST(Statics, EachProcessHasItsOwn) {
  Notes<std::uint32_t> seen;
  const auto body = [&seen] {
    seen.add(sim_test::lives);
    for (int i = 0; i < 3; ++i) {
      ++sim_test::lives;
      yield();  // to the other process
    }
    seen.add(sim_test::lives);
  };
  (void)run_calm([&] {
    auto& one = *start_process({.name = "one"}, body);
    auto& other = *start_process({.name = "other"}, body);
    await_end(one);
    await_end(other);
    seen.add(sim_test::lives);
  });
  EXPECT_EQ(seen.values(), (std::vector<std::uint32_t>{7, 7, 10, 10, 7}));
  EXPECT_EQ(sim_test::lives, 7U);
}

TEST(Statics, TheNextLifeOfAProcessBeginsAfresh) {
  std::uint64_t kept = 1;
  bool is_empty_again = false;
  (void)run_calm([&] {
    auto& first = *start_process({.name = "life"}, [] {
      sim_test::owned = std::make_unique<std::uint64_t>(5);
      sleep_until(kNever - 1);
    });
    sleep_until(virtual_now() + kSecond);
    kill(first);
    auto& second = *start_process({.name = "life"}, [&] { is_empty_again = !sim_test::owned; });
    await_end(second);
    kept = sim_test::owned ? 1 : 0;
  });
  EXPECT_TRUE(is_empty_again);
  EXPECT_EQ(kept, 0U);
}

}  // namespace orbweaver::sim
