// SPDX-License-Identifier: Apache-2.0
// Calls to objects of the same ORB: the same results whichever way they take, and what each way
// means.
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/generated/lab/pipeline.hpp>
#include <orbweaver/generated/lab/pipeline_poa.hpp>

#include <gmock/gmock.h>

#include <atomic>
#include <future>

#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

using std::chrono::milliseconds;

class EveryCollocation : public testing::TestWithParam<const char*> {
 protected:
  [[nodiscard]] static Options options() {
    if (GetParam() == std::string{"default"}) return {};
    return {"-ORBcollocation", GetParam()};
  }
};

TEST_P(EveryCollocation, gives_the_same_results) {
  const Orb orb(options());
  const auto echo = orb.echo(orb.publish(std::make_shared<Probe>()));
  EXPECT_EQ(echo->add(40, 2), 42);
  std::string left = "left", right;
  Lab::Strings both;
  echo->swap_text(left, right, both);
  EXPECT_EQ(right, "left");
  EXPECT_EQ(both, (Lab::Strings{"left", ""}));
  std::int32_t a = 40, difference = 0;
  EXPECT_EQ(echo->sum_and_difference(a, 2, difference), 42);
  EXPECT_EQ(difference, 38);
  for (int i = 0; i < 100; ++i) echo->poke(2);
  spin_until([&] { return echo->count() == 200; });
  const auto back = echo->echo_reference(echo);
  EXPECT_TRUE(back->_is_equivalent(echo));
  EXPECT_EQ(echo->echo_reference(nullptr), nullptr);
  EXPECT_TRUE(echo->_is_a("IDL:Lab/Counter:1.0"));
  EXPECT_FALSE(echo->_is_a("IDL:Lab/Nobody:1.0"));
}

TEST_P(EveryCollocation, gives_the_same_exceptions) {
  const Orb orb(options());
  auto servant = std::make_shared<Probe>();
  servant->on_nothing = [] { throw std::runtime_error("a bug"); };
  servant->on_shutdown = [] { throw 42; };  // NOLINT: what foreign code may do
  servant->on_reference = [](const auto&) { throw std::bad_alloc(); };
  servant->on_poke = [](std::uint32_t) { throw std::runtime_error("a bug"); };
  const auto echo = orb.echo(orb.publish(servant));
  EXPECT_THROW(echo->refuse("too late", 1), Lab::Refused);
  EXPECT_THROW(echo->raise_system(7), CORBA::BAD_PARAM);
  EXPECT_THROW(echo->nothing(), CORBA::UNKNOWN);
  EXPECT_THROW(echo->shutdown(), CORBA::UNKNOWN);
  EXPECT_THROW((void)echo->echo_reference(nullptr), CORBA::NO_MEMORY);
  EXPECT_NO_THROW(echo->poke(1));
  EXPECT_EQ(echo->add(1, 1), 2);
}

TEST_P(EveryCollocation, says_that_an_object_is_gone) {
  const Orb orb(options());
  const auto servant = std::make_shared<Probe>();
  const auto echo = orb.echo(orb.publish(servant));
  EXPECT_FALSE(echo->_non_existent());
  orb.poa()->deactivate_object(orb.poa()->servant_to_id(servant));
  EXPECT_TRUE(echo->_non_existent());
  EXPECT_THROW(echo->nothing(), CORBA::OBJECT_NOT_EXIST);
  EXPECT_THROW(corba::with_policies(echo, sync_scope(Messaging::SYNC_WITH_SERVER))->poke(1),
               CORBA::OBJECT_NOT_EXIST);
}

TEST_P(EveryCollocation, keeps_call_order) {
  const Orb orb(options());
  Journal journal;
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [&](std::uint32_t number) { journal.add(number); };
  const auto echo = orb.echo(orb.publish(servant));
  for (std::uint32_t i = 0; i < 500; ++i) echo->poke(i);
  std::uint32_t next = 0;
  for (const auto number : journal.wait_for(500)) EXPECT_EQ(number, next++);
}

TEST_P(EveryCollocation, lets_a_servant_end_the_orb_but_not_wait_for_that) {
  const Orb orb(options());
  auto servant = std::make_shared<Probe>();
  servant->on_nothing = [&] { orb->shutdown(true); };
  servant->on_refuse = [&](const std::string&, std::int32_t) { orb->destroy(); };
  servant->on_shutdown = [&] { orb->shutdown(false); };
  const auto echo = orb.echo(orb.publish(servant));
  EXPECT_THROW(echo->nothing(), CORBA::BAD_INV_ORDER);
  EXPECT_THROW(echo->refuse("x", 0), CORBA::BAD_INV_ORDER);
  EXPECT_NO_THROW(echo->shutdown());
  orb->run();
}

INSTANTIATE_TEST_SUITE_P(Orb, EveryCollocation,
                         testing::Values("default", "direct", "queued", "off"), name_of_option);

/// A sink for packets with a hook.
class PacketProbe final : public CORBA::servant_traits<Lab::PacketSink>::base_type {
 public:
  std::function<void()> on_packet;
  void send_packet(const Lab::PacketHeader&, const Lab::Samples&) override { on_packet(); }
  void push_packet(const Lab::PacketHeader&, const Lab::Samples&) override { on_packet(); }
  void end_of_stream(std::uint32_t) override {}
};

class Collocation : public testing::Test {
 protected:
  /// Which thread ran each kind of call.
  struct Threads {
    std::atomic<std::thread::id> of_one_way, of_two_way;
  };
  static std::shared_ptr<Probe> watched(Threads& threads) {
    auto servant = std::make_shared<Probe>();
    servant->on_poke = [&](std::uint32_t) { threads.of_one_way = std::this_thread::get_id(); };
    servant->on_nothing = [&] { threads.of_two_way = std::this_thread::get_id(); };
    return servant;
  }
  static void call_both(const EchoReference& echo, const Threads& threads) {
    echo->poke(1);
    spin_until([&] { return threads.of_one_way.load() != std::thread::id{}; });
    echo->nothing();
  }
};

TEST_F(Collocation, by_default_queues_one_way_and_calls_two_way_directly) {
  Threads threads;
  const Orb orb;
  call_both(orb.echo(orb.publish(watched(threads))), threads);
  EXPECT_NE(threads.of_one_way.load(), std::this_thread::get_id());
  EXPECT_EQ(threads.of_two_way.load(), std::this_thread::get_id());
  EXPECT_EQ(orb->statistics().requests_sent, 0U);
}

TEST_F(Collocation, a_reference_tells_that_calls_stay_in_the_orb) {
  const Orb orb;
  const auto echo = orb.echo(orb.publish(std::make_shared<Probe>()));
  (void)echo->add(1, 1);
  EXPECT_EQ(echo->_transport(), "inproc");
}

TEST_F(Collocation, direct_runs_in_the_caller_s_thread) {
  Threads threads;
  const Orb orb({"-ORBcollocation", "direct"});
  call_both(orb.echo(orb.publish(watched(threads))), threads);
  EXPECT_EQ(threads.of_one_way.load(), std::this_thread::get_id());
  EXPECT_EQ(threads.of_two_way.load(), std::this_thread::get_id());
}

TEST_F(Collocation, queued_and_off_run_in_the_orb_s_threads) {
  for (const char* way : {"queued", "off"}) {
    Threads threads;
    const Orb orb({"-ORBcollocation", way});
    call_both(orb.echo(orb.publish(watched(threads))), threads);
    EXPECT_NE(threads.of_one_way.load(), std::this_thread::get_id());
    EXPECT_NE(threads.of_two_way.load(), std::this_thread::get_id());
  }
}

TEST_F(Collocation, a_queued_call_that_times_out_before_it_began_never_runs) {
  const Orb orb({"-ORBcollocation", "queued"});
  const ScopedGate gate;
  std::atomic<unsigned> runs{0};
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [door = gate.share()](std::uint32_t) { door.pass(); };
  servant->on_nothing = [&] { ++runs; };
  const auto echo = orb.echo(orb.publish(servant));
  echo->poke(1);
  gate.wait_for_arrivals(1);
  const auto hasty = corba::with_policies(echo, timeout_of(milliseconds(20)));
  try {
    hasty->nothing();
    FAIL() << "returned";
  } catch (const CORBA::TIMEOUT& timeout) {
    EXPECT_EQ(timeout.completed(), CORBA::CompletionStatus::COMPLETED_NO);
  }
  gate.open();
  echo->nothing();
  EXPECT_EQ(runs, 1U);
}

TEST_F(Collocation, a_full_lane_holds_the_caller_up_to_its_timeout) {
  const Orb orb({"-ORBlaneDepth", "2", "-ORBcallTimeout", "50"});
  const ScopedGate gate;
  Journal journal;
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [door = gate.share(), &journal](std::uint32_t number) {
    door.pass();
    journal.add(number);
  };
  const auto echo = orb.echo(orb.publish(servant));
  echo->poke(1);
  gate.wait_for_arrivals(1);
  echo->poke(2);
  echo->poke(3);
  EXPECT_THROW(echo->poke(4), CORBA::TIMEOUT);
  gate.open();
  (void)journal.wait_for(3);
  echo->poke(5);
  EXPECT_EQ(journal.wait_for(4), (std::vector<std::uint32_t>{1, 2, 3, 5}));
}

TEST_F(Collocation, one_way_calls_with_target_wait_for_the_servant) {
  const Orb orb;
  std::atomic<bool> has_run{false};
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [&](std::uint32_t) { has_run = true; };
  const auto echo = orb.echo(orb.publish(servant));
  corba::with_policies(echo, sync_scope(Messaging::SYNC_WITH_TARGET))->poke(1);
  EXPECT_TRUE(has_run);
}

TEST_F(Collocation,
       keeps_a_pipeline_of_four_components_full_and_in_order_on_any_number_of_threads) {
  for (const char* threads : {"1", "2", "8"}) {
    const Orb orb({"-ORBthreads", threads, "-ORBlaneDepth", "2"});
    constexpr std::uint32_t kPackets = 2000;
    Journal journal;
    auto last = std::make_shared<Probe>();
    last->on_poke = [&](std::uint32_t number) { journal.add(number); };
    auto next = orb.echo(orb.publish(last));
    for (int stage = 0; stage < 3; ++stage) {
      auto servant = std::make_shared<Probe>();
      servant->on_poke = [next](std::uint32_t number) { next->poke(number); };
      next = orb.echo(orb.publish(servant));
    }
    for (std::uint32_t number = 0; number < kPackets; ++number) next->poke(number);
    std::uint32_t expected = 0;
    for (const auto number : journal.wait_for(kPackets)) ASSERT_EQ(number, expected++);
  }
}

// Each of four components waits inside its packet until all the others have one, too: that is a
// full pipeline, and it takes a thread for each.
TEST_F(Collocation, has_every_component_of_a_pipeline_at_work_at_once) {
  const Orb orb({"-ORBthreads", "4"});
  const ScopedGate all_at_work;
  std::vector<std::shared_ptr<Probe>> servants;
  EchoReference next;
  for (int stage = 0; stage < 4; ++stage) {
    auto servant = std::make_shared<Probe>();
    servant->on_poke = [next, door = all_at_work.share()](std::uint32_t number) {
      if (next) next->poke(number);
      door.pass();
    };
    next = orb.echo(orb.publish(servant));
  }
  next->poke(1);
  all_at_work.wait_for_arrivals(4);
}

TEST_F(Collocation, with_a_servant_that_fills_its_own_lane_fails_clearly) {
  const Orb orb({"-ORBlaneDepth", "2", "-ORBthreads", "2"});
  std::promise<std::string> said;
  EchoReference self;
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [&](std::uint32_t number) {
    if (number != 0) return;
    try {
      for (std::uint32_t i = 1; i < 10; ++i) self->poke(i);
      said.set_value("nothing");
    } catch (const CORBA::NO_RESOURCES& refusal) {
      said.set_value(refusal.detail());
    }
  };
  self = orb.echo(orb.publish(servant));
  self->poke(0);
  EXPECT_THAT(said.get_future().get(), testing::HasSubstr("-ORBlaneDepth"));
}

TEST_F(Collocation, with_a_servant_that_calls_itself_in_its_lane_runs_at_once) {
  const Orb orb({"-ORBcollocation", "queued"});
  std::promise<std::int32_t> sum;
  EchoReference self;
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [&](std::uint32_t) { sum.set_value(self->add(1, 2)); };
  self = orb.echo(orb.publish(servant));
  self->poke(0);
  EXPECT_EQ(sum.get_future().get(), 3);
}

// It may not run before the one-way calls of its reference, which wait in the lane.
TEST_F(Collocation, with_a_servant_that_waits_for_its_own_lane_in_order_fails_clearly) {
  const Orb orb({"-ORBcollocation", "queued", "-ORBorderedDelivery", "on"});
  std::promise<bool> was_refused;
  EchoReference self;
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [&](std::uint32_t) {
    try {
      self->nothing();
      was_refused.set_value(false);
    } catch (const CORBA::NO_RESOURCES&) {
      was_refused.set_value(true);
    }
  };
  self = orb.echo(orb.publish(servant));
  self->poke(0);
  EXPECT_TRUE(was_refused.get_future().get());
}

TEST_F(Collocation, queues_two_way_calls_that_are_ordered) {
  const Orb orb({"-ORBthreads", "1"});
  Journal journal;
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [&](std::uint32_t number) { journal.add(number); };
  servant->on_nothing = [&] { journal.add(0); };
  const auto echo = corba::with_policies(orb.echo(orb.publish(servant)),
                                         {std::make_shared<corba::OrderedDeliveryPolicy>()});
  for (std::uint32_t number = 1; number <= 20; ++number) echo->poke(number);
  echo->nothing();
  EXPECT_EQ(journal.entries().size(), 21U);
  EXPECT_EQ(journal.entries().back(), 0U);
}

TEST_F(Collocation, counts_the_bytes_of_queued_arguments) {
  const Orb orb({"-ORBcallTimeout", "50"});
  const ScopedGate gate;
  auto servant = std::make_shared<PacketProbe>();
  servant->on_packet = [door = gate.share()] { door.pass(); };
  const auto sink = corba::StubFactory::unchecked_narrow<Lab::PacketSink>(
      orb->string_to_object(orb.publish(servant)));
  const Lab::PacketHeader header;
  const Lab::Samples samples(std::size_t{512} << 10);  // 4 MiB: two reach the high watermark
  sink->send_packet(header, samples);
  gate.wait_for_arrivals(1);
  sink->send_packet(header, samples);
  sink->send_packet(header, samples);
  EXPECT_THROW(sink->send_packet(header, samples), CORBA::TIMEOUT);
  gate.open();
}

TEST_F(Collocation, of_two_orbs_in_one_process_is_no_collocation) {
  const Orb server, client;
  Threads threads;
  call_both(client.echo(server.publish(watched(threads))), threads);
  EXPECT_NE(threads.of_two_way.load(), std::this_thread::get_id());
  EXPECT_EQ(client->statistics().requests_sent, 2U);
}

}  // namespace
}  // namespace orbweaver::orb_test
