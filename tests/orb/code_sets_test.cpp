// SPDX-License-Identifier: Apache-2.0
// Programs whose strings are written in different code sets.
#include <orbweaver/giop/code_sets.hpp>

#include "raw_peer.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

constexpr const char* kUtf8Word = "gr\xc3\xbc\xc3\x9f";  // "grüß"
constexpr const char* kLatin1Word = "gr\xfc\xdf";
constexpr const char* kUtf8Euro = "1 \xe2\x82\xac";  // not in ISO 8859-1

class CodeSets : public TwoOrbs {
 protected:
  /// What the servant is given, and the client gets back, for `word`.
  std::pair<std::string, std::string> sent_and_returned(const char* client_set,
                                                        const char* server_set, const char* word) {
    start({"-ORBnativeCharCodeSet", server_set}, {"-ORBnativeCharCodeSet", client_set});
    const auto servant = std::make_shared<Probe>();
    const auto echo = publish(servant);
    echo->label(word);
    const std::pair result{servant->label(), echo->label()};
    TearDown();
    return result;
  }
};

TEST_F(CodeSets, are_converted_where_they_differ) {
  using Texts = std::pair<std::string, std::string>;
  EXPECT_EQ(sent_and_returned("UTF-8", "UTF-8", kUtf8Word), Texts(kUtf8Word, kUtf8Word));
  EXPECT_EQ(sent_and_returned("ISO-8859-1", "UTF-8", kLatin1Word), Texts(kUtf8Word, kLatin1Word));
  EXPECT_EQ(sent_and_returned("UTF-8", "ISO-8859-1", kUtf8Word), Texts(kLatin1Word, kUtf8Word));
  EXPECT_EQ(sent_and_returned("ISO-8859-1", "ISO-8859-1", kLatin1Word),
            Texts(kLatin1Word, kLatin1Word));
}

// As a component and its domain: the domain writes UTF-8, the component passes on what it got.
TEST_F(CodeSets, are_not_converted_where_strings_are_as_they_are) {
  using Texts = std::pair<std::string, std::string>;
  EXPECT_EQ(sent_and_returned("UTF-8", "as-is", kUtf8Euro), Texts(kUtf8Euro, kUtf8Euro));
  EXPECT_EQ(sent_and_returned("as-is", "UTF-8", kUtf8Euro), Texts(kUtf8Euro, kUtf8Euro));
  EXPECT_EQ(sent_and_returned("as-is", "as-is", kUtf8Euro), Texts(kUtf8Euro, kUtf8Euro));
  EXPECT_EQ(sent_and_returned("ISO-8859-1", "as-is", kUtf8Euro), Texts(kUtf8Euro, kUtf8Euro));
}

TEST_F(CodeSets, a_character_that_the_other_side_does_not_have_raises) {
  start({"-ORBnativeCharCodeSet", "ISO-8859-1"}, {"-ORBnativeCharCodeSet", "UTF-8"});
  const auto echo = publish(std::make_shared<Probe>());
  EXPECT_THROW(echo->label(kUtf8Euro), CORBA::SystemException);
  EXPECT_EQ(echo->add(1, 1), 2);
}

TEST_F(CodeSets, are_converted_in_user_exceptions_and_in_ordered_and_one_way_calls_too) {
  start({"-ORBnativeCharCodeSet", "UTF-8"},
        {"-ORBnativeCharCodeSet", "ISO-8859-1", "-ORBorderedDelivery", "on"});
  const auto echo = publish(std::make_shared<Probe>());
  echo->poke(1);
  try {
    echo->refuse(kLatin1Word, 1);
    FAIL() << "returned";
  } catch (const Lab::Refused& refused) {
    EXPECT_EQ(refused.reason(), kLatin1Word);
  }
}

// ---- what goes over the wire ----

giop::Ior with_offers(const RawServer& server, const giop::CodeSetOffers& offers) {
  auto ior = *giop::parse_reference(server.reference());
  auto profile = *giop::read_iiop_profile(ior.profiles.at(0));
  profile.components.push_back(giop::make_component(offers));
  ior.profiles.at(0) = giop::make_profile(profile);
  return ior;
}

TEST(CodeSetsOnTheWire, are_named_in_the_first_request_of_each_connection_only) {
  RawServer server;
  Orb client{{"-ORBnativeCharCodeSet", "UTF-8"}};
  const auto sets = [](const RawPeer::Received& request) {
    const auto data = request.request().contexts.find(giop::kContextCodeSets);
    return data ? giop::read_code_sets_context(*data) : std::nullopt;
  };
  std::jthread script{[&] {
    const giop::TransmissionCodeSets expected{giop::kUtf8, giop::kUtf16};
    for (int connection = 0; connection < 2; ++connection) {
      auto peer = server.accept();
      const auto first = peer.receive();
      EXPECT_EQ(sets(first), expected);
      auto arguments = first.body();
      (void)giop::decode_request(arguments);
      EXPECT_EQ(arguments.get_string(), "hello");
      peer.reply_to(first);
      for (int i = 0; i < 2; ++i) {
        const auto later = peer.receive();
        EXPECT_EQ(later.request().contexts.size(), 0U);
        peer.reply_to(later);
      }
      peer.close_in_order();
    }
  }};
  const auto echo =
      client.echo(giop::to_string(with_offers(server, giop::offers_of(giop::NativeText::utf8))));
  for (int i = 0; i < 6; ++i) echo->label("hello");
  EXPECT_EQ(client->statistics().connections_opened, 2U);
}

TEST(CodeSetsOnTheWire, are_not_named_to_a_server_that_named_none) {
  RawServer server;
  Orb client;
  std::jthread script{[&] {
    auto peer = server.accept();
    const auto first = peer.receive();
    EXPECT_EQ(first.request().contexts.size(), 0U);
    peer.reply_to(first);
  }};
  client.echo(server.reference())->label("hello");
}

TEST(CodeSetsOnTheWire, without_one_in_common_raise_and_connect_nowhere) {
  RawServer server;
  Orb client;
  const auto ebcdic = with_offers(server, {{0x10020025, {}}, {}});
  EXPECT_THROW(client.echo(giop::to_string(ebcdic))->label("hello"), CORBA::CODESET_INCOMPATIBLE);
  EXPECT_EQ(client->statistics().connections_opened, 0U);
}

class CodeSetsToOurServer : public testing::Test {
 protected:
  RawPeer::Received call(RawPeer& peer, std::string_view text,
                         const giop::TransmissionCodeSets* sets) {
    cdr::Encoder encoder;
    const auto data = giop::encode(sets ? *sets : giop::TransmissionCodeSets{});
    const std::array contexts{giop::ServiceContext{giop::kContextCodeSets, data}};
    giop::begin_request(encoder, 1, giop::ResponseFlags::with_target,
                        as_bytes(std::string_view{"Echo"}), "echo_string",
                        std::span{contexts}.first(sets ? 1 : 0));
    giop::begin_body(encoder);
    encoder.put_string(text);
    giop::finish_message(encoder);
    peer.send(encoder);
    return peer.receive();
  }
  static std::string result_of(const RawPeer::Received& reply) {
    auto decoder = reply.body();
    EXPECT_EQ(giop::decode_reply(decoder).status, giop::ReplyStatus::no_exception);
    return decoder.get_string();
  }
  static std::string exception_of(const RawPeer::Received& reply) {
    auto decoder = reply.body();
    EXPECT_EQ(giop::decode_reply(decoder).status, giop::ReplyStatus::system_exception);
    return giop::decode_system_exception(decoder).exception_id;
  }

  Orb server{{"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBnativeCharCodeSet", "UTF-8"}};
  std::string reference = server.publish_as("Echo", std::make_shared<Probe>());
};

TEST_F(CodeSetsToOurServer, hold_for_the_connection_once_they_are_named) {
  const giop::TransmissionCodeSets latin1{giop::kIso8859_1, giop::kUtf16};
  auto peer = RawPeer::to(reference);
  EXPECT_EQ(result_of(call(peer, kLatin1Word, &latin1)), kLatin1Word);
  EXPECT_EQ(result_of(call(peer, kLatin1Word, nullptr)), kLatin1Word);
  auto other = RawPeer::to(reference);
  EXPECT_EQ(result_of(call(other, kUtf8Euro, nullptr)), kUtf8Euro);
}

TEST_F(CodeSetsToOurServer, that_it_does_not_know_raise) {
  const giop::TransmissionCodeSets ebcdic{0x10020025, 0};
  auto peer = RawPeer::to(reference);
  EXPECT_EQ(exception_of(call(peer, "hello", &ebcdic)),
            "IDL:omg.org/CORBA/CODESET_INCOMPATIBLE:1.0");
}

TEST_F(CodeSetsToOurServer, are_offered_in_its_references) {
  const auto ior = *giop::parse_reference(reference);
  const auto profile = giop::read_iiop_profile(ior.profiles.at(0));
  std::size_t offers = 0;
  for (const auto& component : profile->components)
    if (giop::read_code_sets_component(component) == giop::offers_of(giop::NativeText::utf8))
      ++offers;
  EXPECT_EQ(offers, 1U);
}

TEST_F(CodeSets, leave_every_octet_as_it_is_by_default) {
  start();
  const auto echo = publish(std::make_shared<Probe>());
  std::string all;
  for (int octet = 1; octet < 256; ++octet) all += static_cast<char>(octet);
  EXPECT_EQ(echo->echo_string(all), all);
}

TEST(CodeSetOption, refuses_what_this_orb_does_not_know) {
  EXPECT_THROW(Orb({"-ORBnativeCharCodeSet", "EBCDIC"}), CORBA::BAD_PARAM);
}

}  // namespace
}  // namespace orbweaver::orb_test
