// SPDX-License-Identifier: Apache-2.0
// Objects that are elsewhere: forwards that servers send, alternatives that references have, and
// other forms of an object's address.
#include <orbweaver/corba/detail/orb_access.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/wire/forward_table.hpp>

#include "raw_peer.hpp"
#include "rig.hpp"
#include "types_servant.hpp"

namespace orbweaver::orb_test {
namespace {

using giop::Permanence;

giop::Ior ior_of(const RawServer& server) { return *giop::parse_reference(server.reference()); }

void forward(RawPeer& peer, const RawPeer::Received& request, const giop::Ior& to,
             Permanence permanence = Permanence::for_now) {
  cdr::Encoder encoder;
  giop::put_forward_reply(encoder, request.request_id(), to, permanence, request.header.version);
  peer.send(encoder);
}

void refuse(RawPeer& peer, const RawPeer::Received& request, const std::string& exception,
            giop::Completion completed = giop::Completion::no) {
  cdr::Encoder encoder;
  giop::put_system_exception_reply(encoder, request.request_id(),
                                   {"IDL:omg.org/CORBA/" + exception + ":1.0", 0, completed});
  peer.send(encoder);
}

class ForwardedClient : public testing::Test {
 protected:
  RawServer first, second;
  Orb client;
};

TEST_F(ForwardedClient, goes_to_the_new_place_at_once_from_the_second_call_on) {
  std::jthread script{[&] {
    auto peer = first.accept();
    forward(peer, peer.receive(), ior_of(second));
    auto there = second.accept();
    for (int i = 0; i < 3; ++i) there.reply_to(there.receive());
  }};
  const auto echo = client.echo(first.reference());
  for (int i = 0; i < 3; ++i) echo->nothing();
  EXPECT_EQ(client->statistics().requests_sent, 4U);
}

TEST_F(ForwardedClient, sends_one_way_calls_to_the_new_place_too) {
  std::jthread script{[&] {
    auto peer = first.accept();
    forward(peer, peer.receive(), ior_of(second));
    auto there = second.accept();
    there.reply_to(there.receive());
    EXPECT_EQ(there.receive().request().operation, "poke");
  }};
  const auto echo = client.echo(first.reference());
  echo->nothing();
  echo->poke(1);
}

TEST_F(ForwardedClient, goes_back_when_the_new_place_is_gone) {
  for (const std::string gone : {"TRANSIENT", "COMM_FAILURE", "OBJECT_NOT_EXIST"}) {
    SCOPED_TRACE(gone);
    Orb mine;
    std::jthread script{[&] {
      auto peer = first.accept();
      forward(peer, peer.receive(), ior_of(second));
      auto there = second.accept();
      there.reply_to(there.receive());
      refuse(there, there.receive(), gone);
      peer.reply_to(peer.receive());
      peer.reply_to(peer.receive());
    }};
    const auto echo = mine.echo(first.reference());
    for (int i = 0; i < 3; ++i) echo->nothing();
  }
}

TEST_F(ForwardedClient, goes_back_when_no_server_listens_at_the_new_place) {
  giop::Ior absent;
  {
    const RawServer gone;
    absent = ior_of(gone);
  }
  std::jthread script{[&] {
    auto peer = first.accept();
    forward(peer, peer.receive(), absent);
    peer.reply_to(peer.receive());
  }};
  client.echo(first.reference())->nothing();
}

TEST_F(ForwardedClient, does_not_repeat_what_may_have_run_at_the_new_place) {
  std::jthread script{[&] {
    auto peer = first.accept();
    forward(peer, peer.receive(), ior_of(second));
    auto there = second.accept();
    refuse(there, there.receive(), "COMM_FAILURE", giop::Completion::maybe);
  }};
  try {
    client.echo(first.reference())->nothing();
    FAIL() << "returned";
  } catch (const CORBA::COMM_FAILURE& failure) {
    EXPECT_EQ(failure.completed(), CORBA::CompletionStatus::COMPLETED_MAYBE);
  }
}

TEST_F(ForwardedClient, goes_back_once_only) {
  std::jthread script{[&] {
    auto peer = first.accept();
    forward(peer, peer.receive(), ior_of(second));
    auto there = second.accept();
    refuse(there, there.receive(), "OBJECT_NOT_EXIST");
    forward(peer, peer.receive(), ior_of(second));
    refuse(there, there.receive(), "OBJECT_NOT_EXIST");
  }};
  EXPECT_THROW(client.echo(first.reference())->nothing(), CORBA::OBJECT_NOT_EXIST);
}

TEST_F(ForwardedClient, stays_where_it_was_sent_for_good) {
  std::jthread script{[&] {
    auto peer = first.accept();
    forward(peer, peer.receive(), ior_of(second), Permanence::permanently);
    auto there = second.accept();
    refuse(there, there.receive(), "OBJECT_NOT_EXIST");
    there.reply_to(there.receive());
  }};
  const auto echo = client.echo(first.reference());
  EXPECT_THROW(echo->nothing(), CORBA::OBJECT_NOT_EXIST);
  echo->nothing();
}

TEST_F(ForwardedClient, gives_up_in_a_circle) {
  std::jthread script{[&] {
    auto peer = first.accept();
    for (int i = 0; i < 9; ++i) forward(peer, peer.receive(), ior_of(first));
  }};
  try {
    client.echo(first.reference())->nothing();
    FAIL() << "returned";
  } catch (const CORBA::TRANSIENT& raised) {
    EXPECT_NE(std::string{raised.what()}.find("more than 8 times"), std::string::npos);
  }
}

TEST_F(ForwardedClient, raises_for_a_forward_to_nowhere) {
  std::jthread script{[&] {
    auto peer = first.accept();
    forward(peer, peer.receive(), giop::Ior{});
  }};
  EXPECT_THROW(client.echo(first.reference())->nothing(), CORBA::MARSHAL);
}

void want_address(RawPeer& peer, const RawPeer::Received& request, giop::Addressing wanted) {
  cdr::Encoder encoder;
  giop::begin_reply(encoder, request.request_id(), giop::ReplyStatus::needs_addressing_mode);
  giop::begin_body(encoder);
  encoder.put(static_cast<std::int16_t>(wanted));
  giop::finish_message(encoder);
  peer.send(encoder);
}

std::int16_t disposition_of(const RawPeer::Received& request) {
  auto body = request.body();
  (void)body.get_bytes(8);
  return body.get<std::int16_t>();
}

TEST_F(ForwardedClient, names_the_object_as_the_server_wants_it_from_then_on) {
  for (const auto wanted : {giop::Addressing::profile, giop::Addressing::reference}) {
    Orb mine;
    std::jthread script{[&] {
      auto peer = first.accept();
      const auto by_key = peer.receive();
      EXPECT_EQ(disposition_of(by_key), 0);
      want_address(peer, by_key, wanted);
      for (int i = 0; i < 2; ++i) {
        const auto again = peer.receive();
        EXPECT_EQ(disposition_of(again), static_cast<std::int16_t>(wanted));
        EXPECT_EQ(as_text(again.request().object_key), "raw");
        auto arguments = again.body();
        (void)giop::decode_request(arguments);
        EXPECT_EQ(arguments.get_string(), "hello");
        peer.reply_to(again);
      }
    }};
    const auto echo = mine.echo(first.reference());
    echo->label("hello");
    echo->label("hello");
  }
}

TEST_F(ForwardedClient, does_not_play_along_with_a_server_that_is_never_content) {
  std::jthread script{[&] {
    auto peer = first.accept();
    want_address(peer, peer.receive(), giop::Addressing::profile);
    want_address(peer, peer.receive(), giop::Addressing::reference);
  }};
  EXPECT_THROW(client.echo(first.reference())->nothing(), CORBA::MARSHAL);
}

// ---- references with several profiles ----

giop::TaggedProfile first_profile(const std::string& reference) {
  return giop::parse_reference(reference)->profiles.at(0);
}

std::string with_key(const std::string& reference, const std::string& key) {
  return reference.substr(0, reference.find('/') + 1) + key;
}

TEST_F(ForwardedClient, calls_the_first_object_of_a_reference_that_can_be_reached) {
  giop::Ior ior{"IDL:Lab/Echo:1.0",
                {first_profile(with_key(first.reference(), "one")),
                 first_profile(with_key(second.reference(), "two"))}};
  std::jthread script{[&] {
    auto there = second.accept();
    for (int i = 0; i < 2; ++i) {
      const auto request = there.receive();
      EXPECT_EQ(as_text(request.request().object_key), "two");
      there.reply_to(request);
    }
    EXPECT_EQ(as_text(there.receive().request().object_key), "two");
  }};
  {
    RawServer gone;
    ior.profiles.at(0) = first_profile(with_key(gone.reference(), "one"));
  }
  const auto echo = client.echo(giop::to_string(ior));
  echo->nothing();
  echo->nothing();
  echo->poke(1);
}

TEST_F(ForwardedClient, raises_when_no_object_of_a_reference_can_be_reached) {
  giop::Ior ior{"IDL:Lab/Echo:1.0", {}};
  for (const char* key : {"one", "two", "three"}) {
    RawServer gone;
    ior.profiles.push_back(first_profile(with_key(gone.reference(), key)));
  }
  const auto echo = client.echo(giop::to_string(ior));
  EXPECT_THROW(echo->nothing(), CORBA::TRANSIENT);
  EXPECT_THROW(echo->poke(1), CORBA::TRANSIENT);
}

TEST_F(ForwardedClient, tries_alternate_addresses_of_a_profile_and_of_the_whole_reference) {
  std::uint16_t gone_port = 0;
  {
    RawServer gone;
    gone_port = giop::read_iiop_profile(first_profile(gone.reference()))->port;
  }
  auto profile = *giop::read_iiop_profile(first_profile(second.reference()));
  const giop::AlternateAddress there_is{profile.host, profile.port};
  profile.port = gone_port;
  const auto for_all = giop::make_multiple_components(std::array{giop::make_component(there_is)});
  const giop::Ior by_reference{"IDL:Lab/Echo:1.0", {giop::make_profile(profile), for_all}};
  profile.components.push_back(giop::make_component(there_is));
  const giop::Ior by_profile{"IDL:Lab/Echo:1.0", {giop::make_profile(profile)}};
  for (const auto& ior : {by_profile, by_reference}) {
    Orb mine;
    std::jthread script{[&] {
      auto there = second.accept();
      there.reply_to(there.receive());
    }};
    mine.echo(giop::to_string(ior))->nothing();
  }
}

// ---- our server forwards ----

class ForwardingServer : public TwoOrbs {
 protected:
  /// A reference to a name at `server`, which sends callers to `servant` at `other`.
  std::string forwarded(const std::shared_ptr<Probe>& servant, Permanence permanence) {
    other.emplace();
    const auto target = *giop::parse_reference(other->publish(servant));
    auto here = server->publish_as("Moved", std::make_shared<Probe>());
    const auto key = as_bytes(std::string_view{"Moved"});
    server->poa("INSPOA")->deactivate_object(PortableServer::string_to_ObjectId("Moved"));
    corba::OrbAccess::core(*server->shared())->forwards().set(key, {target, permanence});
    return here;
  }
  void TearDown() override {
    TwoOrbs::TearDown();
    other.reset();
  }
  std::optional<Orb> other;
};

TEST_F(ForwardingServer, sends_callers_to_the_new_place) {
  for (const char* minor : {"0", "1", "2"})
    for (const auto permanence : {Permanence::for_now, Permanence::permanently}) {
      start({}, {"-ORBgiopMinor", minor});
      const auto echo = client->echo(forwarded(std::make_shared<Probe>(), permanence));
      EXPECT_EQ(echo->add(40, 2), 42);
      echo->label("over there");
      EXPECT_EQ(echo->label(), "over there");
      EXPECT_EQ(client->shared()->statistics().requests_sent, 4U);
      TearDown();
    }
}

TEST_F(ForwardingServer, takes_its_own_object_back) {
  start();
  const auto echo = client->echo(forwarded(std::make_shared<Probe>(), Permanence::for_now));
  EXPECT_EQ(echo->add(40, 2), 42);
  other->shared()->destroy();
  (void)server->publish_as("Moved", std::make_shared<Probe>());
  EXPECT_EQ(echo->add(1, 1), 2);
}

TEST_F(ForwardingServer, sends_its_own_callers_to_the_new_place_too) {
  for (const auto permanence : {Permanence::for_now, Permanence::permanently}) {
    start();
    const auto servant = std::make_shared<Probe>();
    const auto echo = server->echo(forwarded(servant, permanence));
    EXPECT_EQ(echo->add(40, 2), 42);
    echo->poke(5);
    EXPECT_EQ(echo->count(), 5U);
    EXPECT_EQ(servant->count(), 5U);
    TearDown();
  }
}

TEST_F(ForwardingServer, whose_first_call_of_its_own_is_one_way_loses_it_not) {
  start();
  const auto servant = std::make_shared<Probe>();
  const auto echo = server->echo(forwarded(servant, Permanence::for_now));
  echo->poke(5);
  EXPECT_EQ(echo->count(), 5U);
}

TEST_F(ForwardingServer, serves_its_own_callers_again_when_it_has_the_object_back) {
  start();
  const auto echo = server->echo(forwarded(std::make_shared<Probe>(), Permanence::for_now));
  EXPECT_EQ(echo->add(40, 2), 42);
  other->shared()->destroy();
  const auto here = std::make_shared<Probe>();
  (void)server->publish_as("Moved", here);
  EXPECT_EQ(echo->add(1, 1), 2);
}

class ForwardedToOtherCodeSets : public ForwardingServer {
 protected:
  /// From a server of ISO 8859-1 to one that is given `options`.
  EchoReference forwarded_to(const Options& options) {
    return client_of(options)->echo(reference_to(std::make_shared<Probe>()));
  }
  std::optional<Orb>& client_of(const Options& options) {
    start({}, {"-ORBtransport", "tcp"});
    other.emplace(options);
    return client;
  }
  std::string reference_to(const PortableServer::Servant& servant) {
    const auto target = *giop::parse_reference(other->publish(servant));
    const auto here = server->publish_as("Moved", std::make_shared<Probe>());
    server->poa("INSPOA")->deactivate_object(PortableServer::string_to_ObjectId("Moved"));
    corba::OrbAccess::core(*server->shared())
        ->forwards()
        .set(as_bytes(std::string_view{"Moved"}), {target, Permanence::for_now});
    return here;
  }
};

TEST_F(ForwardedToOtherCodeSets, takes_arguments_without_characters_along_silently) {
  for (const auto& options : {Options{"-ORBnativeCharCodeSet", "UTF-8"},
                              Options{"-ORBgiopMinor", "1"}, Options{"-ORBgiopMinor", "0"}}) {
    const auto echo = forwarded_to(options);
    EXPECT_EQ(echo->echo_doubles({-1.5, 1e300}), (Lab::Doubles{-1.5, 1e300}));
    TearDown();
  }
}

TEST_F(ForwardedToOtherCodeSets, takes_wide_characters_there_with_the_next_call) {
  const auto& caller = client_of({"-ORBgiopMinor", "1"});
  const auto text = reference_to(CORBA::make_reference<lab::TypesServant>([] {}));
  const auto echo = corba::StubFactory::unchecked_narrow<Lab::Types::Echo>(
      caller->shared()->string_to_object(text));
  std::wstring second = L"b", third;
  EXPECT_THROW((void)echo->echo_wide_text(L"a", second, third), CORBA::TRANSIENT);
  EXPECT_EQ(echo->echo_wide_text(L"a", second, third), L"a");
}

TEST_F(ForwardedToOtherCodeSets, takes_ascii_along_silently) {
  const auto echo = forwarded_to({"-ORBgiopMinor", "0"});
  EXPECT_EQ(echo->echo_string("hello"), "hello");
}

TEST_F(ForwardingServer, says_so_to_who_locates) {
  start({"-ORBendPoint", "giop:tcp:127.0.0.1:0"});
  auto peer = RawPeer::to(forwarded(std::make_shared<Probe>(), Permanence::for_now));
  cdr::Encoder encoder;
  giop::put_locate_request(encoder, 7, as_bytes(std::string_view{"Moved"}));
  peer.send(encoder);
  const auto forwarded_to = peer.receive();
  auto decoder = forwarded_to.body();
  EXPECT_EQ(giop::decode_locate_reply(decoder).status, giop::LocateStatus::object_forward);
  EXPECT_FALSE(giop::decode_ior(decoder).is_nil());
  corba::OrbAccess::core(*server->shared())->forwards().remove(as_bytes(std::string_view{"Moved"}));
  peer.send(encoder);
  const auto unknown = peer.receive();
  decoder = unknown.body();
  EXPECT_EQ(giop::decode_locate_reply(decoder).status, giop::LocateStatus::unknown_object);
}

}  // namespace
}  // namespace orbweaver::orb_test
