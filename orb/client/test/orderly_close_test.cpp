// SPDX-License-Identifier: Apache-2.0
// What a client makes of a server's CloseConnection while it is sending itself.
#include "client_connection.hpp"

#include <orbweaver/giop/request.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <thread>

#include "held_connection.hpp"

namespace orbweaver::client {
namespace {

/// Holds what is sent, and has received what the test says.
class Closing final : public wire::HeldConnection {
 public:
  Result<std::optional<Frame>, transport::ConnectionFailure> try_receive() override {
    if (received_.empty()) return std::optional<Frame>{};
    auto frame = std::move(received_.front());
    received_.pop_front();
    return std::optional{std::move(frame)};
  }
  void release() noexcept override { ++releases; }
  void shutdown() noexcept override {
    if (--shutdowns_until_taken_ == 0) return open();
    if (shutdowns_until_taken_ < 0) wire::HeldConnection::shutdown();
  }
  /// Takes what it holds, as if the peer had made room just then, with this shutdown().
  void take_at_shutdown(int number) { shutdowns_until_taken_ = number; }

  void say_close_connection() {
    cdr::Encoder encoder;
    giop::put_close_connection(encoder);
    auto chunk = Chunk::of_size(encoder.size());
    std::ranges::copy(encoder.bytes(), chunk.data());
    received_.emplace_back(std::move(chunk), 0, encoder.size());
  }

  int releases = 0;

 private:
  std::deque<Frame> received_;
  int shutdowns_until_taken_ = 0;
};

class OrderlyClosing : public testing::Test {
 protected:
  static constexpr auto kNeverIdle = std::chrono::hours(1);

  [[nodiscard]] Result<void, wire::CallFailure> send() {
    return connection.send_oneway(std::array{as_bytes(std::string_view{"a request"})},
                                  Deadline::never());
  }
  void expect_uncertain(std::uint64_t oneways) {
    connection.look_after(kNeverIdle);
    EXPECT_EQ(counters.oneways_uncertain, oneways);
  }

  wire::Counters counters;
  Closing* peer = new Closing;  // of the connection
  std::optional<ClientConnection> made{std::in_place, std::unique_ptr<transport::Connection>{peer},
                                       ClientConnectionOptions{}, counters};
  ClientConnection& connection = *made;
};

TEST_F(OrderlyClosing, said_twice_after_our_end_prove_that_all_was_read) {
  peer->open();
  ASSERT_TRUE(send());
  peer->say_close_connection();
  connection.look_after(kNeverIdle);
  peer->say_close_connection();
  expect_uncertain(0);
  EXPECT_EQ(peer->releases, 1);
}

TEST_F(OrderlyClosing, said_twice_before_our_end_prove_nothing_and_free_who_is_sending) {
  peer->let_pass();
  ASSERT_TRUE(send());
  std::jthread sender([this] { EXPECT_FALSE(send()); });
  peer->wait_for_senders(2);
  peer->say_close_connection();
  connection.look_after(kNeverIdle);
  peer->say_close_connection();
  expect_uncertain(1);
  sender.join();
  EXPECT_EQ(peer->releases, 0);
}

TEST_F(OrderlyClosing, that_came_before_a_call_waited_are_found_however_late) {
  peer->open();
  ASSERT_TRUE(send());
  peer->say_close_connection();
  connection.look_after(kNeverIdle);
  EXPECT_FALSE(connection.has_ended());
  peer->say_close_connection();
  EXPECT_TRUE(connection.await_end(Deadline::at(now())));
  EXPECT_TRUE(connection.has_ended());
  EXPECT_EQ(counters.oneways_uncertain, 0U);
}

TEST_F(OrderlyClosing, leave_uncertain_what_the_flusher_sends_as_the_connection_goes) {
  peer->take_at_shutdown(2);  // the first is for the thread that is sending when the end comes
  const std::array request{as_bytes(std::string_view{"a request"})};
  ASSERT_TRUE(connection.send_queued({request}, wire::Overflow::block, Deadline::never()));
  peer->wait_for_senders(1);
  peer->say_close_connection();
  connection.look_after(kNeverIdle);
  peer->say_close_connection();
  expect_uncertain(0);
  made.reset();
  EXPECT_EQ(counters.oneways_uncertain + counters.oneways_dropped, 1U);
}

}  // namespace
}  // namespace orbweaver::client
