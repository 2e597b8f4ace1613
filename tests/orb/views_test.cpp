// SPDX-License-Identifier: Apache-2.0
// Sequences that are received as views and sent from loans, over every way to a servant.
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/generated/lab/pipeline_poa.hpp>

#include <array>
#include <cstring>

#include "raw_peer.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

using View = corba::View<double>;
using Sink = CORBA::object_reference<Lab::PacketSink>;

/// Keeps every packet as it came.
class Keeper final : public CORBA::servant_traits<Lab::PacketSink>::views_type {
 public:
  void send_packet(const Lab::PacketHeader& header, View values) override {
    const std::lock_guard lock(mutex_);
    numbers_.push_back(header.number());
    kept_.push_back(std::move(values));
    came_.notify_all();
  }
  void push_packet(const Lab::PacketHeader& header, View values) override {
    send_packet(header, std::move(values));
  }
  void end_of_stream(std::uint32_t) override {}

  /// Blocks until so many have come; takes them away.
  std::vector<View> take(std::size_t count) {
    std::unique_lock lock(mutex_);
    came_.wait(lock, [&] { return kept_.size() >= count; });
    return std::exchange(kept_, {});
  }

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::vector<std::uint32_t> numbers_;
  std::vector<View> kept_;
};

std::vector<double> ramp(std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<double>(i) + 0.5;
  return values;
}

bool is_ramp(const View& view, std::size_t count) { return std::ranges::equal(view, ramp(count)); }

Sink sink_of(const Orb& client, const std::string& reference) {
  return corba::StubFactory::unchecked_narrow<Lab::PacketSink>(client->string_to_object(reference));
}

corba::Loan<double> loaned_ramp(const Sink& sink, std::size_t count) {
  auto loan = corba::loan<double>(*sink, count);
  std::ranges::copy(ramp(count), loan.values().begin());
  return loan;
}

class Views : public testing::Test {
 protected:
  void start(const std::string& transport) {
    server.emplace();
    client.emplace(Options{"-ORBtransport", transport});
    sink = sink_of(*client, server->publish(keeper));
    sink->end_of_stream(0);  // now there is a connection
  }
  void TearDown() override {
    sink.reset();
    client.reset();
    server.reset();
  }

  /// The sink, whose calls return when they are in the send queue.
  [[nodiscard]] Sink without_waiting() const {
    auto queued = corba::with_policies(sink, sync_scope(Messaging::SYNC_NONE));
    queued->end_of_stream(0);  // now it knows its connection
    return queued;
  }

  std::shared_ptr<Keeper> keeper = std::make_shared<Keeper>();
  std::optional<Orb> server, client;
  Sink sink;
};

class OverEveryTransport : public Views, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override { start(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(Orb, OverEveryTransport, testing::Values("tcp", "unix", "shm"),
                         name_of_option);

constexpr std::array<std::size_t, 6> kSizes{0, 1, 511, 512, 8192, 700'001};

TEST_P(OverEveryTransport, carries_loans_of_every_size) {
  for (const auto size : kSizes) {
    sink->send_packet(Lab::PacketHeader{}, loaned_ramp(sink, size));
    EXPECT_TRUE(is_ramp(keeper->take(1).at(0), size)) << size;
    sink->push_packet(Lab::PacketHeader{}, loaned_ramp(sink, size));
    EXPECT_TRUE(is_ramp(keeper->take(1).at(0), size)) << size;
  }
}

TEST_P(OverEveryTransport, carries_what_is_borrowed_of_every_size) {
  for (const auto size : kSizes) {
    const auto values = ramp(size);
    sink->send_packet(Lab::PacketHeader{}, std::span{values});
    EXPECT_TRUE(is_ramp(keeper->take(1).at(0), size)) << size;
    sink->push_packet(Lab::PacketHeader{}, values);
    EXPECT_TRUE(is_ramp(keeper->take(1).at(0), size)) << size;
  }
}

// The calls return before anything has left: what is shared must last, and what is lent may go.
TEST_P(OverEveryTransport, carries_what_waits_in_the_send_queue) {
  const auto queued = without_waiting();
  for (const auto size : kSizes) {
    queued->send_packet(Lab::PacketHeader{}, loaned_ramp(queued, size));
    queued->send_packet(Lab::PacketHeader{}, View{ramp(size)});
    auto lent = ramp(size);
    queued->send_packet(Lab::PacketHeader{}, std::span{std::as_const(lent)});
    std::ranges::fill(lent, -1);
    for (const auto& view : keeper->take(3)) EXPECT_TRUE(is_ramp(view, size)) << size;
  }
}

TEST_P(OverEveryTransport, sends_on_what_was_received) {
  sink->push_packet(Lab::PacketHeader{}, loaned_ramp(sink, 4096));
  const auto received = keeper->take(1).at(0);
  sink->push_packet(Lab::PacketHeader{}, received);
  EXPECT_TRUE(is_ramp(keeper->take(1).at(0), 4096));
  EXPECT_TRUE(is_ramp(received, 4096));
}

TEST_P(OverEveryTransport, sends_a_sealed_loan_to_several) {
  const auto sealed = loaned_ramp(sink, 4096).seal();
  for (int i = 0; i < 3; ++i) sink->push_packet(Lab::PacketHeader{}, sealed);
  for (const auto& view : keeper->take(3)) EXPECT_TRUE(is_ramp(view, 4096));
}

TEST_P(OverEveryTransport, reads_a_large_message_where_it_arrived) {
  sink->push_packet(Lab::PacketHeader{}, loaned_ramp(sink, 100'000));
  EXPECT_FALSE(keeper->take(1).at(0).was_converted());
}

TEST_P(OverEveryTransport, keeps_views_apart_while_more_arrive) {
  constexpr std::size_t kPackets = 300;
  for (std::size_t i = 0; i < kPackets; ++i)
    sink->send_packet(Lab::PacketHeader{}, loaned_ramp(sink, i));
  const auto views = keeper->take(kPackets);
  for (std::size_t i = 0; i < kPackets; ++i) EXPECT_TRUE(is_ramp(views[i], i)) << i;
}

TEST_P(OverEveryTransport, keeps_a_view_when_connection_and_orbs_are_gone) {
  sink->push_packet(Lab::PacketHeader{}, loaned_ramp(sink, 10));
  sink->push_packet(Lab::PacketHeader{}, loaned_ramp(sink, 100'000));
  auto views = keeper->take(2);
  const auto unsent = loaned_ramp(sink, 1000);
  server->poa()->deactivate_object(server->poa()->servant_to_id(keeper));
  EXPECT_TRUE(is_ramp(views[1], 100'000));
  TearDown();
  EXPECT_TRUE(is_ramp(views[0], 10));
  std::jthread{[view = std::move(views[1])] { EXPECT_TRUE(is_ramp(view, 100'000)); }}.join();
  EXPECT_EQ(unsent.values()[999], 999.5);
}

TEST_P(OverEveryTransport, sends_a_loan_of_another_connection_right_too) {
  const Orb other_server;
  const auto other_keeper = std::make_shared<Keeper>();
  const auto other = sink_of(*client, other_server.publish(other_keeper));
  other->end_of_stream(0);
  for (const std::size_t size : {1000U, 100'000U}) {
    other->push_packet(Lab::PacketHeader{}, loaned_ramp(sink, size));
    EXPECT_TRUE(is_ramp(other_keeper->take(1).at(0), size));
  }
}

TEST_P(OverEveryTransport, sends_a_loan_from_before_there_was_a_connection) {
  const Orb late{{"-ORBtransport", GetParam()}};
  const auto unconnected = sink_of(late, server->publish(keeper));
  unconnected->push_packet(Lab::PacketHeader{}, loaned_ramp(unconnected, 5000));
  EXPECT_TRUE(is_ramp(keeper->take(1).at(0), 5000));
}

// A test here writes to memory that has been sent, which a program must not do, to see that the
// receiver reads that very memory.
class InTheSameMemory : public Views {
 protected:
  [[nodiscard]] bool arrives_in_place() {
    auto loan = loaned_ramp(sink, 4096);
    double& first = loan.values()[0];
    sink->send_packet(Lab::PacketHeader{}, std::move(loan));
    const auto view = keeper->take(1).at(0);
    first = -1;
    return view[0] == -1;
  }
};

TEST_F(InTheSameMemory, arrives_a_loan_that_goes_through_shared_memory) {
  start("shm");
  EXPECT_TRUE(arrives_in_place());
  EXPECT_EQ(sink->_transport(), "shm");
}

TEST_F(InTheSameMemory, arrives_a_sealed_loan_the_first_time_it_is_sent) {
  start("shm");
  auto loan = loaned_ramp(sink, 4096);
  double& first = loan.values()[0];
  const auto sealed = std::move(loan).seal();
  for (int i = 0; i < 2; ++i) sink->push_packet(Lab::PacketHeader{}, sealed);
  const auto views = keeper->take(2);
  first = -1;
  EXPECT_EQ(views[0][0], -1);
  EXPECT_EQ(views[1][0], 0.5);
}

TEST_F(InTheSameMemory, arrives_a_loan_that_waited_in_the_send_queue) {
  start("shm");
  sink = without_waiting();
  EXPECT_TRUE(arrives_in_place());
}

// The receiver keeps what the sender needs back, until there is no more: what is sent then goes
// another way.
TEST_F(InTheSameMemory, is_not_needed_when_the_receiver_keeps_all_of_it) {
  start("shm");
  constexpr std::size_t kPackets = 8, kElements = 1'000'000;
  for (std::size_t i = 0; i < kPackets; ++i)
    sink->push_packet(Lab::PacketHeader{}, corba::loan<double>(*sink, kElements));
  const auto views = keeper->take(kPackets);
  sink->push_packet(Lab::PacketHeader{}, loaned_ramp(sink, kElements));
  EXPECT_TRUE(is_ramp(keeper->take(1).at(0), kElements));
}

TEST_F(InTheSameMemory, arrives_a_loan_that_is_queued_in_the_same_orb) {
  server.emplace();
  sink = sink_of(*server, server->publish(keeper));
  EXPECT_TRUE(arrives_in_place());
  EXPECT_EQ((*server)->statistics().requests_sent, 0U);
}

class FromAStranger : public Views {
 protected:
  void SetUp() override {
    server.emplace();
    reference = server->publish(keeper);
  }

  /// A push_packet by hand, in the given byte order.
  [[nodiscard]] cdr::Encoder push(const std::vector<double>& values, cdr::ByteOrder order,
                                  std::uint32_t announced) const {
    cdr::Encoder encoder{order};
    const auto ior = giop::parse_reference(reference);
    const auto profile = giop::read_iiop_profile(ior->profiles.at(0));
    giop::begin_request(encoder, 1, giop::ResponseFlags::with_target, profile->object_key,
                        "push_packet");
    giop::begin_body(encoder);
    cdr::encode(encoder, Lab::PacketHeader{1, 2});
    encoder.put(announced);
    encoder.put_array(std::span<const double>{values});
    giop::finish_message(encoder);
    return encoder;
  }

  std::string reference;
};

TEST_F(FromAStranger, a_sequence_in_either_byte_order_is_read) {
  for (const auto order : {cdr::ByteOrder::little, cdr::ByteOrder::big}) {
    auto peer = RawPeer::to(reference);
    peer.send(push(ramp(100), order, 100));
    (void)peer.receive();
    const auto view = keeper->take(1).at(0);
    EXPECT_TRUE(is_ramp(view, 100));
    EXPECT_EQ(view.was_converted(), order != cdr::kNativeOrder);
  }
}

// Whatever stands before a message in the receive buffer moves it off its alignment.
TEST_F(FromAStranger, a_sequence_that_is_not_aligned_is_read) {
  auto peer = RawPeer::to(reference);
  cdr::Encoder both, locate;
  giop::put_locate_request(locate, 7, as_bytes("odd"));
  ASSERT_NE(locate.size() % sizeof(double), 0U);
  both.put_bytes(locate.bytes());
  both.put_bytes(push(ramp(100), cdr::kNativeOrder, 100).bytes());
  peer.send(both);
  (void)peer.receive();
  (void)peer.receive();
  const auto view = keeper->take(1).at(0);
  EXPECT_TRUE(is_ramp(view, 100));
  EXPECT_TRUE(view.was_converted());
}

TEST_F(FromAStranger, a_sequence_that_is_longer_than_its_message_is_refused) {
  for (const std::uint32_t announced : {101U, 0x20000000U, 0xffffffffU}) {
    auto peer = RawPeer::to(reference);
    peer.send(push(ramp(100), cdr::kNativeOrder, announced));
    auto body = peer.receive().body();
    EXPECT_EQ(giop::decode_reply(body).status, giop::ReplyStatus::system_exception);
    EXPECT_EQ(giop::decode_system_exception(body).exception_id, "IDL:omg.org/CORBA/MARSHAL:1.0");
  }
}

}  // namespace
}  // namespace orbweaver::orb_test
