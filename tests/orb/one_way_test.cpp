// SPDX-License-Identifier: Apache-2.0
// The messaging model over every path: dispatch, threading, transport and sync scope combined.
#include <atomic>
#include <numeric>
#include <tuple>

#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

using Path = std::tuple<const char*, const char*, const char*>;

std::string name_of(const testing::TestParamInfo<Path>& info) {
  const auto [dispatch, threading, transport] = info.param;
  return word(dispatch) + "_dispatch_" + word(threading) + "_" + word(transport);
}

constexpr std::array kScopes{Messaging::SYNC_NONE, Messaging::SYNC_WITH_TRANSPORT,
                             Messaging::SYNC_WITH_SERVER, Messaging::SYNC_WITH_TARGET};

class EveryPath : public TwoOrbs, public testing::WithParamInterface<Path> {
 protected:
  void SetUp() override {
    const auto [dispatch, threading, transport] = GetParam();
    start({"-ORBdispatch", dispatch, "-ORBthreading", threading}, {"-ORBtransport", transport});
  }
  [[nodiscard]] bool is_pool() const { return std::get<0>(GetParam()) == std::string{"pool"}; }

  /// A servant that notes what comes, and how many came at once.
  std::shared_ptr<Probe> noting_servant() {
    auto servant = std::make_shared<Probe>();
    servant->on_poke = [this](std::uint32_t number) {
      if (inside_.fetch_add(1) != 0) were_two_inside_ = true;
      journal_.add(number);
      inside_.fetch_sub(1);
    };
    return servant;
  }
  void require_order(std::vector<std::uint32_t> arrived) const {
    spin_until([&] { return inside_ == 0; });
    std::vector<std::uint32_t> sent(arrived.size());
    std::iota(sent.begin(), sent.end(), 1U);
    if (is_pool())
      std::ranges::sort(arrived);
    else
      EXPECT_FALSE(were_two_inside_);
    EXPECT_EQ(arrived, sent);
  }

  Journal journal_;
  std::atomic<int> inside_{0};
  std::atomic<bool> were_two_inside_{false};
};

TEST_P(EveryPath, two_way_calls_bring_results_and_exceptions) {
  const auto echo = publish(std::make_shared<Probe>());
  EXPECT_EQ(echo->add(40, 2), 42);
  EXPECT_EQ(echo->echo_doubles({1.5, -2.5}), (Lab::Doubles{1.5, -2.5}));
  EXPECT_THROW(echo->refuse("", 0), Lab::Empty);
  EXPECT_THROW(echo->raise_system(3), CORBA::BAD_PARAM);
  EXPECT_EQ(echo->add(1, 1), 2);
}

TEST_P(EveryPath, one_thread_s_calls_arrive_once_each_and_in_call_order_unless_pooled) {
  for (const auto scope : kScopes) {
    SCOPED_TRACE(scope);
    const auto echo = corba::with_policies(publish(noting_servant()), sync_scope(scope));
    const auto before = journal_.entries().size();
    constexpr std::uint32_t kCalls = 300;
    for (std::uint32_t number = 1; number <= kCalls; ++number) echo->poke(number);
    const auto all = journal_.wait_for(before + kCalls);
    require_order({all.begin() + static_cast<std::ptrdiff_t>(before), all.end()});
  }
}

TEST_P(EveryPath, sync_scopes_and_two_way_calls_mixed_keep_call_order_unless_pooled) {
  const auto echo = publish(noting_servant());
  std::vector<EchoReference> references;
  for (const auto scope : kScopes)
    references.push_back(corba::with_policies(echo, sync_scope(scope)));
  constexpr std::uint32_t kRounds = 50;
  std::uint32_t number = 0;
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    for (const auto& reference : references) reference->poke(++number);
    if (!is_pool()) {
      echo->nothing();
      EXPECT_EQ(journal_.entries().size(), number) << "a two-way call overtook a one-way call";
    }
  }
  require_order(journal_.wait_for(number));
}

TEST_P(EveryPath, only_with_target_waits_for_the_servant) {
  for (const auto scope : kScopes) {
    SCOPED_TRACE(scope);
    const ScopedGate gate;
    std::atomic<bool> has_run{false};
    auto servant = std::make_shared<Probe>();
    servant->on_poke = [door = gate.share(), &has_run](std::uint32_t) {
      door.pass();
      has_run = true;
    };
    const auto echo = corba::with_policies(publish(servant), sync_scope(scope));
    if (scope == Messaging::SYNC_WITH_TARGET) {
      gate.open();
      echo->poke(1);
      EXPECT_TRUE(has_run);
    } else {
      echo->poke(1);
      gate.wait_for_arrivals(1);
      EXPECT_FALSE(has_run);
      gate.open();
      spin_until([&] { return has_run.load(); });
    }
  }
}

TEST_P(EveryPath, only_who_waits_for_the_server_learns_that_there_is_no_such_object) {
  const auto servant = std::make_shared<Probe>();
  const auto echo = publish(servant);
  const auto poa = server->poa();
  poa->deactivate_object(poa->servant_to_id(servant));
  for (const auto scope : kScopes) {
    SCOPED_TRACE(scope);
    const auto stale = corba::with_policies(echo, sync_scope(scope));
    if (scope >= Messaging::SYNC_WITH_SERVER)
      EXPECT_THROW(stale->poke(1), CORBA::OBJECT_NOT_EXIST);
    else
      EXPECT_NO_THROW(stale->poke(1));
  }
  EXPECT_TRUE(echo->_non_existent());
  EXPECT_GE(server->shared()->statistics().requests_refused, 4U);
}

INSTANTIATE_TEST_SUITE_P(Orb, EveryPath,
                         testing::Combine(testing::Values("lane", "pool", "connection"),
                                          testing::Values("per-connection", "pool"),
                                          testing::Values("unix", "tcp")),
                         name_of);

class OneWay : public TwoOrbs {};

TEST_F(OneWay, pool_dispatch_runs_requests_of_one_object_at_once) {
  start({"-ORBdispatch", "pool"});
  const ScopedGate gate;
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [door = gate.share()](std::uint32_t) { door.pass(); };
  const auto echo = publish(servant);
  for (std::uint32_t number = 1; number <= 4; ++number) echo->poke(number);
  gate.wait_for_arrivals(4);  // all four are inside before any may leave
  EXPECT_EQ(gate.arrived(), 4U);
}

TEST_F(OneWay, lanes_of_two_objects_run_at_once) {
  start();
  const ScopedGate gate;
  std::vector<EchoReference> echoes;
  for (int i = 0; i < 2; ++i) {
    auto servant = std::make_shared<Probe>();
    servant->on_poke = [door = gate.share()](std::uint32_t) { door.pass(); };
    echoes.push_back(publish(servant));
  }
  for (const auto& echo : echoes) echo->poke(1);
  gate.wait_for_arrivals(2);
  EXPECT_EQ(gate.arrived(), 2U);
}

TEST_F(OneWay, threads_that_share_a_reference_each_keep_their_own_order_in_a_lane) {
  start();
  Journal journal;
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [&](std::uint32_t number) { journal.add(number); };
  const auto echo = publish(servant);
  constexpr std::uint32_t kThreads = 4, kCalls = 200;
  {
    std::vector<std::jthread> threads;
    for (std::uint32_t thread = 0; thread < kThreads; ++thread)
      threads.emplace_back([&, thread] {
        const auto mine = corba::with_policies(echo, sync_scope(kScopes[thread % kScopes.size()]));
        for (std::uint32_t i = 0; i < kCalls; ++i) mine->poke(thread * 1000 + i);
      });
  }
  std::array<std::uint32_t, kThreads> next{};
  for (const auto number : journal.wait_for(kThreads * kCalls))
    EXPECT_EQ(number % 1000, next.at(number / 1000)++);
}

TEST_F(OneWay, an_unknown_operation_raises_at_who_waits_for_the_server) {
  start();
  const auto echo = corba::with_policies(publish(std::make_shared<Probe>()),
                                         sync_scope(Messaging::SYNC_WITH_SERVER));
  corba::ClientCall call{*echo, "no_such_operation", corba::Operation::oneway};
  EXPECT_THROW(call.send(), CORBA::BAD_OPERATION);
  EXPECT_EQ(echo->add(1, 1), 2);
}

TEST_F(OneWay, what_a_servant_throws_does_no_harm) {
  start();
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [](std::uint32_t) { throw std::runtime_error("out of paper"); };
  const auto echo = publish(servant);
  echo->poke(1);
  corba::with_policies(echo, sync_scope(Messaging::SYNC_WITH_SERVER))->poke(1);
  EXPECT_THROW(corba::with_policies(echo, sync_scope(Messaging::SYNC_WITH_TARGET))->poke(1),
               CORBA::UNKNOWN);
  EXPECT_EQ(echo->count(), 0U);
}

TEST_F(OneWay, a_two_way_call_is_not_starved_by_threads_that_queue_without_end) {
  start();
  const auto echo = publish(std::make_shared<Probe>());
  std::atomic<bool> is_over{false};
  std::vector<std::jthread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([&] {
      const auto mine = corba::with_policies(echo, sync_scope(Messaging::SYNC_NONE));
      while (!is_over) mine->poke(0);
    });
  for (std::int32_t i = 0; i < 20; ++i) EXPECT_EQ(echo->echo_long(i), i);
  is_over = true;
}

TEST_F(OneWay, sync_scope_is_taken_from_reference_then_thread_then_orb) {
  start({}, {"-ORBsync", "transport"});
  const ScopedGate gate;
  std::atomic<unsigned> done{0};
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [&](std::uint32_t) { ++done; };
  const auto echo = publish(servant);
  const auto manager = IDL::traits<CORBA::PolicyManager>::narrow(
      client->shared()->resolve_initial_references("ORBPolicyManager"));
  const auto current = IDL::traits<CORBA::PolicyManager>::narrow(
      client->shared()->resolve_initial_references("PolicyCurrent"));
  const auto effective = [&](const EchoReference& reference) {
    return *corba::StubFactory::reference_of(*reference)->effective_policies().sync_scope;
  };
  using wire::SyncScope;
  EXPECT_EQ(effective(echo), SyncScope::with_transport);
  manager->set_policy_overrides(sync_scope(Messaging::SYNC_WITH_SERVER),
                                CORBA::SetOverrideType::ADD_OVERRIDE);
  EXPECT_EQ(effective(echo), SyncScope::with_server);
  current->set_policy_overrides(sync_scope(Messaging::SYNC_WITH_TARGET),
                                CORBA::SetOverrideType::SET_OVERRIDE);
  EXPECT_EQ(effective(echo), SyncScope::with_target);
  EXPECT_EQ(effective(corba::with_policies(echo, sync_scope(Messaging::SYNC_NONE))),
            SyncScope::none);
  std::jthread{[&] { EXPECT_EQ(effective(echo), SyncScope::with_server); }}.join();
  current->set_policy_overrides({}, CORBA::SetOverrideType::SET_OVERRIDE);
  manager->set_policy_overrides({}, CORBA::SetOverrideType::SET_OVERRIDE);
  EXPECT_EQ(effective(echo), SyncScope::with_transport);
}

TEST(Introspection, a_reference_tells_which_transport_its_calls_took) {
  const Orb server;
  const auto reference = server.publish(std::make_shared<Probe>());
  for (const std::string transport : {"unix", "tcp"}) {
    const Orb client({"-ORBtransport", transport});
    const auto echo = client.echo(reference);
    EXPECT_EQ(echo->add(1, 1), 2);
    EXPECT_EQ(echo->_transport(), transport);
  }
}

TEST(Introspection, an_adapter_tells_how_many_requests_waited_for_an_object) {
  for (const std::string dispatch : {"lane", "pool"}) {
    const Orb server({"-ORBdispatch", dispatch, "-ORBthreads", "1"});
    const auto servant = std::make_shared<Probe>();
    const ScopedGate gate;
    servant->on_poke = [door = gate.share()](std::uint32_t) { door.pass(); };
    const Orb client;
    const auto echo = client.echo(server.publish(servant));
    echo->poke(1);
    gate.wait_for_arrivals(1);
    for (int i = 0; i < 3; ++i) echo->poke(1);
    const auto id = server.poa()->servant_to_id(servant);
    spin_until([&] { return server.poa()->most_waiting(id) == 3; });
  }
}

}  // namespace
}  // namespace orbweaver::orb_test
