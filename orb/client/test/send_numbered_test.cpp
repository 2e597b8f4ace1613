// SPDX-License-Identifier: Apache-2.0
// Which requests of a series use up their numbers.
#include "send_numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>

namespace orbweaver::client {
namespace {

using Sent = Result<void, wire::CallFailure>;

Sent failed(giop::Completion completed) {
  return unexpected(wire::CallFailure{.exception = wire::SystemExceptionKind::comm_failure,
                                      .completed = completed});
}

struct Series {
  /// Sends one request, which ends so; returns the number of the next one.
  std::uint64_t after(const Sent& sent) {
    cdr::Encoder encoder;
    for (int i = 0; i < 8; ++i) encoder.put(std::uint64_t{0});  // room for the number
    RequestMessage message("push", encoder, series, AnsweredBy::other);
    EXPECT_EQ(message.send_numbered(Deadline::never(), [&] { return sent; }).has_value(),
              sent.has_value());
    return OrderSeries::Sending(*series, Deadline::never()).number();
  }
  std::shared_ptr<OrderSeries> series = std::make_shared<OrderSeries>(1);
};

TEST(SendInTurn, uses_a_number_for_each_request_that_has_left) {
  Series series;
  EXPECT_EQ(series.after({}), 2U);
  EXPECT_EQ(series.after({}), 3U);
}

TEST(SendInTurn, gives_the_number_of_a_request_that_has_not_left_to_the_next) {
  EXPECT_EQ(Series{}.after(failed(giop::Completion::no)), 1U);
}

// The server may have got it: the next request with its number would be taken for its double.
TEST(SendInTurn, uses_a_number_for_a_request_that_may_have_left) {
  EXPECT_EQ(Series{}.after(failed(giop::Completion::maybe)), 2U);
}

}  // namespace
}  // namespace orbweaver::client
