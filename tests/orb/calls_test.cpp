// SPDX-License-Identifier: Apache-2.0
// Two-way calls: exceptions, references as arguments, calls within calls, many callers.
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/stub.hpp>
#include <orbweaver/generated/lab/pipeline.hpp>

#include <gmock/gmock.h>

#include <atomic>

#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

using testing::HasSubstr;

class Exceptions : public TwoOrbs {};

TEST_F(Exceptions, of_the_user_arrive_with_their_members) {
  start();
  const auto echo = publish(std::make_shared<Probe>());
  try {
    echo->refuse("too late", 7);
    FAIL() << "returned";
  } catch (const Lab::Refused& refused) {
    EXPECT_EQ(refused.reason(), "too late");
    EXPECT_EQ(refused.code(), 7);
  }
  EXPECT_THROW(echo->refuse("", 0), Lab::Empty);
  EXPECT_NO_THROW(echo->refuse("reason", 0));
}

TEST_F(Exceptions, of_the_system_arrive_with_minor_code_and_completion) {
  start();
  const auto echo = publish(std::make_shared<Probe>());
  try {
    echo->raise_system(4711);
    FAIL() << "returned";
  } catch (const CORBA::BAD_PARAM& raised) {
    EXPECT_EQ(raised.minor(), 4711U);
    EXPECT_EQ(raised.completed(), CORBA::CompletionStatus::COMPLETED_NO);
  }
}

TEST_F(Exceptions, that_are_not_declared_arrive_as_unknown) {
  start();
  auto servant = std::make_shared<Probe>();
  servant->on_nothing = [] { throw Lab::Empty(); };
  servant->on_refuse = [](const std::string&, std::int32_t code) {
    if (code == 1) throw std::runtime_error("a bug");
    if (code == 2) throw 42;  // NOLINT: what foreign code may do
  };
  const auto echo = publish(servant);
  EXPECT_THROW(echo->nothing(), CORBA::UNKNOWN);
  EXPECT_THROW(echo->refuse("x", 1), CORBA::UNKNOWN);
  EXPECT_THROW(echo->refuse("x", 2), CORBA::UNKNOWN);
  EXPECT_EQ(echo->add(1, 1), 2);
}

TEST_F(Exceptions, of_memory_that_is_not_there_arrive_as_such_and_the_server_goes_on) {
  start();
  auto servant = std::make_shared<Probe>();
  servant->on_nothing = [] { throw std::bad_alloc(); };
  const auto echo = publish(servant);
  try {
    echo->nothing();
    FAIL() << "returned";
  } catch (const CORBA::NO_MEMORY& raised) {
    EXPECT_EQ(raised.completed(), CORBA::CompletionStatus::COMPLETED_MAYBE);
  }
  EXPECT_EQ(echo->add(1, 1), 2);
}

TEST_F(Exceptions, tell_of_unknown_operations_and_of_arguments_that_do_not_fit) {
  start();
  const auto echo = publish(std::make_shared<Probe>());
  corba::ClientCall unknown{*echo, "no_such_operation", corba::Operation::twoway};
  EXPECT_THROW(unknown.invoke(), CORBA::BAD_OPERATION);
  corba::ClientCall bare{*echo, "echo_long", corba::Operation::twoway};
  EXPECT_THROW(bare.invoke(), CORBA::MARSHAL);
  EXPECT_THROW((void)echo->echo_enum(static_cast<Lab::Colour>(7)), CORBA::MARSHAL);
  EXPECT_EQ(echo->add(1, 1), 2);
}

TEST_F(Exceptions, tell_when_results_do_not_fit) {
  start();
  const auto echo = publish(std::make_shared<Probe>());
  corba::ClientCall call{*echo, "nothing", corba::Operation::twoway};
  (void)cdr::decode<std::string>(call.invoke());
  EXPECT_THROW(call.check_results(), CORBA::MARSHAL);
}

class References : public TwoOrbs {};

TEST_F(References, travel_both_ways_and_can_be_called) {
  start();
  const auto echo = publish(std::make_shared<Probe>());
  const auto back = echo->echo_reference(echo);
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->_is_equivalent(echo));
  back->label("by the other");
  EXPECT_EQ(echo->label(), "by the other");
  EXPECT_EQ(echo->echo_reference(nullptr), nullptr);
}

TEST_F(References, let_a_servant_call_back_while_its_caller_waits) {
  start();
  auto servant = std::make_shared<Probe>();
  servant->on_reference = [](const CORBA::object_reference<Lab::Counter>& caller) {
    caller->label("called back");
    caller->poke(3);
  };
  const auto echo = publish(servant);
  const auto mine = std::make_shared<Probe>();
  const auto me = client->echo(client->publish(mine));
  (void)echo->echo_reference(me);
  EXPECT_EQ(mine->label(), "called back");
}

TEST_F(References, may_be_called_in_turns_from_servant_to_servant) {
  start({"-ORBthreads", "2"}, {"-ORBthreads", "2"});
  // Each level is another object, as a lane serves one request at a time.
  const auto last = publish(std::make_shared<Probe>());
  auto middle = std::make_shared<Probe>();
  middle->on_nothing = [&] { EXPECT_EQ(last->add(2, 3), 5); };
  const auto middle_of_client = server->echo(client->publish(middle));
  auto first = std::make_shared<Probe>();
  first->on_nothing = [&] { middle_of_client->nothing(); };
  const auto echo = publish(first);
  for (int i = 0; i < 20; ++i) echo->nothing();
}

TEST_F(References, tell_their_type_and_existence) {
  start();
  const auto servant = std::make_shared<Probe>();
  const auto echo = publish(servant);
  EXPECT_TRUE(echo->_is_a("IDL:Lab/Echo:1.0"));
  EXPECT_TRUE(echo->_is_a("IDL:Lab/Counter:1.0"));
  EXPECT_TRUE(echo->_is_a("IDL:omg.org/CORBA/Object:1.0"));
  EXPECT_FALSE(echo->_is_a("IDL:Lab/Nobody:1.0"));
  EXPECT_FALSE(echo->_non_existent());
  server->poa()->deactivate_object(server->poa()->servant_to_id(servant));
  EXPECT_TRUE(echo->_non_existent());
  EXPECT_THROW(echo->nothing(), CORBA::OBJECT_NOT_EXIST);
}

TEST_F(References, to_what_is_gone_are_named_by_key_and_place) {
  start({"-ORBendPoint", "giop:tcp:127.0.0.1:0"});
  const auto echo = client->echo(server->publish_as("Tuner 1", std::make_shared<Probe>()));
  server->poa("INSPOA")->deactivate_object(PortableServer::string_to_ObjectId("Tuner 1"));
  try {
    echo->nothing();
    FAIL() << "there is no such object";
  } catch (const CORBA::OBJECT_NOT_EXIST& gone) {
    EXPECT_THAT(gone.what(), HasSubstr("object 'Tuner%201' at tcp:127.0.0.1:"));
  }
}

TEST_F(References, narrow_to_what_the_object_is_and_to_nothing_else) {
  start();
  const auto object =
      client->shared()->string_to_object(server->publish(std::make_shared<Probe>()));
  const auto counter = IDL::traits<Lab::Counter>::narrow(object);
  ASSERT_TRUE(counter);
  const auto echo = IDL::traits<Lab::Echo>::narrow(counter);
  ASSERT_TRUE(echo);
  EXPECT_EQ(echo->add(1, 2), 3);
  EXPECT_EQ(IDL::traits<Lab::PacketSink>::narrow(object), nullptr);
  EXPECT_EQ(IDL::traits<Lab::Echo>::narrow(nullptr), nullptr);
}

TEST_F(References, compare_by_object) {
  start();
  const auto text = server->publish(std::make_shared<Probe>());
  const auto one = client->echo(text), same = client->echo(text);
  const auto other = publish(std::make_shared<Probe>());
  EXPECT_TRUE(one->_is_equivalent(same));
  EXPECT_FALSE(one->_is_equivalent(other));
  EXPECT_FALSE(one->_is_equivalent(nullptr));
  EXPECT_EQ(one->_hash(1000), same->_hash(1000));
  EXPECT_EQ(one->_hash(0), 0U);
}

TEST_F(References, know_the_orb_that_made_them) {
  start();
  auto orb = CORBA::ORB_init({});
  const auto echo = orb->string_to_object(server->publish(std::make_shared<Probe>()));
  EXPECT_EQ(echo->_get_orb(), orb);
  orb = nullptr;
  EXPECT_EQ(echo->_get_orb(), nullptr);
}

TEST(LocalObjects, belong_to_no_orb) {
  const auto orb = CORBA::ORB_init({});
  const auto root = orb->resolve_initial_references("RootPOA");
  EXPECT_THROW((void)root->_get_orb(), CORBA::NO_IMPLEMENT);
}

TEST_F(References, survive_the_way_through_text) {
  start();
  const auto echo = publish(std::make_shared<Probe>());
  const auto text = client->shared()->object_to_string(echo);
  EXPECT_THAT(text, testing::StartsWith("IOR:"));
  EXPECT_EQ(client->echo(text)->add(20, 3), 23);
  const auto nil = client->shared()->object_to_string(nullptr);
  EXPECT_EQ(client->shared()->string_to_object(nil), nullptr);
}

TEST_F(References, of_plain_names_are_found_by_corbaloc) {
  start({"-ORBendPoint", "giop:tcp:127.0.0.1:0"});
  const auto ior = giop::parse_reference(server->publish_as("Echo", std::make_shared<Probe>()));
  const auto profile = giop::read_iiop_profile(ior->profiles.at(0));
  const auto address = "127.0.0.1:" + std::to_string(profile->port);
  const auto echo = IDL::traits<Lab::Echo>::narrow(
      client->shared()->string_to_object("corbaloc:iiop:1.2@" + address + "/Echo"));
  ASSERT_TRUE(echo);
  EXPECT_EQ(echo->add(2, 2), 4);
  const auto absent =
      client->shared()->string_to_object("corbaloc:iiop:1.2@" + address + "/Nobody");
  EXPECT_TRUE(absent->_non_existent());
}

class ManyCallers : public TwoOrbs {};

TEST_F(ManyCallers, share_one_connection_and_each_gets_its_own_reply) {
  start({"-ORBdispatch", "pool"});
  const auto echo = publish(std::make_shared<Probe>());
  std::atomic<unsigned> wrong{0};
  {
    std::vector<std::jthread> threads;
    for (std::int32_t thread = 0; thread < 8; ++thread)
      threads.emplace_back([&, thread] {
        for (std::int32_t i = 0; i < 250; ++i) {
          const auto sent = thread * 1000 + i;
          if (echo->echo_long(sent) != sent) ++wrong;
        }
      });
  }
  EXPECT_EQ(wrong, 0U);
  EXPECT_EQ(client->shared()->statistics().connections_opened, 1U);
}

// The first caller reads the connection for all; when it has its own reply the next one must take
// over.
TEST_F(ManyCallers, hand_the_reading_over_when_the_reader_has_its_reply) {
  start({"-ORBdispatch", "pool"});
  const ScopedGate first, second;
  auto servant = std::make_shared<Probe>();
  servant->on_nothing = [door = first.share()] { door.pass(); };
  servant->on_shutdown = [door = second.share()] { door.pass(); };
  const auto echo = publish(servant);
  std::jthread leader{[&] { echo->nothing(); }};
  first.wait_for_arrivals(1);
  std::jthread follower{[&] { echo->shutdown(); }};
  second.wait_for_arrivals(1);
  EXPECT_EQ(echo->add(1, 1), 2);  // read by the leader for another
  first.open();
  leader.join();
  EXPECT_EQ(echo->add(1, 1), 2);
  second.open();
}

TEST_F(ManyCallers, are_not_held_up_by_one_that_gives_up) {
  start({"-ORBdispatch", "pool"});
  const ScopedGate gate;
  auto servant = std::make_shared<Probe>();
  servant->on_nothing = [door = gate.share()] { door.pass(); };
  const auto echo = publish(servant);
  const auto hasty = corba::with_policies(echo, timeout_of(std::chrono::milliseconds(20)));
  std::jthread patient{[&] { echo->nothing(); }};
  gate.wait_for_arrivals(1);
  std::vector<std::jthread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] { EXPECT_THROW(hasty->nothing(), CORBA::TIMEOUT); });
  threads.clear();
  EXPECT_EQ(echo->add(1, 1), 2);
  gate.open();
}

class Counting : public TwoOrbs {};

TEST_F(Counting, adds_up_on_both_sides) {
  start();
  const auto servant = std::make_shared<Probe>();
  const auto echo = publish(servant);
  constexpr unsigned kTwoWay = 10, kOneWay = 20, kWithServer = 5, kRefused = 3;
  for (unsigned i = 0; i < kTwoWay; ++i) (void)echo->add(1, 1);
  for (unsigned i = 0; i < kOneWay; ++i) echo->poke(1);
  const auto acknowledged = corba::with_policies(echo, sync_scope(Messaging::SYNC_WITH_SERVER));
  for (unsigned i = 0; i < kWithServer; ++i) acknowledged->poke(1);
  (void)echo->count();  // behind all of them in the lane
  server->poa()->deactivate_object(server->poa()->servant_to_id(servant));
  for (unsigned i = 0; i < kRefused; ++i) EXPECT_THROW(echo->nothing(), CORBA::OBJECT_NOT_EXIST);

  constexpr unsigned kAll = kTwoWay + kOneWay + kWithServer + 1 + kRefused;
  const auto sent = client->shared()->statistics();
  EXPECT_EQ(sent.requests_sent, kAll);
  EXPECT_EQ(sent.connections_opened, 1U);
  EXPECT_EQ(sent.oneways_dropped + sent.oneways_uncertain, 0U);
  const auto served = [&] { return server->shared()->statistics(); };
  // A reply is counted after it has been sent, so that its receiver may be faster.
  spin_until([&] { return served().replies_sent == kTwoWay + kWithServer + 1 + kRefused; });
  EXPECT_EQ(served().requests_received, kAll);
  EXPECT_EQ(served().requests_refused, kRefused);
  EXPECT_EQ(served().connections_accepted, 1U);
  EXPECT_EQ(served().bad_messages + served().replies_dropped + served().connections_refused, 0U);
}

}  // namespace
}  // namespace orbweaver::orb_test
