// SPDX-License-Identifier: Apache-2.0
// Policies of references, create_policy, and RT-CORBA's thread pools, mutexes and priorities.
#include "rig.hpp"

#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/policy_values.hpp>
#include <orbweaver/corba/rt.hpp>

#include <future>
#include <set>

namespace {

using namespace orbweaver::orb_test;
using CORBA::SetOverrideType;
using Messaging::RelativeRoundtripTimeoutPolicy;
using Messaging::SyncScopePolicy;
using PortableServer::POA;

class Policies : public TwoOrbs {
 protected:
  void SetUp() override {
    start();
    echo = publish(std::make_shared<Probe>());
  }
  [[nodiscard]] static Messaging::SyncScope scope_of(const CORBA::Object& object) {
    return std::dynamic_pointer_cast<SyncScopePolicy>(
               object._get_client_policy(Messaging::SYNC_SCOPE_POLICY_TYPE))
        ->synchronization();
  }
  EchoReference echo;
};

TEST_F(Policies, of_a_reference_come_before_those_of_its_thread_and_of_the_orb) {
  EXPECT_EQ(scope_of(*echo), Messaging::SYNC_WITH_TRANSPORT);
  const auto current = IDL::traits<CORBA::PolicyCurrent>::narrow(
      (*client)->resolve_initial_references("PolicyCurrent"));
  current->set_policy_overrides(sync_scope(Messaging::SYNC_NONE), SetOverrideType::SET_OVERRIDE);
  EXPECT_EQ(scope_of(*echo), Messaging::SYNC_NONE);
  const auto other = echo->_set_policy_overrides(sync_scope(Messaging::SYNC_WITH_TARGET),
                                                 SetOverrideType::ADD_OVERRIDE);
  EXPECT_EQ(scope_of(*other), Messaging::SYNC_WITH_TARGET);
  EXPECT_EQ(scope_of(*echo), Messaging::SYNC_NONE);
  current->set_policy_overrides({}, SetOverrideType::SET_OVERRIDE);
}

TEST_F(Policies, are_added_to_a_reference_or_replace_what_it_has) {
  const auto first =
      echo->_set_policy_overrides(sync_scope(Messaging::SYNC_NONE), SetOverrideType::SET_OVERRIDE);
  const auto timeout = timeout_of(std::chrono::milliseconds(5));
  const auto both = first->_set_policy_overrides(timeout, SetOverrideType::ADD_OVERRIDE);
  EXPECT_EQ(both->_get_policy_overrides({}).size(), 2U);
  EXPECT_EQ(both->_get_policy_overrides({Messaging::SYNC_SCOPE_POLICY_TYPE}).size(), 1U);
  const auto one = first->_set_policy_overrides(timeout, SetOverrideType::SET_OVERRIDE);
  EXPECT_EQ(one->_get_policy_overrides({}).size(), 1U);
  EXPECT_THROW((void)echo->_get_policy(4711), CORBA::INV_POLICY);
}

TEST_F(Policies, of_a_connection_are_validated_by_connecting) {
  CORBA::PolicyList inconsistent;
  EXPECT_TRUE(echo->_validate_connection(inconsistent));
  EXPECT_FALSE(echo->_transport().empty());
  const auto absent = (*client)->string_to_object("corbaloc::127.0.0.1:1/x");
  EXPECT_THROW((void)absent->_validate_connection(inconsistent), CORBA::TRANSIENT);
}

TEST_F(Policies, are_created_from_values) {
  CORBA::Any value;
  value <<= std::int16_t{2};
  const auto scope = (*client)->create_policy(Messaging::SYNC_SCOPE_POLICY_TYPE, value);
  EXPECT_EQ(std::dynamic_pointer_cast<SyncScopePolicy>(scope)->synchronization(), 2);
  value <<= std::uint64_t{70};
  const auto timeout = (*client)->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, value);
  EXPECT_EQ(std::dynamic_pointer_cast<RelativeRoundtripTimeoutPolicy>(timeout)->relative_expiry(),
            70U);
  value <<= true;
  EXPECT_TRUE((*client)->create_policy(orbweaver::corba::ORDERED_DELIVERY_POLICY_TYPE, value));
  const auto reason_of = [&](CORBA::PolicyType type) {
    try {
      (void)(*client)->create_policy(type, value);
    } catch (const CORBA::PolicyError& refused) {
      return refused.reason();
    }
    return CORBA::PolicyErrorCode{-1};
  };
  EXPECT_EQ(reason_of(Messaging::SYNC_SCOPE_POLICY_TYPE), CORBA::BAD_POLICY_TYPE);
  EXPECT_EQ(reason_of(PortableServer::LIFESPAN_POLICY_ID), CORBA::BAD_POLICY_TYPE);
  EXPECT_EQ(reason_of(42), CORBA::UNSUPPORTED_POLICY);
  EXPECT_EQ(reason_of(4711), CORBA::BAD_POLICY);
  value <<= std::uint32_t{3};
  EXPECT_EQ(reason_of(PortableServer::THREAD_POLICY_ID), CORBA::BAD_POLICY_VALUE);
  EXPECT_EQ(reason_of(orbweaver::corba::SEND_OVERFLOW_POLICY_TYPE), CORBA::BAD_POLICY_VALUE);
  EXPECT_EQ(reason_of(orbweaver::corba::COLLOCATION_POLICY_TYPE), CORBA::BAD_POLICY_VALUE);
  value <<= std::int16_t{4};
  EXPECT_EQ(reason_of(Messaging::SYNC_SCOPE_POLICY_TYPE), CORBA::BAD_POLICY_VALUE);
  value <<= std::vector<std::uint64_t>{1, 2};
  EXPECT_EQ(reason_of(orbweaver::corba::ORDER_WINDOW_POLICY_TYPE), CORBA::BAD_POLICY_VALUE);
  value <<= PortableServer::RequestProcessingPolicyValue::USE_DEFAULT_SERVANT;
  EXPECT_EQ(reason_of(PortableServer::REQUEST_PROCESSING_POLICY_ID),
            CORBA::UNSUPPORTED_POLICY_VALUE);
}

TEST_F(Policies, of_an_adapter_are_created_from_values_and_asked_for) {
  using namespace PortableServer;
  auto& orb = *server;
  const auto of = [&](CORBA::PolicyType type, const auto& chosen) {
    CORBA::Any value;
    value <<= chosen;
    return orb->create_policy(type, value);
  };
  const auto poa = server->poa()->create_POA(
      "made", nullptr,
      {of(THREAD_POLICY_ID, ThreadPolicyValue::ORB_CTRL_MODEL),
       of(LIFESPAN_POLICY_ID, LifespanPolicyValue::PERSISTENT),
       of(ID_UNIQUENESS_POLICY_ID, IdUniquenessPolicyValue::MULTIPLE_ID),
       of(ID_ASSIGNMENT_POLICY_ID, std::uint32_t{0}),  // USER_ID
       of(IMPLICIT_ACTIVATION_POLICY_ID, ImplicitActivationPolicyValue::NO_IMPLICIT_ACTIVATION),
       of(SERVANT_RETENTION_POLICY_ID, ServantRetentionPolicyValue::RETAIN),
       of(REQUEST_PROCESSING_POLICY_ID, RequestProcessingPolicyValue::USE_ACTIVE_OBJECT_MAP_ONLY),
       of(orbweaver::corba::DISPATCH_POLICY_TYPE, std::uint32_t{1}),
       of(orbweaver::corba::ORDER_WINDOW_POLICY_TYPE, std::vector<std::uint64_t>{5, 6, 7})});
  EXPECT_EQ(std::dynamic_pointer_cast<LifespanPolicy>(poa->get_policy(LIFESPAN_POLICY_ID))->value(),
            LifespanPolicyValue::PERSISTENT);
  EXPECT_EQ(std::dynamic_pointer_cast<IdAssignmentPolicy>(poa->get_policy(ID_ASSIGNMENT_POLICY_ID))
                ->value(),
            IdAssignmentPolicyValue::USER_ID);
  EXPECT_EQ(std::dynamic_pointer_cast<orbweaver::corba::DispatchPolicy>(
                poa->get_policy(orbweaver::corba::DISPATCH_POLICY_TYPE))
                ->value(),
            orbweaver::wire::Dispatch::pool);
  EXPECT_EQ(poa->get_policy(RTCORBA::THREADPOOL_POLICY_TYPE), nullptr);
  EXPECT_THROW((void)poa->get_policy(Messaging::SYNC_SCOPE_POLICY_TYPE), CORBA::INV_POLICY);
}

// ---- RT-CORBA ----

class ThreadPools : public TwoOrbs {
 protected:
  void SetUp() override {
    start();
    rt = IDL::traits<RTCORBA::RTORB>::narrow((*server)->resolve_initial_references("RTORB"));
  }
  [[nodiscard]] EchoReference activate(const CORBA::PolicyList& policies) {
    const auto root = server->poa();
    root->the_POAManager()->activate();
    const auto poa = root->create_POA("child", root->the_POAManager(), policies);
    return client->echo(
        (*server)->object_to_string(poa->id_to_reference(poa->activate_object(probe))));
  }
  CORBA::object_reference<RTCORBA::RTORB> rt;
  std::shared_ptr<Probe> probe = std::make_shared<Probe>();
};

TEST_F(ThreadPools, run_the_requests_of_their_adapter_s_objects_and_only_their_threads_do) {
  std::set<std::thread::id> threads;
  probe->on_nothing = [&] { threads.insert(std::this_thread::get_id()); };
  const auto pool = rt->create_threadpool(0, 1, 0, 0, true, 10, 0);
  const auto echo = activate({rt->create_threadpool_policy(pool)});
  for (int i = 0; i < 200; ++i) echo->nothing();
  EXPECT_EQ(threads.size(), 1U) << "a pool of one thread";
}

TEST_F(ThreadPools, run_as_many_requests_at_once_as_they_have_threads) {
  const auto pool = rt->create_threadpool(0, 1, 1, 0, true, 10, 0);
  const auto echo = activate(
      {rt->create_threadpool_policy(pool),
       std::make_shared<orbweaver::corba::DispatchPolicy>(orbweaver::wire::Dispatch::pool)});
  const ScopedGate gate;
  std::atomic<int> inside = 0, most = 0;
  probe->on_nothing = [&, gate = gate.share()] {
    most = std::max(most.load(), ++inside);
    gate.pass();
    --inside;
  };
  std::vector<std::future<void>> calls;
  for (int i = 0; i < 4; ++i)
    calls.push_back(std::async(std::launch::async, [&] { echo->nothing(); }));
  gate.wait_for_arrivals(2);
  gate.open();
  for (auto& call : calls) call.get();
  EXPECT_LE(most, 2);
}

TEST_F(ThreadPools, that_were_destroyed_are_no_choice) {
  const auto pool = rt->create_threadpool(0, 1, 0, 0, true, 10, 0);
  rt->destroy_threadpool(pool);
  EXPECT_THROW(rt->destroy_threadpool(pool), RTCORBA::RTORB::InvalidThreadpool);
  EXPECT_THROW((void)activate({rt->create_threadpool_policy(pool)}), CORBA::BAD_PARAM);
}

TEST_F(ThreadPools, are_refused_without_threads_or_with_priorities_that_are_none) {
  EXPECT_THROW((void)rt->create_threadpool(0, 0, 0, 0, true, 1, 0), CORBA::BAD_PARAM);
  EXPECT_THROW((void)rt->create_threadpool(0, 1, 0, -1, true, 1, 0), CORBA::BAD_PARAM);
  EXPECT_THROW((void)rt->create_threadpool(1U << 30, 1, 0, 0, true, 1, 0), CORBA::BAD_PARAM);
}

TEST_F(ThreadPools, of_a_priority_serve_also_without_the_right_to_it) {
  const auto pool = rt->create_threadpool(0, 1, 0, 20'000, false, 0, 0);
  EXPECT_EQ(activate({rt->create_threadpool_policy(pool)})->add(1, 2), 3);
}

// ---- pools with lanes, priority models ----

/// A servant that writes down on which thread and at which priority its requests run.
class LanesAndModels : public ThreadPools {
 protected:
  void SetUp() override {
    ThreadPools::SetUp();
    probe->on_nothing = [this] {
      const std::lock_guard lock(mutex_);
      threads_.insert(std::this_thread::get_id());
      try {
        priority_ = RTCORBA::Current{}.the_priority();
      } catch (const CORBA::INITIALIZE&) {
        priority_ = -1;
      }
    };
  }
  [[nodiscard]] RTCORBA::ThreadpoolId two_lanes() {
    return rt->create_threadpool_with_lanes(0, {{100, 1, 0}, {2000, 1, 0}}, false, true, 0, 0);
  }
  [[nodiscard]] CORBA::object_reference<CORBA::Policy> model(RTCORBA::PriorityModel kind,
                                                             RTCORBA::Priority priority) const {
    return rt->create_priority_model_policy(kind, priority);
  }
  /// From a thread of that priority; none if negative.
  int priority_seen_by_call_at(const EchoReference& echo, RTCORBA::Priority priority) {
    std::jthread{[&] {
      if (priority >= 0) RTCORBA::Current{}.the_priority(priority);
      echo->nothing();
    }}.join();
    const std::lock_guard lock(mutex_);
    return priority_;
  }
  [[nodiscard]] std::size_t threads() {
    const std::lock_guard lock(mutex_);
    return threads_.size();
  }

 private:
  std::mutex mutex_;
  std::set<std::thread::id> threads_;
  int priority_ = -2;
};

using RTCORBA::PriorityModel;

TEST_F(LanesAndModels, a_client_s_priority_chooses_the_lane_and_goes_on) {
  const auto echo = activate(
      {rt->create_threadpool_policy(two_lanes()), model(PriorityModel::CLIENT_PROPAGATED, 100)});
  EXPECT_EQ(priority_seen_by_call_at(echo, 100), 100);
  EXPECT_EQ(priority_seen_by_call_at(echo, 150), 150);
  EXPECT_EQ(threads(), 1U);
  EXPECT_EQ(priority_seen_by_call_at(echo, 2000), 2000);
  EXPECT_EQ(threads(), 2U);
  EXPECT_EQ(priority_seen_by_call_at(echo, 32767), 32767);
  EXPECT_EQ(priority_seen_by_call_at(echo, 0), 0);
  EXPECT_EQ(priority_seen_by_call_at(echo, -1), 100);
  EXPECT_EQ(threads(), 2U);
}

TEST_F(LanesAndModels, a_priority_goes_on_through_a_servant_that_calls_another) {
  const auto last = activate({model(PriorityModel::CLIENT_PROPAGATED, 0)});
  const auto middle = std::make_shared<Probe>();
  middle->on_nothing = [&] { last->nothing(); };
  const auto root = server->poa();
  const auto poa = root->create_POA("middle", root->the_POAManager(),
                                    {model(PriorityModel::CLIENT_PROPAGATED, 0)});
  const auto echo =
      client->echo((*server)->object_to_string(poa->id_to_reference(poa->activate_object(middle))));
  EXPECT_EQ(priority_seen_by_call_at(echo, 77), 77);
}

TEST_F(LanesAndModels, a_server_s_priority_is_that_of_its_lane) {
  const auto pool = rt->create_threadpool_policy(two_lanes());
  const auto echo = activate({pool, model(PriorityModel::SERVER_DECLARED, 2000)});
  EXPECT_EQ(priority_seen_by_call_at(echo, 100), 2000);
  try {
    (void)server->poa()->create_POA("other", nullptr,
                                    {pool, model(PriorityModel::SERVER_DECLARED, 5)});
    FAIL();
  } catch (const POA::InvalidPolicy& refused) {
    EXPECT_EQ(refused.index(), 1);
  }
}

TEST_F(LanesAndModels, of_an_adapter_without_a_pool_leave_one_acknowledgement_for_each_request) {
  std::uint64_t acknowledgements = 0;
  probe->on_poke = [&](std::uint32_t) { acknowledgements = (*server)->statistics().replies_sent; };
  const auto echo = activate(
      {std::make_shared<orbweaver::corba::DispatchPolicy>(orbweaver::wire::Dispatch::connection),
       model(PriorityModel::SERVER_DECLARED, 100)});
  orbweaver::corba::with_policies(echo, sync_scope(Messaging::SYNC_WITH_SERVER))->poke(1);
  echo->nothing();
  EXPECT_EQ(acknowledgements, 1U) << "they are sent before the reader runs the request";
}

TEST_F(LanesAndModels, clients_learn_the_model) {
  const auto echo = activate({model(PriorityModel::SERVER_DECLARED, 12)});
  const auto said = std::dynamic_pointer_cast<RTCORBA::PriorityModelPolicy>(
      echo->_get_policy(RTCORBA::PRIORITY_MODEL_POLICY_TYPE));
  ASSERT_TRUE(said);
  EXPECT_EQ(said->priority_model(), PriorityModel::SERVER_DECLARED);
  EXPECT_EQ(said->server_priority(), 12);
  EXPECT_EQ(publish(probe)->_get_policy(RTCORBA::PRIORITY_MODEL_POLICY_TYPE), nullptr);
}

TEST_F(LanesAndModels, one_more_than_a_pool_holds_is_refused_at_once) {
  const ScopedGate gate;
  probe->on_nothing = [door = gate.share()] { door.pass(); };
  const auto pool = rt->create_threadpool(0, 1, 0, 0, true, 1, 0);
  const auto echo = activate({rt->create_threadpool_policy(pool)});
  std::jthread first{[&] { echo->nothing(); }};
  gate.wait_for_arrivals(1);
  const auto hurried =
      orbweaver::corba::with_policies(echo, timeout_of(std::chrono::milliseconds(1)));
  EXPECT_THROW(hurried->nothing(), CORBA::TIMEOUT);  // it waits until it would begin
  try {
    echo->nothing();
    FAIL();
  } catch (const CORBA::TRANSIENT& refused) {
    EXPECT_EQ(refused.completed(), CORBA::CompletionStatus::COMPLETED_NO);
  }
  gate.open();
}

TEST_F(LanesAndModels, without_a_buffer_every_thread_may_be_busy_and_no_request_waits) {
  const ScopedGate gate;
  probe->on_nothing = [door = gate.share()] { door.pass(); };
  const auto pool = rt->create_threadpool(0, 1, 0, 0, false, 0, 0);
  const auto echo = activate({rt->create_threadpool_policy(pool)});
  std::jthread first{[&] { echo->nothing(); }};
  gate.wait_for_arrivals(1);
  EXPECT_THROW(echo->nothing(), CORBA::TRANSIENT);
  gate.open();
  first.join();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(echo->add(i, 1), i + 1);
}

TEST_F(LanesAndModels, lanes_are_refused_that_make_no_sense) {
  const auto make = [&](const RTCORBA::ThreadpoolLanes& lanes, bool borrowing = false) {
    (void)rt->create_threadpool_with_lanes(0, lanes, borrowing, true, 0, 0);
  };
  EXPECT_THROW(make({}), CORBA::BAD_PARAM);
  EXPECT_THROW(make({{1, 0, 0}}), CORBA::BAD_PARAM);
  EXPECT_THROW(make({{1, 1, 0}, {1, 1, 0}}), CORBA::BAD_PARAM);
  EXPECT_THROW(make({{-1, 1, 0}}), CORBA::BAD_PARAM);
  EXPECT_THROW(make({{1, 1, 0}}, true), CORBA::NO_IMPLEMENT);
  EXPECT_THROW((void)rt->create_priority_model_policy(PriorityModel::SERVER_DECLARED, -1),
               CORBA::BAD_PARAM);
}

TEST(Priorities, are_mapped_there_and_back) {
  RTCORBA::NativePriority native = -1;
  RTCORBA::Priority corba = -1;
  for (const auto& [from, to] : {std::pair{0, 0}, {1, 1}, {32767, 99}}) {
    EXPECT_TRUE(RTCORBA::to_native(static_cast<RTCORBA::Priority>(from), native));
    EXPECT_EQ(native, to);
    EXPECT_TRUE(RTCORBA::to_CORBA(native, corba));
    EXPECT_EQ(corba, from);
  }
  EXPECT_FALSE(RTCORBA::to_native(-1, native));
  EXPECT_FALSE(RTCORBA::to_CORBA(100, corba));
}

TEST(Priorities, are_those_of_the_calling_thread) {
  std::jthread{[] {
    RTCORBA::Current current;
    EXPECT_THROW((void)current.the_priority(), CORBA::INITIALIZE);
    current.the_priority(7);
    EXPECT_EQ(current.the_priority(), 7);
    EXPECT_THROW(current.the_priority(-1), CORBA::BAD_PARAM);
  }};
}

TEST(Mutexes, of_rt_corba_exclude) {
  RTCORBA::Mutex mutex;
  mutex.lock();
  std::jthread{[&] { EXPECT_FALSE(mutex.try_lock(0)); }}.join();
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock(0));
  std::jthread patient{[&] {
    EXPECT_TRUE(mutex.try_lock(UINT64_MAX));
    mutex.unlock();
  }};
  mutex.unlock();
}

}  // namespace
