// SPDX-License-Identifier: Apache-2.0
// A full queue drops packets, but never the end of a stream.
#include <orbweaver/packets/packet_queue.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <vector>

namespace orbweaver::packets {
namespace {

struct Item {
  int value = 0;
  bool is_end = false;
  [[nodiscard]] bool must_stay() const noexcept { return is_end; }
};
using Queue = PacketQueue<Item>;
using Push = Queue::Push;

struct Pushed {
  Push outcome;
  int dropped;  // 0: none
};
Pushed push(Queue& queue, Item item, Deadline deadline = Deadline::at(now())) {
  std::optional<Item> dropped;
  const auto outcome = queue.push(std::move(item), deadline, dropped);
  return {outcome, dropped ? dropped->value : 0};
}
std::vector<int> drained(Queue& queue) {
  std::vector<int> values;
  queue.close();
  while (const auto item = queue.pop()) values.push_back(item->value);
  return values;
}

class AFullQueue : public ::testing::TestWithParam<WhenFull> {
 protected:
  AFullQueue() {
    push(queue, {1});
    push(queue, {2});
  }
  Queue queue{2, GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Kinds, AFullQueue,
                         ::testing::Values(WhenFull::block, WhenFull::drop_oldest,
                                           WhenFull::drop_newest));

TEST_P(AFullQueue, drops_a_packet_for_the_end_of_the_stream) {
  const bool drops_oldest = GetParam() == WhenFull::drop_oldest;
  const auto pushed = push(queue, {3, true});
  EXPECT_EQ(pushed.outcome, Push::replaced);
  EXPECT_EQ(pushed.dropped, drops_oldest ? 1 : 2);
  EXPECT_THAT(drained(queue), ::testing::ElementsAre(drops_oldest ? 2 : 1, 3));
}

TEST_P(AFullQueue, keeps_an_end_that_waits_when_packets_of_another_stream_come) {
  push(queue, {3, true});
  push(queue, {4});
  push(queue, {5});
  EXPECT_THAT(drained(queue), ::testing::Contains(3));
}

TEST_P(AFullQueue, of_ends_alone_drops_a_packet_and_makes_another_end_wait) {
  push(queue, {3, true});
  push(queue, {4, true});
  EXPECT_NE(push(queue, {5}).outcome, Push::taken);
  auto waits = std::async(std::launch::async, [&] { return push(queue, {6, true}).outcome; });
  EXPECT_EQ(queue.pop()->value, 3);
  EXPECT_EQ(queue.pop()->value, 4);
  EXPECT_EQ(waits.get(), Push::taken);
  EXPECT_THAT(drained(queue), ::testing::ElementsAre(6));
}

TEST(APacketQueue, of_items_that_may_all_go_drops_as_its_kind_says) {
  PacketQueue<int> oldest(1, WhenFull::drop_oldest), newest(1, WhenFull::drop_newest),
      block(1, WhenFull::block);
  std::optional<int> dropped;
  for (auto* entry : {&oldest, &newest, &block}) (void)entry->push(1, Deadline::never(), dropped);
  EXPECT_EQ(newest.push(2, Deadline::never(), dropped), PacketQueue<int>::Push::dropped);
  EXPECT_EQ(block.push(2, Deadline::at(now()), dropped), PacketQueue<int>::Push::timed_out);
  EXPECT_FALSE(dropped);
  EXPECT_EQ(oldest.push(2, Deadline::never(), dropped), PacketQueue<int>::Push::replaced);
  EXPECT_EQ(dropped, 1);
}

}  // namespace
}  // namespace orbweaver::packets
