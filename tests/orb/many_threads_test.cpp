// SPDX-License-Identifier: Apache-2.0
// Hundreds of threads call through one reference, so over one connection.
#include <atomic>

#include "cutting_relay.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

// The stacks of 512 are as many bytes as a process of 32 bits has addresses.
constexpr int kThreads = sizeof(void*) == 8 ? 512 : 128;

/// What became of calls.
struct Outcomes {
  std::atomic<int> right = 0, wrong = 0, late = 0, failed = 0;
  [[nodiscard]] int all() const { return right + wrong + late + failed; }
};

void call(const EchoReference& echo, std::int32_t number, Outcomes& outcomes) {
  try {
    ++(echo->add(number, 1) == number + 1 ? outcomes.right : outcomes.wrong);
  } catch (const CORBA::TIMEOUT&) {
    ++outcomes.late;
  } catch (const CORBA::SystemException&) {
    ++outcomes.failed;
  }
}

template <class Run>
void in_threads(Run run) {
  std::vector<std::jthread> threads;
  for (int n = 0; n < kThreads; ++n) threads.emplace_back([&run, n] { run(n); });
}

class ManyThreads : public TwoOrbs, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    start({}, {"-ORBtransport", GetParam()});
    servant = std::make_shared<Probe>();
  }
  [[nodiscard]] EchoReference with_timeout(const EchoReference& echo,
                                           std::chrono::milliseconds timeout) const {
    return IDL::traits<Lab::Echo>::narrow(
        echo->_set_policy_overrides(timeout_of(timeout), CORBA::SetOverrideType::ADD_OVERRIDE));
  }
  std::shared_ptr<Probe> servant;
};

INSTANTIATE_TEST_SUITE_P(Over, ManyThreads, testing::Values("tcp", "unix", "shm"), name_of_option);

TEST_P(ManyThreads, each_get_their_own_replies) {
  constexpr int kCalls = 20;
  const auto echo = publish(servant);
  Outcomes outcomes;
  in_threads([&](int thread) {
    for (int n = 0; n < kCalls; ++n) call(echo, thread * kCalls + n, outcomes);
  });
  EXPECT_EQ(outcomes.right, kThreads * kCalls);
}

TEST_P(ManyThreads, of_which_some_give_up_hold_up_no_other) {
  constexpr int kCalls = 10;
  const auto patient = publish(servant);
  const auto hasty = with_timeout(patient, std::chrono::milliseconds(1));
  Outcomes of_patient, of_hasty;
  in_threads([&](int thread) {
    const bool is_hasty = thread % 3 == 0;
    for (int n = 0; n < kCalls; ++n)
      call(is_hasty ? hasty : patient, thread * kCalls + n, is_hasty ? of_hasty : of_patient);
  });
  EXPECT_EQ(of_patient.right, of_patient.all());
  EXPECT_EQ(of_hasty.right + of_hasty.late, of_hasty.all());
  EXPECT_EQ(of_patient.all() + of_hasty.all(), kThreads * kCalls);
}

TEST_P(ManyThreads, all_learn_that_the_server_has_gone) {
  const ScopedGate gate;
  servant->on_nothing = [gate = gate.share()] { gate.pass(); };
  const auto echo = publish(servant);
  Outcomes outcomes;
  std::jthread callers{[&] {
    in_threads([&](int thread) {
      try {
        if (thread % 2 == 0) echo->nothing();
      } catch (const CORBA::SystemException&) {
      }
      call(echo, thread, outcomes);
    });
  }};
  gate.wait_for_arrivals(1);
  gate.open();
  server.reset();
  callers.join();
  EXPECT_EQ(outcomes.right + outcomes.failed, kThreads);
}

class ManyThreadsOverABrokenNetwork : public TwoOrbs {};

TEST_F(ManyThreadsOverABrokenNetwork, each_learn_of_it_and_call_on) {
  start({}, {"-ORBtransport", "tcp"});
  const ScopedGate gate;
  auto servant = std::make_shared<Probe>();
  servant->on_nothing = [gate = gate.share()] { gate.pass(); };
  CuttingRelay relay(server->publish(servant));
  const auto echo = client->echo(relay.reference());
  Outcomes after;
  std::atomic<int> broken = 0;
  std::jthread callers{[&] {
    in_threads([&](int thread) {
      try {
        echo->nothing();
      } catch (const CORBA::COMM_FAILURE&) {
        ++broken;
      }
      call(echo, thread, after);
    });
  }};
  gate.wait_for_arrivals(1);
  relay.cut();
  relay.stop_cutting();
  gate.open();
  callers.join();
  EXPECT_GE(broken, 1) << "the first call was running when the connection broke";
  EXPECT_EQ(after.wrong, 0);
  EXPECT_EQ(after.all(), kThreads);
}

}  // namespace
}  // namespace orbweaver::orb_test
