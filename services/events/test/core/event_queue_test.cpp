// SPDX-License-Identifier: Apache-2.0
#include "core/event_queue.hpp"

#include "core/rig.hpp"

#include <gtest/gtest.h>

namespace {

using namespace orbweaver::events;

Event event_of(std::int32_t value, std::size_t bytes = 1) {
  return std::make_shared<const EventData>(any_of(value), bytes);
}

std::vector<std::int32_t> values_of(const std::vector<Event>& events) {
  std::vector<std::int32_t> values;
  for (const auto& event : events) (void)(event->value >>= values.emplace_back());
  return values;
}

TEST(AnEventQueue, gives_the_oldest_events_first) {
  EventQueue queue(10, 100);
  for (const auto value : {1, 2, 3}) EXPECT_EQ(queue.push(event_of(value)), 0U);
  EXPECT_EQ(values_of(queue.take(2, 100)), (std::vector{1, 2}));
  EXPECT_EQ(values_of(queue.take(2, 100)), (std::vector{3}));
  EXPECT_TRUE(queue.empty());
}

TEST(AnEventQueue, drops_the_oldest_event_when_it_is_full) {
  EventQueue queue(2, 100);
  (void)queue.push(event_of(1));
  (void)queue.push(event_of(2));
  EXPECT_EQ(queue.push(event_of(3)), 1U);
  EXPECT_EQ(values_of(queue.take(9, 100)), (std::vector{2, 3}));
}

TEST(AnEventQueue, is_bounded_in_bytes_too) {
  EventQueue queue(10, 100);
  (void)queue.push(event_of(1, 60));
  (void)queue.push(event_of(2, 30));
  EXPECT_EQ(queue.push(event_of(3, 60)), 1U);
  EXPECT_EQ(queue.push(event_of(4, 500)), 2U) << "larger than all the room: it waits alone";
  EXPECT_EQ(values_of(queue.take(9, 100)), (std::vector{4}));
}

TEST(AnEventQueue, gives_no_more_bytes_than_asked_for_but_one_event_at_least) {
  EventQueue queue(10, 100);
  for (const auto value : {1, 2, 3}) (void)queue.push(event_of(value, 30));
  EXPECT_EQ(values_of(queue.take(9, 60)), (std::vector{1, 2}));
  EXPECT_EQ(values_of(queue.take(9, 10)), (std::vector{3}));
}

TEST(AnEventQueue, takes_events_back_in_front_of_the_others) {
  EventQueue queue(3, 100);
  (void)queue.push(event_of(1));
  (void)queue.push(event_of(2));
  const auto taken = queue.take(2, 100);
  (void)queue.push(event_of(3));
  EXPECT_EQ(queue.put_back(taken), 0U);
  EXPECT_EQ(values_of(queue.take(9, 100)), (std::vector{1, 2, 3}));
}

TEST(AnEventQueue, drops_the_oldest_of_those_that_come_back_if_there_is_no_room) {
  EventQueue queue(2, 100);
  (void)queue.push(event_of(1));
  (void)queue.push(event_of(2));
  const auto taken = queue.take(2, 100);
  (void)queue.push(event_of(3));
  EXPECT_EQ(queue.put_back(taken), 1U);
  EXPECT_EQ(values_of(queue.take(9, 100)), (std::vector{2, 3}));
}

TEST(AnEvent, knows_its_size_and_is_refused_if_it_cannot_be_sent) {
  EXPECT_GE(make_event(any_of(1))->bytes, 8U);
  CORBA::Any text;
  text <<= std::string{"a\0b", 3};
  EXPECT_THROW((void)make_event(text), CORBA::SystemException);
}

}  // namespace
