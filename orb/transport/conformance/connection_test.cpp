// SPDX-License-Identifier: Apache-2.0
// The contract of Connection, applied to every transport.
#include <algorithm>
#include <cstdint>
#include <future>
#include <latch>
#include <vector>

#include "transport_under_test.hpp"

namespace orbweaver::transport::conformance {
namespace {

class ConnectionContract : public TransportTest {};
INSTANTIATE_TEST_SUITE_P(Every, ConnectionContract, testing::ValuesIn(transports()), name_of);

TEST_P(ConnectionContract, carries_frames_whole_and_in_order) {
  constexpr unsigned kFrames = 5000;
  const auto size_of = [](unsigned i) { return kPrefix + i * 7 % 3001; };
  std::jthread sender{[&] {
    for (unsigned i = 0; i < kFrames; ++i) ASSERT_TRUE(send_text(*client, frame_of(size_of(i), i)));
  }};
  for (unsigned i = 0; i < kFrames; ++i)
    ASSERT_EQ(receive_text(*server), frame_of(size_of(i), i)) << "frame " << i;
}

TEST_P(ConnectionContract, carries_frames_of_every_awkward_size) {
  const std::size_t sizes[] = {4,     5,     15,    16,    17,     8191,   8192,   16384,
                               57344, 65535, 65536, 65537, 65552,  131071, 131072, 131073,
                               4,     65536, 4,     65537, 300000, 65532,  4,      1048577};
  std::jthread sender{[&] {
    for (const auto size : sizes) ASSERT_TRUE(send_text(*client, frame_of(size)));
  }};
  for (const auto size : sizes) ASSERT_EQ(receive_text(*server), frame_of(size)) << size;
}

TEST_P(ConnectionContract, gathers_the_pieces_of_a_frame) {
  const auto frame = frame_of(1000);
  std::vector<Bytes> pieces;
  for (std::size_t at = 0; at < frame.size(); at += 100)
    pieces.push_back(as_bytes(frame).subspan(at, 100));
  pieces.insert(pieces.begin(), Bytes{});
  pieces.insert(pieces.begin() + 3, Bytes{});
  pieces.emplace_back();
  ASSERT_TRUE(client->send(pieces, test_deadline()));
  EXPECT_EQ(receive_text(*server), frame);
}

TEST_P(ConnectionContract, gathers_more_pieces_than_one_system_call_takes) {
  const auto frame = frame_of(100);
  std::vector<Bytes> pieces(20);
  for (std::size_t at = 0; at < frame.size(); ++at)
    pieces.push_back(as_bytes(frame).subspan(at, 1));
  ASSERT_TRUE(client->send(pieces, test_deadline()));
  EXPECT_EQ(receive_text(*server), frame);
}

TEST_P(ConnectionContract, takes_several_frames_at_once) {
  for (const std::size_t size : {10U, 900U, 30'000U, 200'000U}) {
    const auto first = frame_of(size, 1), second = frame_of(17, 2), third = frame_of(size + 1, 3);
    const Bytes pieces[] = {as_bytes(first).first(6), as_bytes(first).subspan(6), as_bytes(second),
                            as_bytes(third)};
    std::jthread sender{[&] { EXPECT_TRUE(client->send(pieces, test_deadline())); }};
    EXPECT_EQ(receive_text(*server), first);
    EXPECT_EQ(receive_text(*server), second);
    EXPECT_EQ(receive_text(*server), third);
  }
}

/// Says no so often before each frame.
class StingyMemory final : public FrameMemory {
 public:
  explicit StingyMemory(int refusals) : refusals_(refusals) {}
  [[nodiscard]] bool take(std::size_t frame_size) noexcept override {
    if (++asked_ <= refusals_) return false;
    asked_ = 0;
    taken += frame_size;
    return true;
  }
  void has_come(std::size_t bytes) noexcept override { come = bytes; }
  void give_back(std::size_t frame_size) noexcept override { given_back += frame_size; }

  std::size_t taken = 0, come = 0, given_back = 0;

 private:
  const int refusals_;
  int asked_ = 0;
};

TEST_P(ConnectionContract, asks_before_it_takes_memory_for_a_large_frame) {
  StingyMemory memory{2};
  server->set_frame_memory(memory);
  const auto small = frame_of(1000), large = frame_of(5'000'000);
  std::jthread sender{[&] {
    for (const auto* frame : {&small, &large, &small, &large})
      ASSERT_TRUE(send_text(*client, *frame));
  }};
  int refusals = 0;
  for (const auto* frame : {&small, &large, &small, &large}) {
    auto received = server->receive(test_deadline());
    for (; !received && received.error().fault == ConnectionFault::no_room; ++refusals)
      received = server->receive(test_deadline());
    ASSERT_TRUE(received) << describe(received.error());
    ASSERT_EQ(as_text(received->bytes()), *frame);
  }
  // A frame that lies whole in shared memory takes none here.
  EXPECT_TRUE(memory.taken == 0 || memory.taken == 2 * large.size()) << memory.taken;
  // It may ask first when it gives out the frame before.
  EXPECT_GE(refusals, memory.taken == 0 ? 0 : 2);
  EXPECT_LE(refusals, memory.taken == 0 ? 0 : 4);
  EXPECT_EQ(memory.given_back, memory.taken);
  EXPECT_EQ(memory.come, memory.taken / 2);
}

TEST_P(ConnectionContract, that_waits_for_memory_says_so_without_blocking) {
  StingyMemory memory{1'000'000};
  server->set_frame_memory(memory);
  const auto large = frame_of(40'000'000);  // more than a transport can hold in shared memory
  std::jthread sender{[&] { (void)send_text(*client, large); }};
  while (!server->has_input()) std::this_thread::yield();
  Result<std::optional<Frame>, ConnectionFailure> received = std::nullopt;
  while (received && !*received) received = server->try_receive();
  ASSERT_FALSE(received) << "a frame of " << (*received)->size() << " bytes";
  EXPECT_EQ(received.error().fault, ConnectionFault::no_room);
  EXPECT_TRUE(server->has_input());
  EXPECT_FALSE(server->take_at_hand());
  server->shutdown();
  client->shutdown();  // wakes the sender
  EXPECT_EQ(fault_of_receive(*server), ConnectionFault::broken);
}

MutableBytes payload_of(const Chunk& loan, std::size_t size) {
  return {loan.data() + kLoanHeadroom, size};
}

Chunk loan_with(Connection& connection, std::string_view text) {
  auto loan = connection.loan(text.size());
  std::ranges::copy(as_bytes(text), payload_of(loan, text.size()).begin());
  return loan;
}

Result<void, ConnectionFailure> send_loan(Connection& connection, std::string_view head,
                                          const Chunk& loan, std::size_t size) {
  const Bytes pieces[] = {as_bytes(head), payload_of(loan, size)};
  return connection.send(pieces, test_deadline());
}

TEST_P(ConnectionContract, loans_memory_for_a_payload_of_any_size) {
  for (const std::size_t size : {0U, 1U, 1000U, 4096U, 65536U, 5'000'000U, 40'000'000U}) {
    const auto loan = client->loan(size);
    ASSERT_TRUE(loan);
    EXPECT_GE(loan.capacity(), kLoanHeadroom + size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(loan.data() + kLoanHeadroom) % 16, 0U);
  }
}

TEST_P(ConnectionContract, sends_a_loan_behind_its_head) {
  for (const std::size_t head : {4U, 12U, 256U, 257U, 3000U, 30'000U}) {
    for (const std::size_t size : {0U, 1U, 1000U, 70'000U, 5'000'000U}) {
      const auto frame = frame_of(head + size);
      const auto loan = loan_with(*client, std::string_view{frame}.substr(head));
      std::jthread sender{[&] {
        EXPECT_TRUE(send_loan(*client, std::string_view{frame}.substr(0, head), loan, size));
      }};
      ASSERT_EQ(receive_text(*server), frame) << head << " + " << size;
    }
  }
}

TEST_P(ConnectionContract, sends_large_loans_one_after_the_other_each_with_its_own_content) {
  constexpr unsigned kLoans = 20;
  const auto frame = [](unsigned n) { return frame_of(70'000 + std::size_t{10'000} * (n % 3), n); };
  std::jthread sender{[&] {
    for (unsigned n = 0; n < kLoans; ++n) {
      const auto text = frame(n);
      const auto loan = loan_with(*client, std::string_view{text}.substr(12));
      EXPECT_TRUE(send_loan(*client, std::string_view{text}.substr(0, 12), loan, text.size() - 12));
    }
  }};
  for (unsigned n = 0; n < kLoans; ++n) ASSERT_EQ(receive_text(*server), frame(n)) << n;
}

TEST_P(ConnectionContract, sends_less_than_was_loaned_and_a_tail_behind_it) {
  for (const std::size_t tail : {5U, 500U, 100'000U}) {
    const auto frame = frame_of(50'000 + tail);
    const std::string_view text{frame};
    const auto loan = client->loan(100'000);
    const auto payload = payload_of(loan, 49'000);
    std::ranges::copy(as_bytes(text.substr(100, 49'000)), payload.begin());
    const Bytes pieces[] = {as_bytes(text.substr(0, 100)), payload, as_bytes(text.substr(49'100))};
    std::jthread sender{[&] { EXPECT_TRUE(client->send(pieces, test_deadline())); }};
    ASSERT_EQ(receive_text(*server), frame) << tail;
  }
}

TEST_P(ConnectionContract, sends_a_loan_from_any_place_in_it_and_among_other_frames) {
  const auto first = frame_of(20'000, 1), second = frame_of(20'000, 2);
  const auto loan = loan_with(*client, first + second);
  const auto both = payload_of(loan, 40'000);
  const auto before = frame_of(100, 3), after = frame_of(9000, 4);
  const Bytes pieces[] = {as_bytes(before), both.subspan(20'000), as_bytes(after),
                          both.first(20'000)};
  std::jthread sender{[&] { EXPECT_TRUE(client->send(pieces, test_deadline())); }};
  for (const auto& expected : {before, second, after, first})
    EXPECT_EQ(receive_text(*server), expected);
}

TEST_P(ConnectionContract, sends_a_loan_again_or_elsewhere_as_any_other_bytes) {
  const auto frame = frame_of(50'000);
  const auto loan = loan_with(*client, std::string_view{frame}.substr(8));
  const auto head = std::string_view{frame}.substr(0, 8);
  ASSERT_TRUE(send_loan(*client, head, loan, frame.size() - 8));
  const auto first = server->receive(test_deadline());
  ASSERT_TRUE(first);
  ASSERT_TRUE(send_loan(*client, head, loan, frame.size() - 8));
  ASSERT_TRUE(send_loan(*server, head, loan, frame.size() - 8));
  EXPECT_EQ(receive_text(*server), frame);
  EXPECT_EQ(receive_text(*client), frame);
  EXPECT_EQ(as_text(first->bytes()), frame);
}

TEST_P(ConnectionContract, leaves_a_sent_loan_to_the_receiver_for_as_long_as_it_wants) {
  std::vector<Frame> frames;
  for (unsigned i = 0; i < 20; ++i) {
    const auto frame = frame_of(30'000, i);
    ASSERT_TRUE(send_loan(*client, std::string_view{frame}.substr(0, 4),
                          loan_with(*client, std::string_view{frame}.substr(4)), 29'996));
    frames.push_back(server->receive(test_deadline()).value());
    (void)loan_with(*client, frame_of(30'000, 99));  // dropped unsent
  }
  client.reset();
  server.reset();
  for (unsigned i = 0; i < 20; ++i) EXPECT_EQ(as_text(frames[i].bytes()), frame_of(30'000, i));
}

TEST_P(ConnectionContract, leaves_a_loan_to_its_holder_when_the_connection_is_gone) {
  const auto text = frame_of(50'000);
  auto loan = loan_with(*client, text);
  client.reset();
  EXPECT_EQ(as_text(payload_of(loan, text.size())), text);
  std::jthread{[loan = std::move(loan)] {}}.join();
}

TEST_P(ConnectionContract, sends_nothing_for_no_bytes) {
  ASSERT_TRUE(client->send({}, test_deadline()));
  ASSERT_TRUE(send_text(*client, ""));
  ASSERT_TRUE(send_text(*client, frame_of(9)));
  EXPECT_EQ(receive_text(*server), frame_of(9));
}

TEST_P(ConnectionContract, carries_a_huge_frame_each_way_at_once) {
  const auto there = frame_of(32 * 1024 * 1024, 1), back = frame_of(32 * 1024 * 1024, 2);
  std::jthread sender{[&] { EXPECT_TRUE(send_text(*client, there)); }};
  std::jthread other_sender{[&] { EXPECT_TRUE(send_text(*server, back, Deadline::never())); }};
  std::jthread receiver{[&] { EXPECT_TRUE(receive_text(*client) == back); }};
  EXPECT_TRUE(receive_text(*server, Deadline::never()) == there);
}

TEST_P(ConnectionContract, leaves_a_frame_as_it_is_while_later_ones_arrive) {
  constexpr unsigned kFrames = 500;
  std::jthread sender{[&] {
    for (unsigned i = 0; i < kFrames; ++i) ASSERT_TRUE(send_text(*client, frame_of(1000 + i, i)));
  }};
  std::vector<Frame> frames;
  for (unsigned i = 0; i < kFrames; ++i) {
    auto frame = server->receive(test_deadline());
    ASSERT_TRUE(frame);
    frames.push_back(std::move(*frame));
    if (i % 3 == 0) frames[i / 2] = {};  // some are gone soon, and their memory may be used again
  }
  for (unsigned i = kFrames / 2 + 1; i < kFrames; ++i)
    ASSERT_EQ(as_text(frames[i].bytes()), frame_of(1000 + i, i));
}

TEST_P(ConnectionContract, loses_nothing_when_receiving_times_out) {
  const auto frame = frame_of(1000);
  const auto early = server->receive(Deadline::after(1ms));
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().fault, ConnectionFault::timed_out);
  EXPECT_FALSE(early.error().mid_frame);

  ASSERT_TRUE(send_text(*client, frame.substr(0, 600)));
  const auto half = server->receive(Deadline::after(30ms));
  ASSERT_FALSE(half);
  EXPECT_EQ(half.error().fault, ConnectionFault::timed_out);
  EXPECT_TRUE(half.error().mid_frame);

  ASSERT_TRUE(send_text(*client, frame.substr(600)));
  EXPECT_EQ(receive_text(*server), frame);
}

TEST_P(ConnectionContract, loses_nothing_of_a_large_frame_when_receiving_times_out) {
  const auto frame = frame_of(200'000);
  ASSERT_TRUE(send_text(*client, frame.substr(0, 100'000)));
  for (const auto timeout : {1ms, 30ms}) {
    const auto half = server->receive(Deadline::after(timeout));
    ASSERT_FALSE(half);
    EXPECT_EQ(half.error().fault, ConnectionFault::timed_out);
    EXPECT_TRUE(half.error().mid_frame);
  }
  ASSERT_TRUE(send_text(*client, frame.substr(100'000)));
  EXPECT_EQ(receive_text(*server), frame);
}

TEST_P(ConnectionContract, times_out_at_a_deadline_that_has_passed) {
  EXPECT_EQ(fault_of_receive(*server, Deadline::at(now() - 1s)), ConnectionFault::timed_out);
}

TEST_P(ConnectionContract, waits_longer_after_an_earlier_shorter_timeout) {
  EXPECT_EQ(fault_of_receive(*server, Deadline::after(25ms)), ConnectionFault::timed_out);
  auto received =
      std::async(std::launch::async, [&] { return receive_text(*server, Deadline::never()); });
  EXPECT_EQ(fault_of_receive(*client, Deadline::after(80ms)), ConnectionFault::timed_out);
  ASSERT_TRUE(send_text(*client, frame_of(10)));
  EXPECT_EQ(received.get(), frame_of(10));
}

TEST_P(ConnectionContract, says_mid_frame_when_sending_times_out_inside_a_frame) {
  const auto huge = frame_of(48 * 1024 * 1024);  // more than the system buffers
  for (const auto timeout : {5ms, 50ms}) {
    connect_and_accept();
    const auto sent = send_text(*client, huge, Deadline::after(timeout));
    ASSERT_FALSE(sent);
    EXPECT_EQ(sent.error().fault, ConnectionFault::timed_out);
    EXPECT_TRUE(sent.error().mid_frame);
  }
}

TEST_P(ConnectionContract, goes_on_in_a_frame_where_sending_timed_out) {
  const auto huge = frame_of(48 * 1024 * 1024);
  std::future<std::string> received;
  std::size_t taken = 0;
  while (taken < huge.size()) {
    const std::array rest{as_bytes(std::string_view{huge}.substr(taken))};
    const auto sent = client->send(rest, Deadline::after(1ms));
    if (sent) break;
    ASSERT_EQ(sent.error().fault, ConnectionFault::timed_out);
    ASSERT_TRUE(sent.error().mid_frame || sent.error().taken == 0);
    taken += sent.error().taken;
    ASSERT_LT(taken, huge.size()) << "less than all";
    if (!received.valid())
      received = std::async(std::launch::async, [&] { return receive_text(*server); });
  }
  ASSERT_TRUE(received.valid()) << "it took all of it at once";
  EXPECT_EQ(received.get(), huge);
}

TEST_P(ConnectionContract, takes_no_byte_of_what_breaks_before_it_begins) {
  client->shutdown();
  const std::array frame{as_bytes(std::string_view{"\0\0\0\0", 4})};
  const auto sent = client->send(frame, Deadline::never());
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().fault, ConnectionFault::broken);
  EXPECT_EQ(sent.error().taken, 0U);
}

TEST_P(ConnectionContract, holds_a_sender_soon_whose_peer_does_not_read) {
  constexpr std::size_t kSize = 8192, kMostHeld = 16 * 1024 * 1024;
  std::size_t sent = 0;
  while (sent * kSize < kMostHeld && send_text(*client, frame_of(kSize), Deadline::after(20ms)))
    ++sent;
  EXPECT_LT(sent * kSize, kMostHeld);
  for (std::size_t i = 0; i < sent; ++i) ASSERT_EQ(receive_text(*server), frame_of(kSize));
}

TEST_P(ConnectionContract, ends_closed_after_the_last_frame) {
  ASSERT_TRUE(send_text(*client, frame_of(10, 1)));
  ASSERT_TRUE(send_text(*client, frame_of(100'000, 2)));
  client.reset();
  EXPECT_EQ(receive_text(*server), frame_of(10, 1));
  EXPECT_EQ(receive_text(*server), frame_of(100'000, 2));
  EXPECT_EQ(fault_of_receive(*server), ConnectionFault::closed);
  EXPECT_EQ(fault_of_receive(*server), ConnectionFault::closed);
}

TEST_P(ConnectionContract, ends_broken_inside_a_frame) {
  for (const std::size_t size : {10U, 200'000U}) {
    for (const std::size_t part : {std::size_t{1}, kPrefix, size - 1}) {
      connect_and_accept();
      ASSERT_TRUE(send_text(*client, frame_of(size).substr(0, part)));
      client.reset();
      EXPECT_EQ(fault_of_receive(*server), ConnectionFault::broken) << part << " of " << size;
      EXPECT_EQ(fault_of_receive(*server), ConnectionFault::broken);
    }
  }
}

TEST_P(ConnectionContract, delivers_its_last_frames_though_it_never_read_what_came) {
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(send_text(*client, frame_of(1000)));
  ASSERT_TRUE(send_text(*server, frame_of(50)));
  server->finish_sending();
  server.reset();
  EXPECT_EQ(receive_text(*client), frame_of(50));
  EXPECT_EQ(fault_of_receive(*client), ConnectionFault::closed);
}

TEST_P(ConnectionContract, still_receives_after_it_finished_sending) {
  ASSERT_TRUE(send_text(*client, frame_of(10)));
  client->finish_sending();
  EXPECT_EQ(receive_text(*server), frame_of(10));
  EXPECT_EQ(fault_of_receive(*server), ConnectionFault::closed);
  ASSERT_TRUE(send_text(*server, frame_of(20)));
  EXPECT_EQ(receive_text(*client), frame_of(20));
  const auto late = send_text(*client, frame_of(30));
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().fault, ConnectionFault::broken);
  EXPECT_FALSE(late.error().mid_frame);
}

TEST_P(ConnectionContract, still_sends_after_it_stopped_receiving) {
  std::latch receiving{1};
  auto fault = std::async(std::launch::async, [&] {
    receiving.count_down();
    return fault_of_receive(*server, Deadline::never());
  });
  receiving.wait();
  server->stop_receiving();
  EXPECT_EQ(fault.get(), ConnectionFault::broken);
  EXPECT_EQ(fault_of_receive(*server), ConnectionFault::broken);
  ASSERT_TRUE(send_text(*server, frame_of(10)));
  server->finish_sending();
  EXPECT_EQ(receive_text(*client), frame_of(10));
  EXPECT_EQ(fault_of_receive(*client), ConnectionFault::closed);
}

TEST_P(ConnectionContract, discards_what_was_read_before_it_stopped_receiving) {
  ASSERT_TRUE(send_text(*client, frame_of(10) + frame_of(10)));
  EXPECT_EQ(receive_text(*server), frame_of(10));
  server->stop_receiving();
  EXPECT_EQ(fault_of_receive(*server), ConnectionFault::broken);
  EXPECT_FALSE(server->try_receive());
}

TEST_P(ConnectionContract, wakes_a_blocked_receiver_when_shut_down) {
  for (const auto deadline : {Deadline::never(), test_deadline()}) {
    connect_and_accept();
    std::latch receiving{1};
    auto fault = std::async(std::launch::async, [&] {
      receiving.count_down();
      return fault_of_receive(*server, deadline);
    });
    receiving.wait();
    server->shutdown();
    EXPECT_EQ(fault.get(), ConnectionFault::broken);
  }
}

TEST_P(ConnectionContract, wakes_a_blocked_sender_when_shut_down) {
  const auto huge = frame_of(48 * 1024 * 1024);
  for (const auto deadline : {Deadline::never(), test_deadline()}) {
    connect_and_accept();
    auto sent = std::async(std::launch::async, [&] { return send_text(*client, huge, deadline); });
    // The first bytes are here, so the sender is inside the frame, whose end does not fit anywhere.
    for (bool is_inside = false; !is_inside;) {
      const auto received = server->receive(Deadline::after(1ms));
      ASSERT_FALSE(received);
      is_inside = received.error().mid_frame;
    }
    client->shutdown();
    const auto outcome = sent.get();
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().fault, ConnectionFault::broken);
  }
}

TEST_P(ConnectionContract, tells_the_peer_when_shut_down) {
  client->shutdown();
  EXPECT_EQ(fault_of_receive(*server), ConnectionFault::closed);
  EXPECT_EQ(fault_of_receive(*client), ConnectionFault::broken);
  EXPECT_FALSE(send_text(*client, frame_of(10)));
}

TEST_P(ConnectionContract, fails_to_send_to_a_peer_that_is_gone) {
  server.reset();
  EXPECT_EQ(fault_of_receive(*client), ConnectionFault::closed);
  Result<void, ConnectionFailure> sent;
  while (sent)
    sent = send_text(*client, frame_of(1000));  // the system may take some before it knows
  EXPECT_EQ(sent.error().fault, ConnectionFault::broken);
}

TEST_P(ConnectionContract, gives_nothing_instead_of_blocking) {
  const auto nothing = server->try_receive();
  ASSERT_TRUE(nothing);
  EXPECT_FALSE(*nothing);
  EXPECT_EQ(server->partial_size(), 0U);
  EXPECT_FALSE(server->has_input());

  ASSERT_TRUE(send_text(*client, frame_of(10, 1) + frame_of(10, 2)));
  EXPECT_EQ(receive_text(*server), frame_of(10, 1));
  while (!server->has_input()) {
  }
  const auto second = server->try_receive();
  ASSERT_TRUE(second && *second);
  EXPECT_EQ(as_text((*second)->bytes()), frame_of(10, 2));
  EXPECT_FALSE(server->has_input());

  client.reset();
  while (!server->has_input()) {
  }
  const auto end = server->try_receive();
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().fault, ConnectionFault::closed);
}

TEST_P(ConnectionContract, has_no_input_while_a_frame_is_incomplete) {
  const auto frame = frame_of(100'000);
  ASSERT_TRUE(send_text(*client, frame.substr(0, 80'000)));
  while (server->partial_size() < 80'000) {
    ASSERT_EQ(fault_of_receive(*server, Deadline::after(1ms)), ConnectionFault::timed_out);
  }
  EXPECT_FALSE(server->has_input());
  EXPECT_EQ(server->partial_size(), 80'000U);
  ASSERT_TRUE(send_text(*client, frame.substr(80'000)));
  while (!server->has_input()) {
  }
  EXPECT_EQ(receive_text(*server, Deadline::at(now())), frame);
}

TEST_P(ConnectionContract, gives_what_came_with_earlier_frames_without_waiting_and_in_order) {
  EXPECT_FALSE(server->take_at_hand());
  ASSERT_TRUE(send_text(*client, frame_of(10, 1) + frame_of(20, 2) + frame_of(30, 3)));
  EXPECT_EQ(receive_text(*server), frame_of(10, 1));
  const auto second = server->take_at_hand();
  ASSERT_TRUE(second);
  EXPECT_EQ(as_text(second->bytes()), frame_of(20, 2));
  EXPECT_EQ(receive_text(*server), frame_of(30, 3));
  EXPECT_FALSE(server->take_at_hand());
}

TEST_P(ConnectionContract, leaves_the_end_and_what_is_broken_for_receive) {
  ASSERT_TRUE(send_text(*client, frame_of(10) + prefix_of(kMaxFrameSize + 1)));
  EXPECT_EQ(receive_text(*server), frame_of(10));
  EXPECT_FALSE(server->take_at_hand());
  EXPECT_EQ(fault_of_receive(*server), ConnectionFault::bad_frame);
  connect_and_accept();
  ASSERT_TRUE(send_text(*client, frame_of(10)));
  client->finish_sending();
  EXPECT_EQ(receive_text(*server), frame_of(10));
  EXPECT_FALSE(server->take_at_hand());
  EXPECT_EQ(fault_of_receive(*server), ConnectionFault::closed);
}

TEST_P(ConnectionContract, gives_nothing_at_hand_once_no_more_is_wanted) {
  ASSERT_TRUE(send_text(*client, frame_of(10, 1) + frame_of(20, 2)));
  EXPECT_EQ(receive_text(*server), frame_of(10, 1));
  server->stop_receiving();
  EXPECT_FALSE(server->take_at_hand());
}

TEST_P(ConnectionContract, refuses_a_frame_over_the_limit_and_keeps_its_header) {
  const auto header = prefix_of(kMaxFrameSize + 1);
  ASSERT_TRUE(send_text(*client, frame_of(10)));
  EXPECT_EQ(receive_text(*server), frame_of(10));
  EXPECT_TRUE(server->refused_header().empty());
  ASSERT_TRUE(send_text(*client, header + "rest"));
  EXPECT_EQ(fault_of_receive(*server), ConnectionFault::bad_frame);
  EXPECT_EQ(as_text(server->refused_header()), header);
  EXPECT_EQ(fault_of_receive(*server), ConnectionFault::bad_frame);
  EXPECT_TRUE(send_text(*server, frame_of(10))) << "the answer to a bad frame";
  EXPECT_EQ(receive_text(*client), frame_of(10));
}

TEST_P(ConnectionContract, refuses_a_frame_smaller_than_its_header) {
  for (const std::uint32_t size : {0U, 3U}) {
    connect_and_accept();
    ASSERT_TRUE(send_text(*client, prefix_of(size)));
    EXPECT_EQ(fault_of_receive(*server), ConnectionFault::bad_frame) << size;
  }
}

TEST_P(ConnectionContract, names_its_peer) {
  const auto kind = to_string(listener->address()).substr(0, 4);
  EXPECT_EQ(client->peer(), to_string(listener->address()));
  EXPECT_EQ(server->peer().substr(0, 4), kind);
}

TEST_P(ConnectionContract, keeps_order_under_deadlines_of_many_lengths) {
  std::jthread echo{[&] {
    for (;;) {
      const auto frame = server->receive(Deadline::never());
      if (!frame) return;
      const Bytes piece = frame->bytes();
      if (!server->send({&piece, 1}, Deadline::never())) return;
    }
  }};
  const std::chrono::milliseconds timeouts[] = {60s, 1h, 10s, 0ms, 24h * 365, 30s};
  for (unsigned i = 0; i < 600; ++i) {
    const auto deadline = Deadline::after(timeouts[i % std::size(timeouts)]);
    ASSERT_TRUE(send_text(*client, frame_of(100, i), deadline));
    ASSERT_EQ(receive_text(*client, deadline), frame_of(100, i));
  }
  client->shutdown();
}

}  // namespace
}  // namespace orbweaver::transport::conformance
