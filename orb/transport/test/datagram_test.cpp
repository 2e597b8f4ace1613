// SPDX-License-Identifier: Apache-2.0
// The contract of datagrams, as far as one machine's loopback shows it: whole or not at all.
#include <orbweaver/transport/datagram.hpp>

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

namespace orbweaver::transport {
namespace {

class Datagrams : public testing::Test {
 protected:
  void SetUp() override {
    receiver = std::move(*DatagramReceiver::open({"127.0.0.1", 0}));
    sender = std::move(*DatagramSender::open(receiver->address()));
  }
  [[nodiscard]] Result<void, ConnectionFailure> send(std::string_view text) const {
    return sender->send(std::array{as_bytes(text)});
  }
  [[nodiscard]] std::string receive() const {
    const auto frame = receiver->receive();
    return frame ? std::string{as_text(frame->bytes())} : describe(frame.error());
  }

  std::unique_ptr<DatagramReceiver> receiver;
  std::unique_ptr<DatagramSender> sender;
};

TEST_F(Datagrams, arrive_whole_in_memory_of_their_own) {
  EXPECT_NE(receiver->address().port, 0);
  ASSERT_TRUE(send("first"));
  ASSERT_TRUE(send("second"));
  const auto first = receiver->receive();
  EXPECT_EQ(receive(), "second");
  EXPECT_EQ(as_text(first->bytes()), "first");
}

TEST_F(Datagrams, are_gathered_from_pieces) {
  ASSERT_TRUE(sender->send(std::array{as_bytes("one "), as_bytes("two "), as_bytes("three")}));
  EXPECT_EQ(receive(), "one two three");
}

TEST_F(Datagrams, have_a_largest_size) {
  const std::string largest(kMaxDatagramSize, 'x');
  ASSERT_TRUE(send(largest));
  EXPECT_EQ(receive(), largest);
  const auto refused = send(largest + "x");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, ConnectionFault::bad_frame);
}

TEST_F(Datagrams, that_are_empty_are_passed_over) {
  ASSERT_TRUE(send(""));
  ASSERT_TRUE(send("full"));
  EXPECT_EQ(receive(), "full");
}

TEST_F(Datagrams, from_many_threads_are_not_mixed) {
  {
    std::vector<std::jthread> threads;
    for (char letter = 'a'; letter < 'e'; ++letter)
      threads.emplace_back([this, letter] {
        for (int i = 0; i < 50; ++i) EXPECT_TRUE(send(std::string(1000, letter)));
      });
  }
  for (int i = 0; i < 200; ++i) {
    const auto text = receive();
    EXPECT_EQ(text, std::string(1000, text.front()));
  }
}

TEST_F(Datagrams, end_with_their_receiver_which_a_sender_may_learn) {
  std::jthread stopper([this] { receiver->stop(); });
  EXPECT_FALSE(receiver->receive());
  stopper.join();
  receiver.reset();
  Result<void, ConnectionFailure> sent = send("x");
  while (sent) sent = send("x");
  EXPECT_EQ(sent.error().fault, ConnectionFault::refused);
}

TEST_F(Datagrams, have_one_receiver_for_an_address) {
  const auto second = DatagramReceiver::open(receiver->address());
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().fault, ConnectionFault::address_in_use);
}

TEST(UdpAddresses, are_spelled_as_those_of_tcp) {
  EXPECT_EQ(parse_udp_address("udp:host:4711"), (UdpAddress{"host", 4711}));
  EXPECT_EQ(parse_udp_address("udp:[::1]:0"), (UdpAddress{"::1", 0}));
  EXPECT_EQ(to_string(UdpAddress{"::1", 7}), "udp:[::1]:7");
  EXPECT_EQ(parse_udp_address("udp:host").error(), AddressError::missing_port);
  EXPECT_EQ(parse_udp_address("tcp:host:1").error(), AddressError::unknown_transport);
}

}  // namespace
}  // namespace orbweaver::transport
