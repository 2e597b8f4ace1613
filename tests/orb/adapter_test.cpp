// SPDX-License-Identifier: Apache-2.0
// Object adapters as clients see them: states of managers, lifespans, single-thread adapters, and
// objects that go while their requests run.
#include "rig.hpp"

#include <future>

namespace {

using namespace orbweaver::orb_test;
using PortableServer::IdAssignmentPolicyValue;
using PortableServer::LifespanPolicyValue;
using PortableServer::POA;
using PortableServer::POAManager;
using PortableServer::ThreadPolicyValue;

constexpr std::uint32_t kOmgMinor1 = 0x4f4d0001;

class AdaptersOfTwoOrbs : public TwoOrbs {
 protected:
  [[nodiscard]] CORBA::object_reference<POA> child(const CORBA::PolicyList& policies = {}) {
    auto poa = server->poa()->create_POA("child", nullptr, policies);
    manager = poa->the_POAManager();
    return poa;
  }
  [[nodiscard]] EchoReference seen(POA& poa, const PortableServer::ObjectId& id) const {
    return client->echo((*server)->object_to_string(poa.id_to_reference(id)));
  }
  [[nodiscard]] EchoReference activate(POA& poa) { return seen(poa, poa.activate_object(probe)); }

  CORBA::object_reference<POAManager> manager;
  std::shared_ptr<Probe> probe = std::make_shared<Probe>();
};

class Managers : public AdaptersOfTwoOrbs, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    start({"-ORBthreading", GetParam()});
    server->poa()->the_POAManager()->activate();
  }
};
INSTANTIATE_TEST_SUITE_P(Threadings, Managers, testing::Values("per-connection", "pool"),
                         name_of_option);

TEST_P(Managers, that_hold_keep_requests_in_order_until_they_are_active) {
  const auto poa = child();
  const auto echo = activate(*poa);
  Journal journal;
  probe->on_poke = [&](std::uint32_t amount) { journal.add(amount); };
  for (std::uint32_t i = 0; i < 20; ++i) echo->poke(i);
  auto sum = std::async(std::launch::async, [&] { return echo->count(); });
  spin_until([&] { return (*server)->statistics().pauses > 0; });
  EXPECT_TRUE(journal.entries().empty());
  manager->activate();
  EXPECT_EQ(sum.get(), 190U);
  EXPECT_EQ(journal.entries().size(), 20U);
  EXPECT_TRUE(std::ranges::is_sorted(journal.entries()));
  EXPECT_EQ((*server)->statistics().requests_received, 21U) << "a held request counts once";
}

TEST_P(Managers, that_hold_do_not_keep_an_orb_from_ending) {
  const auto poa = child();
  const auto echo = activate(*poa);
  auto call = std::async(std::launch::async, [&] { echo->nothing(); });
  spin_until([&] { return (*server)->statistics().pauses > 0; });
  (*server)->shutdown(true);
  EXPECT_THROW(call.get(), CORBA::SystemException);
}

TEST_P(Managers, that_discard_or_are_inactive_say_so) {
  const auto poa = child();
  const auto echo = activate(*poa);
  manager->discard_requests(false);
  try {
    echo->nothing();
    FAIL() << "it was not discarded";
  } catch (const CORBA::TRANSIENT& exception) {
    EXPECT_EQ(exception.minor(), kOmgMinor1);
    EXPECT_EQ(exception.completed(), CORBA::CompletionStatus::COMPLETED_NO);
  }
  manager->activate();
  EXPECT_NO_THROW(echo->nothing());
  manager->deactivate(false, true);
  try {
    echo->nothing();
    FAIL() << "it was not refused";
  } catch (const CORBA::OBJ_ADAPTER& exception) {
    EXPECT_EQ(exception.minor(), kOmgMinor1);
  }
  EXPECT_EQ((*server)->statistics().requests_refused, 2U);
}

TEST_P(Managers, that_are_asked_to_wait_do_so) {
  const auto poa =
      child({std::make_shared<orbweaver::corba::DispatchPolicy>(orbweaver::wire::Dispatch::pool)});
  const auto echo = activate(*poa);
  manager->activate();
  const ScopedGate gate;
  probe->on_nothing = [gate = gate.share()] { gate.pass(); };
  auto call = std::async(std::launch::async, [&] { echo->nothing(); });
  gate.wait_for_arrivals(1);
  auto hold = std::async(std::launch::async, [&] { manager->hold_requests(true); });
  spin_until([&] { return manager->get_state() == POAManager::State::HOLDING; });
  gate.open();
  hold.get();
  call.get();
}

TEST_F(AdaptersOfTwoOrbs, hold_calls_from_their_own_orb_too) {
  start();
  const auto poa = child();
  const auto echo =
      server->echo((*server)->object_to_string(poa->id_to_reference(poa->activate_object(probe))));
  const auto hurried =
      orbweaver::corba::with_policies(echo, timeout_of(std::chrono::milliseconds(1)));
  EXPECT_THROW(hurried->nothing(), CORBA::TIMEOUT);
  auto call = std::async(std::launch::async, [&] { return echo->add(1, 1); });
  manager->activate();
  EXPECT_EQ(call.get(), 2);
  manager->discard_requests(false);
  EXPECT_THROW(echo->nothing(), CORBA::TRANSIENT);
  manager->deactivate(false, false);
  EXPECT_THROW(echo->nothing(), CORBA::OBJ_ADAPTER);
}

// ---- lifespan ----

CORBA::PolicyList persistent(POA& root) {
  return {root.create_lifespan_policy(LifespanPolicyValue::PERSISTENT),
          root.create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID)};
}

// What a program does in each of its lives.
std::string live(Orb& orb, const std::shared_ptr<Probe>& servant, CORBA::PolicyList policies) {
  const auto poa = orb.poa()->create_POA("radio", orb.poa()->the_POAManager(), policies);
  const auto id = PortableServer::string_to_ObjectId("modem");
  if (policies.empty())
    (void)poa->activate_object(servant);
  else
    poa->activate_object_with_id(id, servant);
  orb.poa()->the_POAManager()->activate();
  return orb->object_to_string(poa->servant_to_reference(servant));
}

std::string port_of(const Orb& orb) {
  const auto reference = orb.poa()->create_reference("");
  const auto profile = orbweaver::giop::read_iiop_profile(
      orbweaver::corba::StubFactory::reference_of(*reference)->ior().profiles.front());
  return std::to_string(profile->port);
}

TEST(Lifespans, persistent_references_work_after_a_restart_and_transient_ones_do_not) {
  const auto servant = std::make_shared<Probe>();
  Orb client;
  std::string lasting, passing, port;
  {
    Orb server({"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBserverName", "radio-1"});
    port = port_of(server);
    lasting = live(server, servant, persistent(*server.poa()));
    const auto short_lived = server.poa()->create_POA("short", nullptr, {});
    passing = server->object_to_string(
        short_lived->id_to_reference(short_lived->activate_object(servant)));
    client.echo(lasting)->poke(5);
    EXPECT_EQ(client.echo(lasting)->count(), 5U) << "a one-way that is under way would be lost";
  }
  EXPECT_THROW(client.echo(lasting)->nothing(), CORBA::TRANSIENT);
  const Options again{"-ORBendPoint", "giop:tcp:127.0.0.1:" + port};
  {
    auto options = again;
    options.insert(options.end(), {"-ORBserverName", "radio-1"});
    Orb server(options);
    EXPECT_EQ(live(server, servant, persistent(*server.poa())), lasting);
    EXPECT_EQ(client.echo(lasting)->count(), 5U);
    EXPECT_THROW(client.echo(passing)->nothing(), CORBA::OBJECT_NOT_EXIST);
    EXPECT_TRUE(orbweaver::corba::StubFactory::reference_of(*server->string_to_object(lasting))
                    ->is_local());
  }
  Orb other(again);
  EXPECT_NE(live(other, servant, persistent(*other.poa())), lasting);
  EXPECT_THROW(client.echo(lasting)->nothing(), CORBA::OBJECT_NOT_EXIST) << "another server's";
}

TEST(Lifespans, persistent_references_of_two_programs_are_not_confused) {
  Orb one, two;
  const auto servant = std::make_shared<Probe>(), other = std::make_shared<Probe>();
  (void)live(one, servant, persistent(*one.poa()));
  const auto theirs = live(two, other, persistent(*two.poa()));
  EXPECT_FALSE(
      orbweaver::corba::StubFactory::reference_of(*one->string_to_object(theirs))->is_local());
  one.echo(theirs)->poke(3);
  EXPECT_EQ(one.echo(theirs)->count(), 3U);
  EXPECT_EQ(other->count(), 3U);
  EXPECT_EQ(servant->count(), 0U);
}

// ---- objects that go ----

TEST_F(AdaptersOfTwoOrbs, let_running_requests_end_when_they_are_destroyed) {
  start();
  const auto poa = child();
  const auto echo = activate(*poa);
  manager->activate();
  const ScopedGate gate;
  probe->on_nothing = [gate = gate.share()] { gate.pass(); };
  const std::weak_ptr<Probe> kept = probe;
  auto call = std::async(std::launch::async, [&] { echo->nothing(); });
  gate.wait_for_arrivals(1);
  probe.reset();
  poa->destroy(false, false);
  EXPECT_FALSE(kept.expired()) << "its request runs";
  const auto second = client->echo((*client)->object_to_string(echo));
  EXPECT_THROW((void)second->add(1, 1), CORBA::OBJECT_NOT_EXIST);
  gate.open();
  EXPECT_NO_THROW(call.get());
  spin_until([&] { return kept.expired(); });
}

TEST_F(AdaptersOfTwoOrbs, that_are_destroyed_wait_for_running_requests_if_asked_to) {
  start();
  const auto poa =
      child({std::make_shared<orbweaver::corba::DispatchPolicy>(orbweaver::wire::Dispatch::pool)});
  const auto echo = activate(*poa);
  manager->activate();
  const ScopedGate gate;
  std::atomic<bool> has_ended = false;
  probe->on_nothing = [&, gate = gate.share()] {
    gate.pass();
    has_ended = true;
  };
  auto call = std::async(std::launch::async, [&] { echo->nothing(); });
  gate.wait_for_arrivals(1);
  auto destruction = std::async(std::launch::async, [&] {
    poa->destroy(false, true);
    return has_ended.load();
  });
  spin_until([&] { return echo->_non_existent(); });
  gate.open();
  EXPECT_TRUE(destruction.get());
  call.get();
}

TEST_F(AdaptersOfTwoOrbs, refuse_to_wait_for_the_request_that_asks) {
  start();
  const auto poa = child();
  const auto echo = activate(*poa);
  manager->activate();
  bool was_refused = false;
  probe->on_nothing = [&] {
    try {
      poa->destroy(false, true);
    } catch (const CORBA::BAD_INV_ORDER& exception) {
      was_refused = exception.minor() == 0x4f4d0003;
    }
  };
  echo->nothing();
  EXPECT_TRUE(was_refused);
}

// ---- single-thread adapters ----

TEST_F(AdaptersOfTwoOrbs, of_a_single_thread_run_one_request_of_all_objects_at_a_time) {
  start();
  const auto poa =
      child({server->poa()->create_thread_policy(ThreadPolicyValue::SINGLE_THREAD_MODEL)});
  const auto second = std::make_shared<Probe>();
  std::atomic<int> inside = 0, most = 0, runs = 0;
  const auto enter = [&](std::uint32_t) {
    const int now = ++inside;
    most = std::max(most.load(), now);
    std::this_thread::yield();
    ++runs;
    --inside;
  };
  probe->on_poke = second->on_poke = enter;
  const std::vector objects{activate(*poa), seen(*poa, poa->activate_object(second))};
  const auto local = server->echo((*server)->object_to_string(poa->servant_to_reference(second)));
  manager->activate();
  std::vector<std::jthread> callers;
  for (int i = 0; i < 4; ++i)
    callers.emplace_back([&, i] {
      for (int n = 0; n < 50; ++n) {
        objects[static_cast<std::size_t>(i) % 2]->poke(1);
        local->poke(1);
      }
      (void)objects[static_cast<std::size_t>(i) % 2]->count();
      (void)local->count();
    });
  callers.clear();
  spin_until([&] { return runs == 400; });
  EXPECT_EQ(most, 1);
}

TEST_F(AdaptersOfTwoOrbs, of_a_single_thread_may_call_their_own_objects) {
  start();
  const auto poa =
      child({server->poa()->create_thread_policy(ThreadPolicyValue::SINGLE_THREAD_MODEL)});
  const auto second = std::make_shared<Probe>();
  const auto echo = activate(*poa);
  (void)poa->activate_object(second);
  const auto other = server->echo((*server)->object_to_string(poa->servant_to_reference(second)));
  manager->activate();
  std::uint32_t seen_count = 1;
  probe->on_nothing = [&] { seen_count = other->count(); };
  echo->nothing();
  EXPECT_EQ(seen_count, 0U);
}

// ---- _this ----

TEST(ImplicitActivation, makes_an_object_of_a_servant_once) {
  Orb orb;
  const auto servant = CORBA::make_reference<Probe>();
  const auto echo = servant->_this();
  orb.poa()->the_POAManager()->activate();
  EXPECT_TRUE(echo->_is_equivalent(servant->_this()));
  EXPECT_EQ(orb.poa()->reference_to_servant(echo), servant);
  EXPECT_EQ(echo->add(1, 2), 3);
}

TEST(ImplicitActivation, needs_an_orb) {
  const auto servant = CORBA::make_reference<Probe>();
  EXPECT_THROW((void)servant->_this(), CORBA::OBJ_ADAPTER);
}

}  // namespace
