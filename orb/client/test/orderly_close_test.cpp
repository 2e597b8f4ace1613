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
class Parting final : public wire::HeldConnection {
 public:
  Result<std::optional<Frame>, transport::Failure> try_receive() override {
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

  void say_farewell() {
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

class Farewells : public testing::Test {
 protected:
  static constexpr auto kNeverIdle = std::chrono::hours(1);

  [[nodiscard]] Result<void, wire::CallFailure> send() {
    return connection.send_oneway(std::array{as_bytes(std::string_view{"a request"})},
                                  Deadline::never());
  }
  void expect_in_doubt(std::uint64_t oneways) {
    connection.look_after(kNeverIdle);
    EXPECT_EQ(counters.oneways_uncertain, oneways);
  }

  wire::Counters counters;
  Parting* peer = new Parting;  // of the connection
  std::optional<ClientConnection> made{std::in_place, std::unique_ptr<transport::Connection>{peer},
                                       ClientConnectionOptions{}, counters};
  ClientConnection& connection = *made;
};

TEST_F(Farewells, said_twice_after_our_end_prove_that_all_was_read) {
  peer->open();
  ASSERT_TRUE(send());
  peer->say_farewell();
  connection.look_after(kNeverIdle);
  peer->say_farewell();
  expect_in_doubt(0);
  EXPECT_EQ(peer->releases, 1);
}

TEST_F(Farewells, said_twice_before_our_end_prove_nothing_and_free_who_is_sending) {
  peer->let_pass();
  ASSERT_TRUE(send());
  std::jthread sender([this] { EXPECT_FALSE(send()); });
  peer->wait_for_senders(2);
  peer->say_farewell();
  connection.look_after(kNeverIdle);
  peer->say_farewell();
  expect_in_doubt(1);
  sender.join();
  EXPECT_EQ(peer->releases, 0);
}

TEST_F(Farewells, that_came_before_anybody_waited_are_found_however_late_that_is) {
  peer->open();
  ASSERT_TRUE(send());
  peer->say_farewell();
  connection.look_after(kNeverIdle);
  EXPECT_FALSE(connection.has_ended());
  peer->say_farewell();
  EXPECT_TRUE(connection.await_end(Deadline::at(now())));
  EXPECT_TRUE(connection.has_ended());
  EXPECT_EQ(counters.oneways_uncertain, 0U);
}

TEST_F(Farewells, leave_in_doubt_what_the_flusher_sends_as_the_connection_goes) {
  peer->take_at_shutdown(2);  // the first is for who is sending when the end comes
  ASSERT_TRUE(connection.enqueue(std::array{as_bytes(std::string_view{"a request"})},
                                 wire::Overflow::block, Deadline::never()));
  peer->wait_for_senders(1);
  peer->say_farewell();
  connection.look_after(kNeverIdle);
  peer->say_farewell();
  expect_in_doubt(0);
  made.reset();
  EXPECT_EQ(counters.oneways_uncertain + counters.oneways_dropped, 1U);
}

}  // namespace
}  // namespace orbweaver::client
