// SPDX-License-Identifier: Apache-2.0
// Two-way operations that return nothing, sent without response_expected: the policy NoResponse.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/packet_stamp.hpp>
#include <orbweaver/corba/peer.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/generated/lab/pipeline.hpp>
#include <orbweaver/generated/lab/pipeline_poa.hpp>
#include <orbweaver/generated/sca/Packet.hpp>
#include <orbweaver/generated/sca/Packet_poa.hpp>

#include <mutex>
#include <numeric>

#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

using Stream = Packet::OctetStream;
using StreamReference = CORBA::object_reference<Stream>;
using wire::Dispatch;
using wire::NoResponse;

/// Takes packets of one octet, notes the sequence number, and may do more.
class Taker final : public CORBA::servant_traits<Stream>::base_type {
 public:
  Journal journal;
  std::function<void()> on_packet;
  std::atomic<std::uint64_t> stamped{0};
  /// Read them after the journal has them all.
  std::vector<corba::PacketStamp> stamps;
  std::vector<std::vector<std::byte>> metadata;

  std::uint32_t getMaxPayloadSize() override { return 1; }
  std::uint32_t getMinPayloadSize() override { return 1; }
  std::uint32_t getDesiredPayloadSize() override { return 1; }
  std::uint32_t getMinOverrideTimeout() override { return 0; }
  void pushPacket(const Packet::StreamControlType& control, const JTRS::OctetSequence&) override {
    note();
    if (on_packet) on_packet();
    journal.add(control.sequenceNumber());
  }

 private:
  void note() {
    const std::lock_guard lock(mutex_);
    if (const auto stamp = corba::stamp_of_request()) {
      stamped += stamp->number;
      stamps.push_back(*stamp);
    }
    const auto said = corba::metadata_of_request();
    metadata.emplace_back(said.begin(), said.end());
  }
  std::mutex mutex_;  // packets of a pool come at once
};

CORBA::PolicyList no_response(NoResponse when) {
  return {std::make_shared<corba::NoResponsePolicy>(when)};
}
void push(const StreamReference& stream, std::uint8_t number) {
  stream->pushPacket(Packet::StreamControlType{false, 0, number, false},
                     std::vector<std::uint8_t>(1));
}

class NoResponses : public testing::Test {
 protected:
  void TearDown() override {
    client.reset();
    server.reset();
  }
  StreamReference publish(Dispatch dispatch = Dispatch::lane) {
    const auto root = server->poa();
    const auto id = root->activate_object(servant, dispatch);
    root->the_POAManager()->activate();
    text = server->shared()->object_to_string(root->id_to_reference(id));
    return seen();
  }
  [[nodiscard]] StreamReference seen() const {
    return corba::StubFactory::unchecked_narrow<Stream>((*client)->string_to_object(text));
  }
  [[nodiscard]] std::uint64_t replies() const { return (*server)->statistics().replies_sent; }
  /// The server counts a reply after it sent it, so the caller may be back before.
  void await_one_reply() const {
    spin_until([&] { return replies() > 0; });
    EXPECT_EQ(replies(), 1U);
  }

  std::shared_ptr<Taker> servant = std::make_shared<Taker>();
  std::optional<Orb> server{std::in_place}, client{std::in_place};
  std::string text;
};

TEST_F(NoResponses, are_not_chosen_without_the_policy) {
  const auto stream = publish();
  EXPECT_FALSE(corba::omits_replies(stream));
  push(stream, 1);
  EXPECT_EQ(servant->journal.entries().size(), 1U) << "the call returned before the servant";
  await_one_reply();
}

TEST_F(NoResponses, if_ordered_are_chosen_where_the_server_keeps_order) {
  const auto stream = corba::with_policies(publish(), no_response(NoResponse::if_ordered));
  EXPECT_TRUE(corba::keeps_order(stream));
  EXPECT_TRUE(corba::omits_replies(stream));
  const ScopedGate gate;
  servant->on_packet = [door = gate.share()] { door.pass(); };
  for (std::uint8_t i = 0; i < 20; ++i) push(stream, i);  // returns though the servant does not
  gate.open();
  std::vector<std::uint32_t> in_order(20);
  std::iota(in_order.begin(), in_order.end(), 0U);
  EXPECT_EQ(servant->journal.wait_for(20), in_order);
  EXPECT_EQ(replies(), 0U);
}

TEST_F(NoResponses, if_ordered_are_not_chosen_where_requests_may_overtake_each_other) {
  const auto stream =
      corba::with_policies(publish(Dispatch::pool), no_response(NoResponse::if_ordered));
  EXPECT_FALSE(corba::keeps_order(stream));
  EXPECT_FALSE(corba::omits_replies(stream));
  push(stream, 1);
  await_one_reply();
}

TEST_F(NoResponses, if_ordered_are_not_chosen_for_a_reference_that_does_not_say) {
  (void)publish();
  const auto profile = giop::read_iiop_profile(giop::parse_reference(text)->profiles.at(0));
  auto bare = *profile;
  bare.components.clear();
  bare.host = "localhost";
  text = giop::to_string({Stream::_id, {giop::make_profile(bare)}});
  if (bare.port == 0) GTEST_SKIP() << "the server listens on no TCP port";
  const auto stream = corba::with_policies(seen(), no_response(NoResponse::if_ordered));
  EXPECT_FALSE(corba::omits_replies(stream));
}

TEST_F(NoResponses, always_are_chosen_whatever_the_server_says) {
  const auto stream =
      corba::with_policies(publish(Dispatch::pool), no_response(NoResponse::always));
  for (std::uint8_t i = 0; i < 20; ++i) push(stream, i);
  EXPECT_EQ(servant->journal.wait_for(20).size(), 20U);
  EXPECT_EQ(replies(), 0U);
}

TEST_F(NoResponses, obey_the_sync_scope) {
  const auto stream = corba::with_policies(publish(), no_response(NoResponse::always));
  for (const auto scope : {Messaging::SYNC_NONE, Messaging::SYNC_WITH_TRANSPORT}) {
    push(corba::with_policies(stream, sync_scope(scope)), 1);
  }
  servant->journal.wait_for(2);
  EXPECT_EQ(replies(), 0U);
  push(corba::with_policies(stream, sync_scope(Messaging::SYNC_WITH_SERVER)), 1);
  servant->journal.wait_for(3);
  await_one_reply();
  const auto awaited = corba::with_policies(stream, sync_scope(Messaging::SYNC_WITH_TARGET));
  EXPECT_FALSE(corba::omits_replies(awaited));
  servant->on_packet = [] { throw Packet::UnableToComplete{0, Packet::PPKT_ERROR_BAD_SIZE}; };
  EXPECT_THROW(push(awaited, 1), Packet::UnableToComplete);
}

TEST_F(NoResponses, leave_other_operations_as_they_are) {
  const auto stream = corba::with_policies(publish(), no_response(NoResponse::always));
  EXPECT_EQ(stream->getDesiredPayloadSize(), 1U);
}

TEST_F(NoResponses, count_what_the_servant_throws) {
  const auto stream = corba::with_policies(publish(), no_response(NoResponse::if_ordered));
  int calls = 0;
  servant->on_packet = [&] {
    if (++calls == 1) throw Packet::UnableToComplete{0, Packet::PPKT_ERROR_BAD_SIZE};
    if (calls == 2) throw std::runtime_error("a bug");
    if (calls == 3) throw CORBA::NO_RESOURCES();
  };
  for (std::uint8_t i = 0; i < 4; ++i) push(stream, i);
  EXPECT_EQ(servant->journal.wait_for(1), std::vector<std::uint32_t>{3});
  EXPECT_EQ((*server)->statistics().oneways_failed, 3U);
}

TEST_F(NoResponses, are_chosen_for_a_thread_and_for_an_orb_too) {
  const auto stream = publish();
  const auto current = IDL::traits<CORBA::PolicyManager>::narrow(
      (*client)->resolve_initial_references("PolicyCurrent"));
  const auto manager = IDL::traits<CORBA::PolicyManager>::narrow(
      (*client)->resolve_initial_references("ORBPolicyManager"));
  current->set_policy_overrides(no_response(NoResponse::if_ordered),
                                CORBA::SetOverrideType::ADD_OVERRIDE);
  EXPECT_TRUE(corba::omits_replies(stream));
  current->set_policy_overrides({}, CORBA::SetOverrideType::SET_OVERRIDE);
  EXPECT_FALSE(corba::omits_replies(stream));
  manager->set_policy_overrides(no_response(NoResponse::if_ordered),
                                CORBA::SetOverrideType::ADD_OVERRIDE);
  EXPECT_TRUE(corba::omits_replies(stream));
  const auto chosen = std::dynamic_pointer_cast<corba::NoResponsePolicy>(
      stream->_get_policy(corba::NO_RESPONSE_POLICY_TYPE));
  EXPECT_EQ(chosen->no_response(), NoResponse::if_ordered);
  manager->set_policy_overrides({}, CORBA::SetOverrideType::SET_OVERRIDE);
  EXPECT_FALSE(corba::omits_replies(stream));
}

TEST_F(NoResponses, within_an_orb_wait_in_the_object_s_lane) {
  client.reset();
  client.emplace();
  (void)publish();
  const auto here = corba::with_policies(
      corba::StubFactory::unchecked_narrow<Stream>((*server)->string_to_object(text)),
      no_response(NoResponse::if_ordered));
  const ScopedGate gate;
  servant->on_packet = [door = gate.share()] { door.pass(); };
  for (std::uint8_t i = 0; i < 20; ++i) push(here, i);  // returns though the servant does not
  gate.open();
  std::vector<std::uint32_t> in_order(20);
  std::iota(in_order.begin(), in_order.end(), 0U);
  EXPECT_EQ(servant->journal.wait_for(20), in_order);
}

/// What travels beside a call.
class StampedPackets : public NoResponses, public testing::WithParamInterface<NoResponse> {};

TEST_P(StampedPackets, are_seen_by_the_servant_and_not_by_its_own_calls) {
  const auto stream = corba::with_policies(publish(), no_response(GetParam()));
  const auto here = corba::with_policies(
      corba::StubFactory::unchecked_narrow<Stream>((*server)->string_to_object(text)),
      no_response(GetParam()));
  for (const auto& way : {stream, here}) {
    servant->stamped = 0;
    servant->journal.clear();
    for (std::uint8_t i = 1; i <= 3; ++i) {
      const corba::PacketStamp stamp{1, 2, i, 4, 5, 6, 7};
      const corba::StampedCalls calls(&stamp);
      push(way, i);
    }
    push(way, 4);
    servant->journal.wait_for(4);
    EXPECT_EQ(servant->stamped, 6U);
  }
  EXPECT_FALSE(corba::stamp_of_request());
  servant->on_packet = [&, is_first = true]() mutable {
    if (std::exchange(is_first, false)) push(here, 2);
  };
  servant->stamped = 0;
  servant->journal.clear();
  const corba::PacketStamp stamp{1, 2, 3, 4, 5, 6, 7};
  const corba::StampedCalls calls(&stamp);
  push(here, 1);
  servant->journal.wait_for(2);
  EXPECT_EQ(servant->stamped, 3U);
}

TEST_P(StampedPackets, go_with_a_place_in_a_stream_too) {
  const auto stream = corba::with_policies(corba::with_policies(publish(), no_response(GetParam())),
                                           {std::make_shared<corba::OrderedDeliveryPolicy>()});
  for (std::uint8_t i = 1; i <= 3; ++i) {
    const corba::PacketStamp stamp{1, 2, i, 4, 5, 6, 7};
    const corba::StampedCalls calls(&stamp);
    push(stream, i);
  }
  EXPECT_EQ(servant->journal.wait_for(3), (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_EQ(servant->stamped, 6U);
}

TEST_P(StampedPackets, with_and_without_times_arrive_as_they_were_sent) {
  const auto plain = corba::with_policies(publish(), no_response(GetParam()));
  const auto in_stream =
      corba::with_policies(plain, {std::make_shared<corba::OrderedDeliveryPolicy>()});
  const std::vector<corba::PacketStamp> sent{
      {.connection = 2, .number = 1},
      {1, 2, 2, 4, 5, 6, 7},
      {.connection = 2, .number = 3},
      {.clock = 1, .connection = 2, .number = 4, .due_ns = 5}};
  for (const auto& way : {plain, in_stream}) {
    servant->stamps.clear();
    servant->journal.clear();
    for (const auto& stamp : sent) {
      const corba::StampedCalls calls(&stamp);
      push(way, static_cast<std::uint8_t>(stamp.number));
    }
    servant->journal.wait_for(sent.size());
    EXPECT_EQ(servant->stamps, sent);
  }
}

TEST_P(StampedPackets, carry_metadata_of_any_size_or_none) {
  const auto plain = corba::with_policies(publish(), no_response(GetParam()));
  const auto in_stream =
      corba::with_policies(plain, {std::make_shared<corba::OrderedDeliveryPolicy>()});
  const auto here = corba::with_policies(
      corba::StubFactory::unchecked_narrow<Stream>((*server)->string_to_object(text)),
      no_response(GetParam()));
  std::vector<std::vector<std::byte>> sent;
  for (const std::size_t size : {8U, 64U, 0U, 64U, 160U, 168U, 40'000U, 8U})
    sent.emplace_back(size, static_cast<std::byte>(size + sent.size()));
  for (const auto& way : {plain, in_stream, here})
    for (const bool has_stamp : {true, false}) {
      servant->metadata.clear();
      servant->journal.clear();
      for (const auto& entry : sent) {
        const corba::PacketStamp stamp{.connection = 2, .number = 1};
        const corba::StampedCalls calls(has_stamp ? &stamp : nullptr, nullptr, entry);
        push(way, 1);
      }
      servant->journal.wait_for(sent.size());
      EXPECT_EQ(servant->metadata, sent);
    }
}

TEST_P(StampedPackets, give_their_metadata_to_no_call_that_the_servant_makes) {
  const auto stream = corba::with_policies(publish(), no_response(GetParam()));
  servant->on_packet = [&, is_first = true]() mutable {
    if (std::exchange(is_first, false)) push(stream, 2);
  };
  const std::vector<std::byte> said(64, std::byte{1});
  {
    const corba::StampedCalls calls(nullptr, nullptr, said);
    push(stream, 1);
  }
  servant->journal.wait_for(2);
  EXPECT_EQ(servant->metadata, (std::vector<std::vector<std::byte>>{said, {}}));
}

INSTANTIATE_TEST_SUITE_P(Ways, StampedPackets,
                         testing::Values(NoResponse::never, NoResponse::if_ordered),
                         [](const auto& one) {
                           return one.param == NoResponse::never ? "two_way" : "one_way";
                         });

}  // namespace
}  // namespace orbweaver::orb_test
