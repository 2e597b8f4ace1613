// SPDX-License-Identifier: Apache-2.0
// Each standard data interface, through both kinds of receivers.
#include <numeric>
#include <string_view>

#include "rig.hpp"

namespace orbweaver::ports {
namespace {

template <class Interface>
class EachDataInterface : public testing::Test {
 protected:
  using Traits = DataInterface<Interface>;
  using Sample = typename Traits::Sample;
  // A file that names ports by data_family.hpp alone takes the id from there.
  static_assert(std::string_view{Traits::id} == Interface::_id);

  static std::vector<Sample> samples(int first) {
    std::vector<Sample> values(100);
    std::iota(values.begin(), values.end(), static_cast<Sample>(first));
    return values;
  }
  static std::vector<Sample> copy(const View<Sample>& view) { return {view.begin(), view.end()}; }

  static void push(UsesPort<Interface>& uses) {
    if constexpr (Traits::family == Family::real)
      uses.push(samples(1));
    else if constexpr (Traits::family == Family::pair)
      uses.push(samples(1), samples(2));
    else
      uses.push(StreamControl{false, 7, 9, false}, samples(1));
  }
  static void require_same(const PacketOf<Interface>& packet) {
    if constexpr (Traits::family == Family::stream) {
      EXPECT_EQ(packet.control, (StreamControl{false, 7, 9, false}));
      EXPECT_EQ(copy(packet.payload), samples(1));
    } else {
      EXPECT_EQ(copy(packet.I), samples(1));
      if constexpr (Traits::family == Family::pair) {
        EXPECT_EQ(copy(packet.Q), samples(2));
      }
    }
  }
  static void pass_a_packet(const char* transport) {
    Ends ends(transport);
    ProvidesPort<Interface> provides({.queue = {.depth = 4}});
    UsesPort<Interface> uses;
    uses.connect(ends.seen(provides.activate(ends.receiver().poa())), "a");
    push(uses);
    const auto delivered = provides.take();
    ASSERT_TRUE(delivered);
    require_same(delivered->packet);
    EXPECT_EQ(delivered->stamp.number, 1U);
    const auto sent = uses.statistics().at(0).flow, came = provides.statistics().at(0).flow;
    EXPECT_EQ(sent.bytes, delivered->packet.bytes());
    EXPECT_EQ(came.bytes, sent.bytes);
  }
};

using Interfaces =
    testing::Types<standardInterfaces::realChar, standardInterfaces::realShort,
                   standardInterfaces::realLong, standardInterfaces::realFloat,
                   standardInterfaces::realDouble, standardInterfaces::complexChar,
                   standardInterfaces::complexShort, standardInterfaces::complexLong,
                   standardInterfaces::complexFloat, standardInterfaces::complexDouble,
                   standardInterfaces::stereoSound, ::Packet::OctetStream, ::Packet::UshortStream,
                   ::Packet::FlowOctetStream, ::Packet::FlowUshortStream>;
TYPED_TEST_SUITE(EachDataInterface, Interfaces);

TYPED_TEST(EachDataInterface, passes_packets_between_two_orbs) { this->pass_a_packet("unix"); }
TYPED_TEST(EachDataInterface, passes_packets_within_an_orb) { this->pass_a_packet("inproc"); }

class PacketStreams : public testing::Test {
 protected:
  using Octets = ::Packet::OctetStream;
  Ends ends_{"unix"};
};

TEST_F(PacketStreams, say_what_they_take_and_refuse_other_sizes) {
  ProvidesPort<Octets> provides({}, [](auto&, const auto&) {});
  provides.limits().most = 8;
  provides.limits().least = 2;
  provides.limits().override_timeout = 5;
  const auto stream =
      IDL::traits<Octets>::narrow(ends_.seen(provides.activate(ends_.receiver().poa())));
  EXPECT_EQ(stream->getMaxPayloadSize(), 8U);
  EXPECT_EQ(stream->getMinPayloadSize(), 2U);
  EXPECT_EQ(stream->getDesiredPayloadSize(), 1024U);
  EXPECT_EQ(stream->getMinOverrideTimeout(), 5U);
  const auto error_of = [&](bool is_last, std::size_t size) -> std::uint16_t {
    try {
      stream->pushPacket(::Packet::StreamControlType{is_last, 1, 0, false},
                         std::vector<std::uint8_t>(size));
    } catch (const ::Packet::UnableToComplete& refused) {
      return refused.errorCode();
    }
    return 0;
  };
  EXPECT_EQ(error_of(false, 9), ::Packet::PPKT_ERROR_BAD_SIZE);
  EXPECT_EQ(error_of(false, 1), ::Packet::PPKT_ERROR_BAD_SIZE);
  EXPECT_EQ(error_of(false, 8), 0U);
  EXPECT_EQ(error_of(true, 0), 0U);
}

TEST_F(PacketStreams, that_are_purged_drop_what_waits_of_the_stream) {
  ProvidesPort<Octets> provides({.queue = {.depth = 8}});
  UsesPort<Octets> uses;
  uses.connect(ends_.seen(provides.activate(ends_.receiver().poa())), "a");
  const std::vector<std::uint8_t> payload(1);
  uses.push({false, 1, 0, false}, payload);
  uses.push({false, 2, 0, false}, payload);
  uses.push({false, 1, 1, true}, payload);
  spin_until([&] {
    const auto all = provides.statistics();
    return all.size() == 1 && all[0].lost.of(packets::Loss::left) == 1 && all[0].depth == 2;
  });
  EXPECT_EQ(provides.take()->packet.control.stream, 2U);
  EXPECT_EQ(provides.take()->packet.control.sequence_number, 1U);
}

TEST_F(PacketStreams, with_flow_control_say_when_there_is_no_more_room) {
  for (const char* transport : {"unix", "inproc"}) {
    Ends ends(transport);
    using Flow = ::Packet::FlowUshortStream;
    int resumed = 0;
    ProvidesOptions options{.queue = {.depth = 2}};
    options.queue.has_room = [&] { ++resumed; };
    ProvidesPort<Flow> provides(options);
    UsesPort<Flow> uses;
    uses.connect(ends.seen(provides.activate(ends.receiver().poa())), "a");
    const std::vector<std::uint16_t> payload(3);
    uses.push({}, payload);
    EXPECT_TRUE(uses.has_room());
    uses.push({}, payload);
    EXPECT_FALSE(uses.has_room());
    (void)provides.take();
    EXPECT_EQ(resumed, 1);
    uses.resume();
    EXPECT_TRUE(uses.has_room());
  }
}

}  // namespace
}  // namespace orbweaver::ports
