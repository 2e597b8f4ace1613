// SPDX-License-Identifier: Apache-2.0
// Messages in fragments of GIOP 1.1, each of which is aligned by itself. CORBA 3.3 Part 2, 9.4.9.
#include <functional>
#include <numeric>

#include "raw_peer.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

constexpr giop::Version k11{1, 1};
constexpr std::string_view kKey = "Echo";
using Part = std::function<void(cdr::Encoder&)>;

void send_fragment(RawPeer& peer, cdr::Encoder& encoder, bool has_more) {
  giop::finish_message(encoder);
  std::vector bytes(encoder.bytes().begin(), encoder.bytes().end());
  if (has_more) bytes[6] |= std::byte{2};
  peer.send(Bytes{bytes});
}

/// The first part behind what `encoder` has, each other one in a fragment of its own.
void send_in_parts(RawPeer& peer, cdr::Encoder& encoder, const std::vector<Part>& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) giop::begin_message(encoder, giop::MessageType::fragment, k11);
    parts[i](encoder);
    send_fragment(peer, encoder, i + 1 < parts.size());
  }
}

/// A sequence that is cut behind its `first` elements, and then behind each `per_part` more.
template <class T>
std::vector<Part> parts_of(const std::vector<T>& values, std::size_t first, std::size_t per_part) {
  const auto put = [&values](std::size_t at, std::size_t count) {
    return [&values, at, count](cdr::Encoder& encoder) {
      const auto rest = std::span{values}.subspan(at);
      encoder.put_array(std::span<const T>{rest.first(std::min(count, rest.size()))});
    };
  };
  std::vector<Part> parts{[&values, elements = put(0, first)](cdr::Encoder& encoder) {
    encoder.put(static_cast<std::uint32_t>(values.size()));
    elements(encoder);
  }};
  for (std::size_t at = first; at < values.size(); at += per_part)
    parts.push_back(put(at, per_part));
  return parts;
}

template <class T>
std::vector<T> counted(std::size_t count) {
  std::vector<T> values(count);
  std::iota(values.begin(), values.end(), T{1});
  return values;
}

class FragmentsOf11ToOurServer : public testing::TestWithParam<cdr::ByteOrder> {
 protected:
  FragmentsOf11ToOurServer() {
    reference = server.publish_as("Echo", std::make_shared<Probe>());
    peer.emplace(RawPeer::to(reference));
  }
  cdr::Encoder request(const char* operation) {
    cdr::Encoder encoder{GetParam()};
    giop::begin_request(encoder, 9, giop::ResponseFlags::with_target, as_bytes(kKey), operation, {},
                        k11);
    return encoder;
  }
  /// What came back, and how the reply's status reads.
  template <class T>
  T reply() {
    const auto received = peer->receive();
    auto decoder = received.body();
    const auto header = giop::decode_reply(decoder, k11);
    EXPECT_EQ(header.status, giop::ReplyStatus::no_exception);
    return cdr::decode<T>(decoder);
  }
  template <class T>
  void require_echo(const char* operation) {
    const auto values = counted<T>(60);
    for (const std::size_t first : {0U, 1U, 2U, 7U, 59U})
      for (const std::size_t count : {1U, 2U, 25U}) {
        auto encoder = request(operation);
        send_in_parts(*peer, encoder, parts_of(values, first, count));
        EXPECT_EQ(reply<std::vector<T>>(), values) << operation << ' ' << first << ' ' << count;
      }
  }

  Orb server{{"-ORBendPoint", "giop:tcp:127.0.0.1:0"}};
  std::string reference;
  std::optional<RawPeer> peer;
};

TEST_P(FragmentsOf11ToOurServer, carry_numbers_of_every_size) {
  require_echo<double>("echo_doubles");
  require_echo<float>("echo_floats");
  require_echo<std::int16_t>("echo_shorts");
  require_echo<std::uint8_t>("echo_octets");
}

TEST_P(FragmentsOf11ToOurServer, carry_a_structure_and_what_follows_it) {
  auto encoder = request("echo_struct");
  const Lab::Basics sent{true, 'x', 1, -2, 3, -4, 5, -6, 7, 8.5F, 9.5};
  send_in_parts(*peer, encoder,
                {[&](auto& to) { to.put_boolean(sent.flag()), to.put(sent.letter()); },
                 [&](auto& to) { to.put(sent.bits()), to.put(sent.s()), to.put(sent.us()); },
                 [&](auto& to) { to.put(sent.l()), to.put(sent.ul()), to.put(sent.ll()); },
                 [&](auto& to) { to.put(sent.ull()), to.put(sent.f()), to.put(sent.d()); }});
  const auto back = reply<Lab::Basics>();
  EXPECT_EQ(back.ll(), sent.ll());
  EXPECT_EQ(back.ull(), sent.ull());
  EXPECT_EQ(back.d(), sent.d());
}

TEST_P(FragmentsOf11ToOurServer, carry_texts_that_lie_in_several) {
  auto encoder = request("echo_string");
  send_in_parts(*peer, encoder,
                {[](auto& to) { to.put(std::uint32_t{7}), to.put_bytes(as_bytes("sam")); },
                 [](auto& to) { to.put_bytes(as_bytes("p")); },
                 [](auto& to) {
                   to.put_bytes(as_bytes(std::string_view{"le\0", 3}));
                 }});
  EXPECT_EQ(reply<std::string>(), "sample");
}

TEST_P(FragmentsOf11ToOurServer, may_be_empty) {
  auto encoder = request("echo_doubles");
  const auto values = counted<double>(4);
  auto parts = parts_of(values, 2, 2);
  parts.insert(parts.begin() + 1, [](cdr::Encoder&) {});
  parts.emplace_back([](cdr::Encoder&) {});
  send_in_parts(*peer, encoder, parts);
  EXPECT_EQ(reply<std::vector<double>>(), values);
}

TEST_P(FragmentsOf11ToOurServer, must_not_split_a_number) {
  cdr::Encoder number{GetParam()};
  number.put(1.5);
  auto encoder = request("echo_double");
  send_in_parts(*peer, encoder,
                {[&](auto& to) { to.align(8), to.put_bytes(number.bytes().first(4)); },
                 [&](auto& to) { to.put_bytes(number.bytes().subspan(4)); }});
  const auto received = peer->receive();
  auto decoder = received.body();
  EXPECT_EQ(giop::decode_reply(decoder, k11).status, giop::ReplyStatus::system_exception);
  EXPECT_EQ(giop::decode_system_exception(decoder).exception_id, CORBA::MARSHAL::_id);
}

INSTANTIATE_TEST_SUITE_P(InBothByteOrders, FragmentsOf11ToOurServer,
                         testing::Values(cdr::ByteOrder::little, cdr::ByteOrder::big));

TEST(FragmentsOf11ToOurClient, carry_results_of_every_size) {
  RawServer server;
  auto reference = server.reference();
  reference.replace(reference.find("1.2@"), 4, "1.1@");
  const auto doubles = counted<double>(40);
  const auto shorts = counted<std::int16_t>(40);
  std::jthread serving([&] {
    auto peer = server.accept();
    const auto answer = [&](const std::vector<Part>& parts) {
      const auto request = peer.receive();
      cdr::Encoder encoder;
      giop::begin_reply(encoder, request.request_id(), giop::ReplyStatus::no_exception, {}, k11);
      send_in_parts(peer, encoder, parts);
    };
    for (const std::size_t count : {1U, 3U, 39U}) {
      answer(parts_of(doubles, 1, count));
      answer(parts_of(shorts, 2, count));
    }
  });
  const Orb client;
  const auto echo = client.echo(reference);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(echo->echo_doubles({}), doubles);
    EXPECT_EQ(echo->echo_shorts({}), shorts);
  }
}

}  // namespace
}  // namespace orbweaver::orb_test
