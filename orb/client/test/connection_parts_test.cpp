// SPDX-License-Identifier: Apache-2.0
#include "connection_parts.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string_view>

#include "held_connection.hpp"

namespace orbweaver::client {
namespace {

constexpr giop::Version kVersion{1, 2};

class ACancelRequest : public testing::Test {
 protected:
  wire::Counters counters;
  wire::HeldConnection* connection = new wire::HeldConnection;  // the parts own it
  ConnectionParts parts{std::unique_ptr<transport::Connection>{connection}, kVersion, {}, counters};

  [[nodiscard]] bool can_send() {
    return parts.queue.send(std::array{as_bytes(std::string_view{"next"})}, Deadline::never())
        .has_value();
  }
};

TEST_F(ACancelRequest, of_which_a_part_left_keeps_the_connection) {
  connection->cut(5);
  parts.cancel(7);
  connection->wait_for_senders(2);
  connection->open();
  EXPECT_TRUE(can_send());
  ASSERT_EQ(connection->sent().size(), 3U);
  EXPECT_EQ(connection->sent()[0] + connection->sent()[1].substr(0, 1), "GIOP\x01\x02") << "whole";
  EXPECT_EQ(connection->sent()[2], "next");
}

TEST_F(ACancelRequest, that_no_transport_takes_is_left_out) {
  parts.cancel(7);
  connection->open();
  EXPECT_TRUE(can_send());
  EXPECT_EQ(connection->sent().size(), 1U);
}

}  // namespace
}  // namespace orbweaver::client
