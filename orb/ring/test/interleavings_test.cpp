// The ring and the sleep words in every order in which the steps of two threads can come.
#include <orbweaver/ring/record_ring.hpp>
#include <orbweaver/ring/sleep_word.hpp>

#include <gtest/gtest.h>
#include <sched.h>

#include <array>
#include <cstring>

#include "interleavings.hpp"

namespace orbweaver::ring {
namespace {

using testing::holds_in_all_orders;
using testing::Interleaving;
using testing::ModelAccess;

/// Turns are handed over much sooner on one processor.
class OnOneCpu : public ::testing::Test {
 protected:
  OnOneCpu() {
    ::sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(::sched_getcpu()), &one);
    ::sched_setaffinity(0, sizeof one, &one);
  }
  ~OnOneCpu() override { ::sched_setaffinity(0, sizeof before_, &before_); }

 private:
  cpu_set_t before_;
};
using Interleavings = OnOneCpu;

void put(std::byte* place, std::size_t size, int value) { std::memset(place, 0x40 + value, size); }

bool is(Bytes bytes, int value) {
  for (const auto byte : bytes)
    if (byte != static_cast<std::byte>(0x40 + value)) return false;
  return !bytes.empty();
}

struct Ring {
  alignas(kUnit) std::array<std::byte, 128> memory{};
  std::uint64_t read_position = 0;
  Writer<ModelAccess> writer{memory, read_position};
  Reader<ModelAccess> reader{memory, read_position};

  void write(int value, std::size_t size) {
    auto seen = Interleaving::stores_of_others();
    std::byte* place = nullptr;
    while ((place = writer.claim(size)) == nullptr) {
      Interleaving::wait_for_others(seen);
      if (Interleaving::is_abandoned()) return;
      seen = Interleaving::stores_of_others();
    }
    put(place, size, value);
    writer.commit(static_cast<std::uint32_t>(value));
  }

  /// Whether the next record is this one.
  bool read(int value, std::size_t size) {
    auto seen = Interleaving::stores_of_others();
    Poll found = Poll::nothing;
    while ((found = reader.poll()) == Poll::nothing) {
      reader.publish();
      Interleaving::wait_for_others(seen);
      if (Interleaving::is_abandoned()) return false;
      seen = Interleaving::stores_of_others();
    }
    const bool is_right = found == Poll::record && reader.bytes().size() == size &&
                          is(reader.bytes(), value) &&
                          reader.tag() == static_cast<std::uint32_t>(value);
    if (reader.release()) reader.publish();
    return is_right;
  }
};

// The third record does not fit before the end, and has room only once the second was read.
TEST_F(Interleavings, of_writer_and_reader_keep_records_whole_and_in_order) {
  constexpr std::size_t kRecord = 40;
  std::size_t orders = 0;
  const auto one_case = [](Interleaving& order) {
    Ring ring;
    ring.write(1, kRecord);
    bool in_order = ring.read(1, kRecord);
    const bool ended = order.run({[&] {
                                    ring.write(2, kRecord);
                                    ring.write(3, kRecord);
                                  },
                                  [&] {
                                    in_order &= ring.read(2, kRecord);
                                    in_order &= ring.read(3, kRecord);
                                  }});
    return ended && in_order;
  };
  EXPECT_TRUE(holds_in_all_orders(one_case, orders));
  EXPECT_GT(orders, 1000U);
  RecordProperty("orders", static_cast<int>(orders));
}

// The waker publishes one event after another. The sleeper waits for the last, and the waker may
// wake it for each.
bool sees_the_last_event(Interleaving& order, bool wakes_between) {
  constexpr std::uint32_t kEvents = 3;
  std::uint32_t events = 0, sleep_word = 0;
  int bells = 0, rung = 0;
  const auto wake = [&] {
    Waker<ModelAccess> waker{sleep_word};
    for (std::uint32_t i = 1; i <= kEvents; ++i) {
      ModelAccess::store_release(events, i);
      if (waker.must_ring()) ++bells, ++rung;
    }
  };
  const auto sleep = [&] {
    Sleeper<ModelAccess> sleeper{sleep_word};
    while (ModelAccess::load_acquire(events) < kEvents) {
      sleeper.announce_sleep();
      if (ModelAccess::load_acquire(events) == kEvents) return;
      Interleaving::wait_until([&] { return bells > 0; });
      if (Interleaving::is_abandoned()) return;
      bells = 0;
      if (wakes_between) sleeper.announce_awake();
    }
  };
  return order.run({wake, sleep}) && rung <= static_cast<int>(kEvents);
}

TEST_F(Interleavings, of_sleeper_and_waker_always_wake_a_sleeper_that_has_an_event) {
  for (const bool wakes_between : {false, true}) {
    std::size_t orders = 0;
    const auto one_case = [=](Interleaving& order) {
      return sees_the_last_event(order, wakes_between);
    };
    EXPECT_TRUE(holds_in_all_orders(one_case, orders)) << wakes_between;
    EXPECT_GT(orders, 100U);
  }
}

}  // namespace
}  // namespace orbweaver::ring
