// SPDX-License-Identifier: Apache-2.0
// What goes over the wire when things go wrong, seen by a peer that speaks GIOP by hand.
#include <latch>

#include "raw_peer.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

using std::chrono::milliseconds;

const Options kTcp{"-ORBendPoint", "giop:tcp:127.0.0.1:0"};

Options with(Options options, const Options& more) {
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

class ToOurServer : public testing::Test {
 protected:
  void start(const Options& more = {}) {
    server.emplace(with(kTcp, more));
    reference = server->publish_as("Echo", std::make_shared<Probe>());
  }
  [[nodiscard]] wire::Statistics statistics() const { return server->shared()->statistics(); }
  /// A peer that still gets right answers.
  void require_service() {
    auto peer = RawPeer::to(reference);
    EXPECT_EQ(located(peer, "Echo"), giop::LocateStatus::object_here);
  }
  static giop::LocateStatus located(RawPeer& peer, std::string_view key) {
    cdr::Encoder encoder;
    giop::put_locate_request(encoder, 7, as_bytes(key));
    peer.send(encoder);
    const auto reply = peer.receive();
    EXPECT_EQ(reply.header.type, giop::MessageType::locate_reply);
    auto decoder = reply.body();
    const auto header = giop::decode_locate_reply(decoder);
    EXPECT_EQ(header.request_id, 7U);
    return header.status;
  }

  std::optional<Orb> server;
  std::string reference;
};

TEST_F(ToOurServer, locate_requests_are_answered) {
  start();
  auto peer = RawPeer::to(reference);
  EXPECT_EQ(located(peer, "Echo"), giop::LocateStatus::object_here);
  EXPECT_EQ(located(peer, "Nobody"), giop::LocateStatus::unknown_object);
}

TEST_F(ToOurServer, garbage_is_answered_with_message_error_and_the_end) {
  start();
  for (const std::string_view garbage : {std::string_view{"GET / HTTP/1.1\r\n\r\n"},
                                         std::string_view{"GIOP\x09\x09\x01\x00zzzz", 12}}) {
    auto peer = RawPeer::to(reference);
    peer.send(garbage);
    EXPECT_EQ(peer.receive().header.type, giop::MessageType::message_error);
    EXPECT_TRUE(peer.has_ended());
  }
  spin_until([&] { return statistics().bad_messages == 2; });
  require_service();
}

TEST_F(ToOurServer, a_message_beyond_the_limit_is_answered_with_message_error_and_the_end) {
  start({"-ORBmaxMessageSize", "1024"});
  auto peer = RawPeer::to(reference);
  peer.send(std::string_view{"GIOP\x01\x02\x01\x00\xff\xff\xff\x7f", 12});
  EXPECT_EQ(peer.receive().header.type, giop::MessageType::message_error);
  EXPECT_TRUE(peer.has_ended());
  spin_until([&] { return statistics().bad_messages == 1; });
  require_service();
}

TEST_F(ToOurServer, messages_that_only_a_server_sends_end_the_connection) {
  start();
  auto peer = RawPeer::to(reference);
  cdr::Encoder encoder;
  giop::begin_reply(encoder, 1, giop::ReplyStatus::no_exception);
  giop::finish_message(encoder);
  peer.send(encoder);
  EXPECT_EQ(peer.receive().header.type, giop::MessageType::message_error);
  EXPECT_TRUE(peer.has_ended());
  require_service();
}

TEST_F(ToOurServer, a_peer_that_dies_inside_a_message_harms_no_other) {
  start();
  {
    auto peer = RawPeer::to(reference);
    cdr::Encoder encoder;
    giop::put_locate_request(encoder, 7, as_bytes(std::string_view{"Echo"}));
    peer.send(encoder.bytes().first(15));
    peer.die();
  }
  require_service();
}

TEST_F(ToOurServer, cancelling_what_was_not_requested_is_ignored) {
  start();
  auto peer = RawPeer::to(reference);
  cdr::Encoder encoder;
  giop::put_cancel_request(encoder, 4711);
  peer.send(encoder);
  EXPECT_EQ(located(peer, "Echo"), giop::LocateStatus::object_here);
}

TEST_F(ToOurServer, a_client_that_says_close_connection_ends_it) {
  start();
  auto peer = RawPeer::to(reference);
  peer.close_in_order();
  EXPECT_TRUE(peer.has_ended());
  EXPECT_EQ(statistics().bad_messages, 0U);
  require_service();
}

TEST_F(ToOurServer, connections_beyond_the_limit_are_closed_and_counted) {
  start({"-ORBmaxConnections", "1"});
  auto first = RawPeer::to(reference);
  EXPECT_EQ(located(first, "Echo"), giop::LocateStatus::object_here);
  auto second = RawPeer::to(reference);
  EXPECT_EQ(second.receive().header.type, giop::MessageType::close_connection);
  EXPECT_TRUE(second.has_ended());
  EXPECT_EQ(statistics().connections_refused, 1U);
  EXPECT_EQ(located(first, "Echo"), giop::LocateStatus::object_here);
}

class Sizes : public TwoOrbs {};

TEST_F(Sizes, of_requests_beyond_the_server_s_limit_raise_and_the_next_call_works) {
  for (const char* transport : {"unix", "tcp"}) {
    SCOPED_TRACE(transport);
    start({"-ORBmaxMessageSize", "65536"}, {"-ORBtransport", transport});
    const auto echo = publish(std::make_shared<Probe>());
    EXPECT_THROW((void)echo->echo_octets(Lab::Octets(1 << 20)), CORBA::SystemException);
    spin_until([&] { return server->shared()->statistics().bad_messages >= 1; });
    EXPECT_EQ(echo->add(1, 1), 2);
  }
}

TEST_F(Sizes, of_requests_beyond_the_client_s_own_limit_raise_and_nothing_is_sent) {
  start({}, {"-ORBmaxMessageSize", "65536"});
  const auto echo = publish(std::make_shared<Probe>());
  EXPECT_THROW((void)echo->echo_octets(Lab::Octets(1 << 20)), CORBA::IMP_LIMIT);
  EXPECT_EQ(client->shared()->statistics().requests_sent, 0U);
  EXPECT_EQ(echo->add(1, 1), 2);
}

TEST_F(Sizes, of_results_beyond_the_server_s_own_limit_raise) {
  start({"-ORBmaxMessageSize", "4096"});
  auto servant = std::make_shared<Probe>();
  servant->label(std::string(5000, 'x'));
  const auto echo = publish(servant);
  EXPECT_THROW((void)echo->label(), CORBA::IMP_LIMIT);
  EXPECT_EQ(echo->add(1, 1), 2);
  EXPECT_EQ(client->shared()->statistics().connections_opened, 1U);
}

TEST_F(Sizes, of_results_beyond_the_client_s_limit_raise_and_the_next_call_works) {
  start({}, {"-ORBmaxMessageSize", "4096"});
  auto servant = std::make_shared<Probe>();
  servant->label(std::string(5000, 'x'));
  const auto echo = publish(servant);
  EXPECT_THROW((void)echo->label(), CORBA::MARSHAL);
  EXPECT_EQ(echo->add(1, 1), 2);
}

class FromOurClient : public testing::Test {
 protected:
  [[nodiscard]] EchoReference echo() const { return client.echo(server.reference()); }

  RawServer server;
  Orb client;
};

TEST_F(FromOurClient, a_timeout_is_followed_by_a_cancel_request) {
  std::jthread script{[&] {
    auto peer = server.accept();
    const auto request = peer.receive();
    const auto cancel = peer.receive();
    EXPECT_EQ(cancel.header.type, giop::MessageType::cancel_request);
    EXPECT_EQ(cancel.request_id(), request.request_id());
    peer.reply_to(request);  // too late: the call has given up
    peer.reply_to(peer.receive());
  }};
  const auto called = echo();
  EXPECT_THROW(corba::with_policies(called, timeout_of(milliseconds(30)))->nothing(),
               CORBA::TIMEOUT);
  EXPECT_NO_THROW(called->nothing());
}

TEST_F(FromOurClient, a_server_that_dies_raises_comm_failure_maybe_completed) {
  std::jthread script{[&] {
    auto peer = server.accept();
    (void)peer.receive();
    peer.die();
  }};
  try {
    echo()->nothing();
    FAIL() << "returned";
  } catch (const CORBA::COMM_FAILURE& failure) {
    EXPECT_EQ(failure.completed(), CORBA::CompletionStatus::COMPLETED_MAYBE);
  }
}

TEST_F(FromOurClient, all_who_wait_learn_that_the_server_died) {
  std::jthread script{[&] {
    auto peer = server.accept();
    for (int i = 0; i < 4; ++i) (void)peer.receive();
    peer.die();
  }};
  const auto called = echo();
  std::vector<std::jthread> callers;
  for (int i = 0; i < 4; ++i)
    callers.emplace_back([&] { EXPECT_THROW(called->nothing(), CORBA::COMM_FAILURE); });
}

TEST_F(FromOurClient, a_call_that_the_server_did_not_take_is_sent_once_more) {
  std::jthread script{[&] {
    auto first = server.accept();
    (void)first.receive();
    first.close_in_order();
    auto second = server.accept();
    second.reply_to(second.receive());
    EXPECT_TRUE(second.receive().header.type == giop::MessageType::close_connection);
  }};
  EXPECT_NO_THROW(echo()->nothing());
  EXPECT_EQ(client->statistics().requests_sent, 2U);
  client->destroy();
}

TEST_F(FromOurClient, a_call_is_sent_once_more_at_most_once) {
  std::jthread script{[&] {
    for (int i = 0; i < 2; ++i) {
      auto peer = server.accept();
      (void)peer.receive();
      peer.close_in_order();
    }
  }};
  EXPECT_THROW(echo()->nothing(), CORBA::TRANSIENT);
  EXPECT_EQ(client->statistics().requests_sent, 2U);
}

TEST_F(FromOurClient, message_error_says_that_the_server_refused_the_message) {
  std::jthread script{[&] {
    auto peer = server.accept();
    (void)peer.receive();
    cdr::Encoder encoder;
    giop::put_message_error(encoder);
    peer.send(encoder);
  }};
  try {
    echo()->nothing();
    FAIL() << "returned";
  } catch (const CORBA::SystemException& raised) {
    EXPECT_NE(std::string{raised.what()}.find("MessageError"), std::string::npos) << raised.what();
  }
}

TEST_F(FromOurClient, garbage_raises_marshal_and_the_next_call_makes_a_new_connection) {
  std::jthread script{[&] {
    auto peer = server.accept();
    (void)peer.receive();
    peer.send(std::string_view{"HTTP/1.1 400 Bad Request\r\n"});
    auto second = server.accept();
    second.reply_to(second.receive());
  }};
  const auto called = echo();
  EXPECT_THROW(called->nothing(), CORBA::MARSHAL);
  EXPECT_NO_THROW(called->nothing());
}

TEST_F(FromOurClient, location_forwards_are_followed) {
  RawServer other;
  std::jthread script{[&] {
    auto peer = server.accept();
    const auto request = peer.receive();
    cdr::Encoder encoder;
    giop::begin_reply(encoder, request.request_id(), giop::ReplyStatus::location_forward);
    giop::begin_body(encoder);
    giop::encode(encoder, *giop::parse_reference(other.reference()));
    giop::finish_message(encoder);
    peer.send(encoder);
    auto there = other.accept();
    const auto again = there.receive();
    EXPECT_EQ(again.request().operation, "_set_label");
    auto arguments = again.body();
    (void)giop::decode_request(arguments);
    EXPECT_EQ(arguments.get_string(), "hello");
    there.reply_to(again);
  }};
  echo()->label("hello");
}

// Each one-way call that returned arrived, or is counted as dropped or uncertain, or a later call
// raised.
TEST_F(FromOurClient, one_way_calls_into_an_orderly_close_are_never_lost_uncounted) {
  for (const auto scope : {Messaging::SYNC_WITH_TRANSPORT, Messaging::SYNC_NONE}) {
    SCOPED_TRACE(scope);
    Orb mine;
    const auto called = corba::with_policies(mine.echo(server.reference()), sync_scope(scope));
    std::uint64_t arrived = 0;
    std::jthread script{[&] {
      {
        auto first = server.accept();
        (void)first.receive();
        ++arrived;
        first.close_in_order();
      }
      auto second = server.accept();
      while (second.receive().header.type == giop::MessageType::request) ++arrived;
    }};
    std::uint64_t returned = 0, raised = 0;
    while (mine->statistics().connections_opened < 2) {
      try {
        called->poke(1);
        ++returned;
      } catch (const CORBA::SystemException&) {
        ++raised;
      }
    }
    mine->destroy();
    script.join();
    const auto counted = mine->statistics();
    EXPECT_GE(arrived + counted.oneways_dropped + counted.oneways_uncertain, returned);
    EXPECT_LE(arrived, returned + raised);
  }
}

TEST_F(FromOurClient, one_way_calls_to_a_server_that_has_gone_are_uncertain_though_we_close_first) {
  for (const auto scope : {Messaging::SYNC_WITH_TRANSPORT, Messaging::SYNC_NONE}) {
    SCOPED_TRACE(scope);
    Orb mine;
    const auto called = corba::with_policies(mine.echo(server.reference()), sync_scope(scope));
    std::jthread script{[&] { (void)server.accept().receive(); }};  // ends without a word
    called->poke(1);
    script.join();
    mine->destroy();
    EXPECT_EQ(mine->statistics().oneways_uncertain, 1U);
  }
}

TEST_F(FromOurClient, one_way_calls_are_uncertain_until_the_server_has_answered_something_later) {
  std::latch first_came{1}, second_came{1};
  std::jthread script{[&] {
    auto peer = server.accept();
    const auto first = peer.receive();  // two-way, answered only after the one-way calls came
    first_came.count_down();
    for (int i = 0; i < 3; ++i) (void)peer.receive();
    peer.reply_to(first);
    const auto second = peer.receive();
    second_came.count_down();
    (void)peer.receive();
    peer.reply_to(second);
    (void)peer.receive();  // the client's last two-way call
    peer.die();
  }};
  const auto called = echo();
  std::jthread waiting{[&] { called->nothing(); }};
  first_came.wait();
  for (int i = 0; i < 3; ++i) called->poke(1);
  waiting.join();
  // Nothing proves that the three were read: the reply was to an earlier request.
  std::jthread asking{[&] { called->nothing(); }};
  second_came.wait();
  called->poke(1);
  asking.join();
  // That reply proves the three, but not the last one.
  EXPECT_THROW(called->nothing(), CORBA::COMM_FAILURE);
  EXPECT_EQ(client->statistics().oneways_uncertain, 1U);
}

}  // namespace
}  // namespace orbweaver::orb_test
