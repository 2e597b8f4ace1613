// SPDX-License-Identifier: Apache-2.0
// OrderedDelivery, seen from both sides of the wire: which numbers a client gives its requests, and
// what a server makes of requests that come out of order, twice, late or not at all.
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/rt.hpp>
#include <orbweaver/giop/order_stamp.hpp>

#include <atomic>

#include "raw_peer.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

using corba::OrderedDeliveryPolicy;
using giop::OrderStamp;
using giop::ResponseFlags;

CORBA::PolicyList ordered() { return {std::make_shared<OrderedDeliveryPolicy>()}; }
CORBA::PolicyList private_connection() {
  return {std::make_shared<RTCORBA::PrivateConnectionPolicy>()};
}

/// Notes pokes as text, and gaps in their place.
class Listener : public Probe {
 public:
  Listener() {
    on_poke = [this](std::uint32_t number) { note(std::to_string(number)); };
  }
  void _missed(const server::OrderGap& gap) override {
    note("gap " + std::to_string(gap.first_missing) + "+" + std::to_string(gap.count));
  }
  std::vector<std::string> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return entries_.size() >= count; });
    return entries_;
  }

 private:
  void note(std::string entry) {
    const std::lock_guard lock(mutex_);
    entries_.push_back(std::move(entry));
    changed_.notify_all();
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> entries_;
};

using Entries = std::vector<std::string>;

class OrderedServer : public testing::Test {
 protected:
  void start(Options options = {}) {
    options.insert(options.end(), {"-ORBendPoint", "giop:tcp:127.0.0.1:0"});
    server.emplace(options);
    reference = server->publish(servant);
    key = giop::read_iiop_profile(giop::parse_reference(reference)->profiles.at(0))->object_key;
  }
  void TearDown() override { server.reset(); }

  /// A request as a client with OrderedDelivery sends it; its argument is its number.
  void send(RawPeer& peer, std::uint64_t number, ResponseFlags response = ResponseFlags::none,
            std::string_view operation = "poke", std::uint64_t series = 7) const {
    const auto stamp = giop::encode(OrderStamp{series, number});
    const std::array contexts{giop::ServiceContext{giop::kContextOrder, stamp}};
    cdr::Encoder encoder;
    giop::begin_request(encoder, static_cast<std::uint32_t>(number), response, key, operation,
                        contexts);
    giop::begin_body(encoder);
    encoder.put(static_cast<std::uint32_t>(number));
    giop::finish_message(encoder);
    peer.send(encoder);
  }
  [[nodiscard]] RawPeer connect() const { return RawPeer::to(reference); }

  std::shared_ptr<Listener> servant = std::make_shared<Listener>();
  std::optional<Orb> server;
  std::string reference;
  giop::OctetBuffer key;
};

class EveryDispatch : public OrderedServer, public testing::WithParamInterface<const char*> {};

TEST_P(EveryDispatch, restores_the_order_of_a_series_over_several_connections) {
  start({"-ORBdispatch", GetParam(), "-ORBorderWait", "3600000"});
  auto left = connect(), right = connect();
  for (std::uint64_t number = 40; number > 0; --number)
    send(number % 2 == 0 ? left : right, number);
  Entries expected;
  for (int number = 1; number <= 40; ++number) expected.push_back(std::to_string(number));
  EXPECT_EQ(servant->wait_for(40), expected);
  EXPECT_EQ((*server)->statistics().requests_missing, 0U);
  EXPECT_EQ((*server)->statistics().requests_late, 0U);
}

INSTANTIATE_TEST_SUITE_P(Orb, EveryDispatch, testing::Values("lane", "pool", "connection"),
                         name_of_option);

TEST_F(OrderedServer, tells_the_servant_of_a_gap_in_its_place_and_counts_it) {
  start({"-ORBorderWait", "1"});
  auto peer = connect();
  send(peer, 1);
  send(peer, 4);
  EXPECT_EQ(servant->wait_for(3), (Entries{"1", "gap 2+2", "4"}));
  EXPECT_EQ((*server)->statistics().requests_missing, 2U);
}

TEST_F(OrderedServer, drops_what_comes_after_it_was_skipped_or_twice_and_says_so_to_who_waits) {
  start({"-ORBorderWindow", "0"});
  auto peer = connect();
  send(peer, 1);
  send(peer, 1);
  send(peer, 3);
  send(peer, 2, ResponseFlags::with_target);
  const auto reply = peer.receive();
  auto body = reply.body();
  EXPECT_EQ(giop::decode_reply(body).status, giop::ReplyStatus::system_exception);
  const auto exception = giop::decode_system_exception(body);
  EXPECT_EQ(exception.exception_id, "IDL:omg.org/CORBA/TRANSIENT:1.0");
  EXPECT_EQ(exception.completed, giop::Completion::maybe);
  EXPECT_EQ(servant->wait_for(3), (Entries{"1", "gap 2+1", "3"}));
  EXPECT_EQ((*server)->statistics().requests_late, 2U);
}

TEST_F(OrderedServer, skips_at_once_when_its_window_is_full) {
  start({"-ORBorderWait", "3600000", "-ORBorderWindow", "2"});
  auto peer = connect();
  for (const auto number : {1U, 3U, 4U, 6U}) send(peer, number);
  EXPECT_EQ(servant->wait_for(4), (Entries{"1", "gap 2+1", "3", "4"}));
}

TEST_F(OrderedServer, bounds_its_window_in_bytes) {
  start({"-ORBorderWait", "3600000", "-ORBorderWindowBytes", "1"});
  auto peer = connect();
  send(peer, 2);
  EXPECT_EQ(servant->wait_for(2), (Entries{"gap 1+1", "2"}));
}

class OrderWindows : public OrderedServer {
 protected:
  /// The servant is an object of an adapter with this window, in an ORB that waits for an hour.
  void start_with(const corba::OrderWindow& window) {
    server.emplace(Options{"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBorderWait", "3600000"});
    const auto adapter = server->poa()->create_POA(
        "window", nullptr, {std::make_shared<corba::OrderWindowPolicy>(window)});
    const auto id = adapter->activate_object(servant);
    reference = (*server)->object_to_string(adapter->id_to_reference(id));
    adapter->the_POAManager()->activate();
    key = giop::read_iiop_profile(giop::parse_reference(reference)->profiles.at(0))->object_key;
  }
};

TEST_F(OrderWindows, of_an_adapter_bound_the_requests_that_its_objects_hold) {
  start_with({.messages = 2});
  auto peer = connect();
  for (const auto number : {1U, 3U, 4U, 6U}) send(peer, number);
  EXPECT_EQ(servant->wait_for(4), (Entries{"1", "gap 2+1", "3", "4"}));
}

TEST_F(OrderWindows, of_an_adapter_bound_the_bytes_that_its_objects_hold) {
  start_with({.bytes = 1});
  auto peer = connect();
  send(peer, 2);
  EXPECT_EQ(servant->wait_for(2), (Entries{"gap 1+1", "2"}));
}

TEST_F(OrderWindows, of_an_adapter_bound_the_wait_and_leave_other_objects_theirs) {
  start_with({.wait = std::chrono::milliseconds(1)});
  auto peer = connect();
  send(peer, 3);
  EXPECT_EQ(servant->wait_for(2), (Entries{"gap 1+2", "3"}));
  const auto patient = std::make_shared<Listener>();
  reference = server->publish(patient);
  key = giop::read_iiop_profile(giop::parse_reference(reference)->profiles.at(0))->object_key;
  auto other = connect();
  send(other, 2);
  spin_until([&] { return (*server)->statistics().requests_held == 2; });
  send(other, 1);
  EXPECT_EQ(patient->wait_for(2), (Entries{"1", "2"}));
}

TEST_F(OrderedServer, keeps_the_series_of_several_clients_apart) {
  start({"-ORBorderWait", "3600000"});
  auto left = connect(), right = connect();
  send(left, 1, ResponseFlags::none, "poke", 1);
  send(right, 1, ResponseFlags::none, "poke", 2);
  EXPECT_EQ(servant->wait_for(2), (Entries{"1", "1"}));
}

TEST_F(OrderedServer, hands_on_what_waits_when_its_object_or_its_orb_ends) {
  start({"-ORBorderWait", "3600000"});
  auto peer = connect();
  send(peer, 3);
  spin_until([&] { return (*server)->statistics().requests_held == 1; });
  server->poa()->deactivate_object(server->poa()->servant_to_id(servant));
  EXPECT_EQ(servant->wait_for(2), (Entries{"gap 1+2", "3"}));
  (*server)->destroy();

  servant = std::make_shared<Listener>();
  start({"-ORBorderWait", "3600000"});
  auto other = connect();
  send(other, 2);
  spin_until([&] { return (*server)->statistics().requests_held == 1; });
  (*server)->destroy();
  EXPECT_EQ(servant->wait_for(2), (Entries{"gap 1+1", "2"}));
}

TEST_F(OrderedServer, does_not_wait_for_a_number_whose_request_it_refused) {
  start({"-ORBorderWait", "3600000"});
  auto peer = connect();
  send(peer, 1, ResponseFlags::with_server, "no_such_operation");
  auto body = peer.receive().body();
  EXPECT_EQ(giop::decode_reply(body).status, giop::ReplyStatus::system_exception);
  send(peer, 2, ResponseFlags::with_server);
  body = peer.receive().body();
  EXPECT_EQ(giop::decode_reply(body).status, giop::ReplyStatus::no_exception);
  EXPECT_EQ(servant->wait_for(1), (Entries{"2"}));
}

TEST_F(OrderedServer, ends_a_connection_with_a_place_that_does_not_exist) {
  start();
  auto peer = connect();
  send(peer, 0);
  EXPECT_EQ(peer.receive().header.type, giop::MessageType::message_error);
  auto other = connect();
  send(other, giop::kLastOrderNumber + 1);
  EXPECT_EQ(other.receive().header.type, giop::MessageType::message_error);
  EXPECT_EQ((*server)->statistics().bad_messages, 2U);
}

TEST_F(OrderedServer, holds_bounded_memory_for_series_that_never_end) {
  start({"-ORBorderWait", "3600000", "-ORBorderWindow", "4"});
  auto peer = connect();
  for (std::uint64_t series = 1; series <= 3000; ++series)
    send(peer, 2, ResponseFlags::none, "poke", series);
  EXPECT_GE(servant->wait_for(2 * 2996).size(), 2U * 2996);
}

class OrderedClient : public testing::Test {
 protected:
  /// Of the next request that came; nothing if it has no place.
  static std::optional<OrderStamp> next_stamp(RawPeer& peer) {
    const auto received = peer.receive();
    const auto request = received.request();
    const auto data = request.contexts.find(giop::kContextOrder);
    return data ? giop::read_order_stamp(*data) : std::nullopt;
  }

  RawServer server;
  std::optional<Orb> client{std::in_place};
};

TEST_F(OrderedClient, numbers_the_requests_of_one_reference_and_of_those_derived_from_it) {
  const auto plain = client->echo(server.reference());
  const auto first = corba::with_policies(plain, ordered());
  const auto derived = corba::with_policies(first, sync_scope(Messaging::SYNC_NONE));
  const auto other = corba::with_policies(client->echo(server.reference()), ordered());
  first->poke(1);
  derived->poke(2);
  plain->poke(0);
  other->poke(1);
  first->poke(3);
  auto peer = server.accept();
  const auto stamp = next_stamp(peer);
  ASSERT_TRUE(stamp);
  EXPECT_EQ(stamp->number, 1U);
  EXPECT_EQ(next_stamp(peer), (OrderStamp{stamp->series, 2}));
  EXPECT_EQ(next_stamp(peer), std::nullopt);
  const auto of_other = next_stamp(peer);
  ASSERT_TRUE(of_other);
  EXPECT_NE(of_other->series, stamp->series);
  EXPECT_EQ(of_other->number, 1U);
  EXPECT_EQ(next_stamp(peer), (OrderStamp{stamp->series, 3}));
}

TEST_F(OrderedClient, may_be_one_by_an_option_of_its_orb) {
  client.emplace(Options{"-ORBorderedDelivery", "on"});
  client->echo(server.reference())->poke(1);
  auto peer = server.accept();
  EXPECT_TRUE(next_stamp(peer));
}

TEST_F(OrderedClient, gives_no_number_to_a_request_that_did_not_leave) {
  client.emplace(Options{"-ORBorderedDelivery", "on", "-ORBmaxMessageSize", "1024"});
  const auto echo = client->echo(server.reference());
  EXPECT_THROW(echo->echo_string(std::string(5000, 'x')), CORBA::IMP_LIMIT);
  echo->poke(1);
  auto peer = server.accept();
  EXPECT_EQ(next_stamp(peer)->number, 1U);
}

TEST_F(OrderedClient, repeats_a_request_with_its_number) {
  const auto echo = corba::with_policies(client->echo(server.reference()), ordered());
  std::jthread caller([&] { echo->nothing(); });
  std::optional<OrderStamp> first;
  {
    auto peer = server.accept();
    first = next_stamp(peer);
    peer.close_in_order();
  }
  auto peer = server.accept();
  const auto again = peer.receive();
  EXPECT_EQ(giop::read_order_stamp(*again.request().contexts.find(giop::kContextOrder)), first);
  peer.reply_to(again);
}

TEST_F(OrderedClient, waits_for_its_turn_up_to_the_call_timeout) {
  const auto echo = corba::with_policies(client->echo(server.reference()), ordered());
  const auto hasty = corba::with_policies(echo, timeout_of(std::chrono::milliseconds(20)));
  std::jthread caller([&] {  // holds the turn: the server does not read what it sends
    const Lab::Octets large(std::size_t{32} << 20);
    EXPECT_THROW(echo->echo_octets(large), CORBA::SystemException);
  });
  auto peer = server.accept();
  EXPECT_THROW(while (true) hasty->poke(1), CORBA::TIMEOUT);
  while (peer.receive().request().operation != "echo_octets") {
  }
  server.stop();  // or the call would be repeated
  peer.close_in_order();
}

class PrivateConnections : public TwoOrbs {};

TEST_F(PrivateConnections, are_not_shared) {
  start();
  const auto text = server->publish(std::make_shared<Probe>());
  const auto shared = client->echo(text), also_shared = client->echo(text);
  shared->nothing();
  also_shared->nothing();
  EXPECT_EQ((*client)->statistics().connections_opened, 1U);
  const auto own = corba::with_policies(shared, private_connection());
  const auto another = corba::with_policies(shared, private_connection());
  for (int i = 0; i < 3; ++i) {
    own->nothing();
    another->nothing();
  }
  EXPECT_EQ((*client)->statistics().connections_opened, 3U);
  const auto back =
      corba::with_policies(own, {std::make_shared<RTCORBA::PrivateConnectionPolicy>(false)});
  back->nothing();
  EXPECT_EQ((*client)->statistics().connections_opened, 3U);
}

TEST_F(PrivateConnections, may_be_the_default_of_an_orb) {
  start({}, {"-ORBprivateConnections", "on"});
  const auto text = server->publish(std::make_shared<Probe>());
  for (int i = 0; i < 3; ++i) client->echo(text)->nothing();
  EXPECT_EQ((*client)->statistics().connections_opened, 3U);
}

TEST_F(PrivateConnections, keep_a_slow_object_from_delaying_another) {
  start({"-ORBlaneDepth", "2"});
  const ScopedGate gate;
  auto slow_servant = std::make_shared<Probe>();
  slow_servant->on_poke = [door = gate.share()](std::uint32_t) { door.pass(); };
  const auto slow = corba::with_policies(publish(slow_servant), private_connection());
  const auto quick = corba::with_policies(publish(std::make_shared<Probe>()), private_connection());
  for (int i = 0; i < 20; ++i) slow->poke(1);  // its lane is full, and its connection is not read
  spin_until([&] { return (*server)->statistics().pauses > 0; });
  for (int i = 0; i < 100; ++i) EXPECT_EQ(quick->add(i, 1), i + 1);
}

TEST_F(PrivateConnections, send_what_is_queued_before_their_orb_ends) {
  start();
  Journal journal;
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [&](std::uint32_t number) { journal.add(number); };
  const auto echo =
      corba::with_policies(corba::with_policies(publish(servant), private_connection()),
                           sync_scope(Messaging::SYNC_NONE));
  for (std::uint32_t number = 0; number < 200; ++number) echo->poke(number);
  (*client)->destroy();
  EXPECT_EQ(journal.wait_for(200).size(), 200U);
}

}  // namespace
}  // namespace orbweaver::orb_test
