// SPDX-License-Identifier: Apache-2.0
// Asynchronous calls of a connection: which wait for a reply, which have one.
#include "async_replies.hpp"

#include <orbweaver/client/async_call.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace orbweaver::client {
namespace {

AsyncReplies::PendingCall waiting(std::uint32_t request_id, Deadline deadline = Deadline::never()) {
  return {.request_id = request_id,
          .attempt = request_id,
          .oneways_before = 10 + request_id,
          .deadline = deadline};
}

std::vector<std::uint32_t> ids_of(const AsyncReplies::Calls& calls) {
  std::vector<std::uint32_t> ids;
  for (const auto& call : calls) ids.push_back(call.request_id);
  return ids;
}

TEST(AsyncReplies, are_answered_by_id_and_taken_in_the_order_of_the_replies) {
  AsyncReplies replies;
  for (const auto id : {1U, 2U, 3U}) replies.add(waiting(id));
  EXPECT_EQ(replies.settle(3, {}), 13U) << "what the reply proves";
  EXPECT_EQ(replies.settle(1, {}), 11U);
  EXPECT_EQ(replies.settle(7, {}), std::nullopt);
  EXPECT_TRUE(replies.is_reply_due());
  const auto answered = replies.take_answered();
  EXPECT_EQ(ids_of(answered), (std::vector<std::uint32_t>{3, 1}));
  EXPECT_TRUE(answered.front().answer.has_value());
  EXPECT_FALSE(replies.has_answers());
  EXPECT_EQ(ids_of(replies.expected()), (std::vector<std::uint32_t>{2}));
}

TEST(AsyncReplies, fail_together) {
  AsyncReplies replies;
  for (const auto id : {1U, 2U}) replies.add(waiting(id));
  replies.fail_all({.exception = wire::SystemExceptionKind::comm_failure, .detail = "it broke"});
  EXPECT_FALSE(replies.is_reply_due());
  const auto answered = replies.take_answered();
  EXPECT_EQ(ids_of(answered), (std::vector<std::uint32_t>{1, 2}));
  for (const auto& entry : answered) {
    ASSERT_FALSE(entry.answer.has_value());
    EXPECT_EQ(entry.answer.error().detail, "it broke");
    EXPECT_FALSE(entry.is_cancelled);
  }
}

TEST(AsyncReplies, give_up_those_that_are_late) {
  AsyncReplies replies;
  const auto later = Deadline::after(std::chrono::hours{1});
  replies.add(waiting(1, later));
  replies.add(waiting(2, Deadline::at(now())));
  replies.add(waiting(3));
  EXPECT_TRUE(replies.soonest().has_passed());
  replies.give_up_late({.exception = wire::SystemExceptionKind::timeout});
  const auto answered = replies.take_answered();
  EXPECT_EQ(ids_of(answered), (std::vector<std::uint32_t>{2}));
  EXPECT_TRUE(answered.front().is_cancelled);
  EXPECT_EQ(replies.soonest().moment(), later.moment());
}

TEST(AsyncReplies, use_the_memory_of_earlier_ones) {
  AsyncReplies replies;
  replies.add(waiting(1));
  (void)replies.settle(1, {});
  auto answered = replies.take_answered();
  const auto* const place = &answered.front();
  replies.recycle(std::move(answered));
  replies.add(waiting(2));
  EXPECT_EQ(&replies.expected().front(), place);
  EXPECT_EQ(replies.remove(2), nullptr) << "this one has no call";
  EXPECT_TRUE(replies.is_empty());
  replies.add(waiting(3));
  EXPECT_EQ(&replies.expected().front(), place);
}

}  // namespace
}  // namespace orbweaver::client
