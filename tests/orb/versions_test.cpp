// SPDX-License-Identifier: Apache-2.0
// GIOP 1.0 and 1.1 beside 1.2: which side uses which, and that every kind of call works in each.
#include "raw_peer.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

using std::chrono::milliseconds;

constexpr giop::Version k10{1, 0}, k11{1, 1}, k12{1, 2};
constexpr std::array kVersions{k10, k11, k12};

std::string minor_of(giop::Version version) { return std::to_string(version.minor); }

class Versions : public TwoOrbs {};

void require_every_kind_of_call(const EchoReference& echo, Journal& pokes) {
  echo->nothing();
  EXPECT_EQ(echo->add(40, 2), 42);
  Lab::Octets octets(100'000);
  for (std::size_t i = 0; i < octets.size(); ++i) octets[i] = static_cast<std::uint8_t>(i * 7);
  EXPECT_EQ(echo->echo_octets(octets), octets);
  echo->label("a label");
  EXPECT_EQ(echo->label(), "a label");
  EXPECT_THROW(echo->refuse("no", 7), Lab::Refused);
  EXPECT_FALSE(echo->_non_existent());
  for (const auto scope : {Messaging::SYNC_NONE, Messaging::SYNC_WITH_TRANSPORT,
                           Messaging::SYNC_WITH_SERVER, Messaging::SYNC_WITH_TARGET}) {
    corba::with_policies(echo, sync_scope(scope))->poke(static_cast<std::uint32_t>(scope));
    const auto ordered =
        corba::with_policies(echo, {std::make_shared<corba::OrderedDeliveryPolicy>(true),
                                    std::make_shared<Messaging::SyncScopePolicy>(scope)});
    ordered->poke(10U + static_cast<std::uint32_t>(scope));
    EXPECT_EQ(ordered->add(1, 1), 2);
  }
  EXPECT_EQ(pokes.wait_for(8).size(), 8U);
}

TEST_F(Versions, serve_every_kind_of_call_over_every_transport) {
  for (const auto version : kVersions)
    for (const char* transport : {"tcp", "unix", "shm"}) {
      SCOPED_TRACE(testing::Message() << "1." << minor_of(version) << " over " << transport);
      start({}, {"-ORBgiopMinor", minor_of(version), "-ORBtransport", transport});
      Journal pokes;
      auto servant = std::make_shared<Probe>();
      servant->on_poke = [&](std::uint32_t amount) { pokes.add(amount); };
      require_every_kind_of_call(publish(servant), pokes);
      client.reset();
      server.reset();
    }
}

TEST_F(Versions, are_at_most_what_the_server_offers) {
  for (const auto version : kVersions) {
    start({"-ORBgiopMinor", minor_of(version)}, {"-ORBtransport", "tcp"});
    const auto text = server->publish(std::make_shared<Probe>());
    const auto profile = giop::read_iiop_profile(giop::parse_reference(text)->profiles.at(0));
    EXPECT_EQ(profile->version, version);
    EXPECT_EQ(profile->components.empty(), version == k10);
    EXPECT_EQ(client->echo(text)->add(1, 1), 2);
  }
}

TEST(VersionOption, refuses_versions_that_do_not_exist) {
  EXPECT_THROW(Orb({"-ORBgiopMinor", "3"}), CORBA::BAD_PARAM);
}

class ToOurServerIn : public testing::TestWithParam<giop::Version> {
 protected:
  ToOurServerIn() { reference = server.publish_as("Echo", servant); }
  /// Of `add`, by hand.
  cdr::Encoder add_request(std::uint32_t id, giop::ResponseFlags response) const {
    cdr::Encoder encoder;
    giop::begin_request(encoder, id, response, as_bytes(std::string_view{"Echo"}), "add", {},
                        GetParam());
    giop::begin_body(encoder);
    encoder.put(std::int32_t{40});
    encoder.put(std::int32_t{2});
    giop::finish_message(encoder);
    return encoder;
  }

  std::shared_ptr<Probe> servant = std::make_shared<Probe>();
  Orb server{{"-ORBendPoint", "giop:tcp:127.0.0.1:0"}};
  std::string reference;
};

INSTANTIATE_TEST_SUITE_P(Each, ToOurServerIn, testing::ValuesIn(kVersions),
                         [](const auto& one) { return "giop_1_" + minor_of(one.param); });

TEST_P(ToOurServerIn, a_request_is_answered_in_its_version) {
  auto peer = RawPeer::to(reference);
  peer.send(add_request(5, giop::ResponseFlags::with_target));
  const auto received = peer.receive();
  EXPECT_EQ(received.header.version, GetParam());
  auto decoder = received.body();
  EXPECT_EQ(giop::decode_reply(decoder, GetParam()).request_id, 5U);
  EXPECT_EQ(decoder.get<std::int32_t>(), 42);
}

TEST_P(ToOurServerIn, a_request_to_no_object_is_refused_in_its_version) {
  auto peer = RawPeer::to(reference);
  cdr::Encoder encoder;
  giop::begin_request(encoder, 6, giop::ResponseFlags::with_target,
                      as_bytes(std::string_view{"Nobody"}), "add", {}, GetParam());
  giop::finish_message(encoder);
  peer.send(encoder);
  const auto received = peer.receive();
  EXPECT_EQ(received.header.version, GetParam());
  auto decoder = received.body();
  EXPECT_EQ(giop::decode_reply(decoder, GetParam()).status, giop::ReplyStatus::system_exception);
  EXPECT_EQ(giop::decode_system_exception(decoder).exception_id,
            "IDL:omg.org/CORBA/OBJECT_NOT_EXIST:1.0");
}

TEST_P(ToOurServerIn, a_locate_request_is_answered_in_its_version) {
  auto peer = RawPeer::to(reference);
  cdr::Encoder encoder;
  giop::put_locate_request(encoder, 7, as_bytes(std::string_view{"Echo"}), GetParam());
  peer.send(encoder);
  const auto received = peer.receive();
  EXPECT_EQ(received.header.version, GetParam());
  auto decoder = received.body();
  EXPECT_EQ(giop::decode_locate_reply(decoder).status, giop::LocateStatus::object_here);
}

TEST_P(ToOurServerIn, several_requests_behind_each_other_are_all_answered) {
  auto peer = RawPeer::to(reference);
  std::vector<std::byte> all;
  for (std::uint32_t id = 1; id <= 40; ++id) {
    const auto one = add_request(id, giop::ResponseFlags::with_target);
    all.insert(all.end(), one.bytes().begin(), one.bytes().end());
  }
  peer.send(Bytes{all});
  for (std::uint32_t id = 1; id <= 40; ++id) {
    const auto received = peer.receive();
    auto decoder = received.body();
    EXPECT_EQ(giop::decode_reply(decoder, GetParam()).request_id, id);
    EXPECT_EQ(decoder.get<std::int32_t>(), 42);
  }
}

TEST_P(ToOurServerIn, a_request_that_expects_no_response_gets_none) {
  auto peer = RawPeer::to(reference);
  peer.send(add_request(1, giop::ResponseFlags::none));
  peer.send(add_request(2, giop::ResponseFlags::with_target));
  const auto received = peer.receive();
  auto decoder = received.body();
  EXPECT_EQ(giop::decode_reply(decoder, GetParam()).request_id, 2U);
}

TEST_P(ToOurServerIn, message_error_has_the_version_of_what_was_refused) {
  std::vector<std::string> refused;
  std::string header{"GIOP\x01\x02\x01\x09\x00\x00\x00\x00", 12};  // an unknown type
  header[5] = static_cast<char>(GetParam().minor);
  refused.push_back(header);
  header[7] = 0;  // a request without a header
  refused.push_back(header);
  header[6] = 9;  // unknown flags
  refused.push_back(header);
  for (const auto& message : refused) {
    auto peer = RawPeer::to(reference);
    peer.send(std::string_view{message});
    const auto answer = peer.receive();
    EXPECT_EQ(answer.header.type, giop::MessageType::message_error);
    EXPECT_EQ(answer.header.version, GetParam());
    EXPECT_TRUE(peer.has_ended());
  }
}

TEST_P(ToOurServerIn, close_connection_has_the_version_of_what_was_said_before) {
  auto peer = RawPeer::to(reference);
  peer.send(add_request(1, giop::ResponseFlags::with_target));
  (void)peer.receive();
  server->destroy();
  const auto close_message = peer.receive();
  EXPECT_EQ(close_message.header.type, giop::MessageType::close_connection);
  EXPECT_EQ(close_message.header.version, GetParam());
}

class FromOurClientIn : public testing::TestWithParam<giop::Version> {
 protected:
  [[nodiscard]] std::string in(giop::Version version, const RawServer& of) const {
    auto reference = of.reference();
    reference.replace(reference.find("1.2@"), 3, "1." + minor_of(version));
    return reference;
  }
  [[nodiscard]] EchoReference echo() const { return client.echo(in(GetParam(), server)); }

  RawServer server;
  Orb client;
};

INSTANTIATE_TEST_SUITE_P(Each, FromOurClientIn, testing::ValuesIn(kVersions),
                         [](const auto& one) { return "giop_1_" + minor_of(one.param); });

TEST_P(FromOurClientIn, all_that_is_said_has_the_version_of_the_profile) {
  std::jthread script{[&] {
    auto peer = server.accept();
    const auto late = peer.receive();
    EXPECT_EQ(late.header.version, GetParam());
    EXPECT_EQ(late.request().response, giop::ResponseFlags::with_target);
    const auto cancel = peer.receive();
    EXPECT_EQ(cancel.header.type, giop::MessageType::cancel_request);
    EXPECT_EQ(cancel.header.version, GetParam());
    EXPECT_EQ(cancel.request_id(), late.request().request_id);
    const auto oneway = peer.receive();
    EXPECT_EQ(oneway.header.version, GetParam());
    EXPECT_EQ(oneway.request().response, giop::ResponseFlags::none);
    peer.reply_to(peer.receive());
    // Before 1.2 only a server says CloseConnection.
    if (GetParam() == k12) {
      EXPECT_EQ(peer.receive().header.type, giop::MessageType::close_connection);
    }
    EXPECT_TRUE(peer.has_ended());
  }};
  const auto called = echo();
  EXPECT_THROW(corba::with_policies(called, timeout_of(milliseconds(30)))->nothing(),
               CORBA::TIMEOUT);
  called->poke(1);
  called->nothing();
  client->destroy();
}

TEST_P(FromOurClientIn, a_forward_may_lead_to_another_version) {
  for (const auto version : kVersions) {
    RawServer other;
    std::jthread script{[&] {
      auto peer = server.accept();
      const auto request = peer.receive();
      cdr::Encoder encoder;
      giop::begin_reply(encoder, request.request().request_id, giop::ReplyStatus::location_forward,
                        {}, GetParam());
      giop::begin_body(encoder, GetParam());
      auto ior = *giop::parse_reference(in(version, other) + "-whose-key-has-another-length");
      giop::encode(encoder, ior);
      giop::finish_message(encoder);
      peer.send(encoder);
      auto there = other.accept();
      const auto again = there.receive();
      EXPECT_EQ(again.header.version, version);
      auto arguments = again.body();
      EXPECT_EQ(giop::decode_request(arguments, version).operation, "add");
      EXPECT_EQ(arguments.get<std::int32_t>(), 40);
      EXPECT_EQ(arguments.get<std::int32_t>(), 2);
      there.reply_to(again);
    }};
    Orb mine;
    const auto called = mine.echo(in(GetParam(), server));
    EXPECT_THROW((void)called->add(40, 2), CORBA::MARSHAL);
  }
}

TEST_P(FromOurClientIn, references_of_another_version_have_connections_of_their_own) {
  std::jthread script{[&] {
    std::vector<RawPeer> peers;
    for (const auto version : kVersions) {
      auto& peer = peers.emplace_back(server.accept());
      const auto request = peer.receive();
      EXPECT_EQ(request.header.version, version);
      peer.reply_to(request);
    }
    auto& mine = peers.at(GetParam().minor);
    mine.reply_to(mine.receive());
  }};
  for (const auto version : kVersions) client.echo(in(version, server))->nothing();
  echo()->nothing();
  EXPECT_EQ(client->statistics().connections_opened, 3U);
}

}  // namespace
}  // namespace orbweaver::orb_test
