// SPDX-License-Identifier: Apache-2.0
// Requests of objects that answer quickly run on the thread that read them. Clients and servants
// must not notice, apart from the time, not even when such an object suddenly hangs.
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/os/socket.hpp>

#include <set>

#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

constexpr int kEnoughToBeBrief = 8;

class BriefRequests : public TwoOrbs, public testing::WithParamInterface<const char*> {
 protected:
  /// Calls it until its requests run on the reading thread.
  static void make_brief(const EchoReference& echo) {
    for (int i = 0; i < kEnoughToBeBrief; ++i) (void)echo->add(i, 1);
  }
  static std::shared_ptr<Probe> hanging_at(const Gate& gate) {
    auto servant = std::make_shared<Probe>();
    servant->on_nothing = [gate] { gate.pass(); };
    return servant;
  }
};

TEST_P(BriefRequests, an_object_that_hangs_holds_up_no_other_on_its_connection) {
  start({"-ORBthreading", GetParam(), "-ORBthreads", "4"});
  const ScopedGate gate;
  const auto hangs = publish(hanging_at(gate.share()));
  const auto other = publish(std::make_shared<Probe>());
  make_brief(hangs);
  make_brief(other);
  std::jthread caller([&] { hangs->nothing(); });
  gate.wait_for_arrivals(1);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(other->add(i, 1), i + 1);
  EXPECT_EQ(client->shared()->statistics().connections_opened, 1U);
  gate.open();
  caller.join();
  EXPECT_EQ(hangs->add(1, 1), 2);
}

// A thread of the pool keeps a connection while requests come one after the other.
TEST_P(BriefRequests, of_a_client_that_never_pauses_hold_up_no_other_client) {
  start({"-ORBthreading", GetParam(), "-ORBthreads", "1"});
  const auto echo = publish(std::make_shared<Probe>());
  Orb busy_client{{}};
  const auto as_seen_there = busy_client.echo((*client)->object_to_string(echo));
  std::atomic<bool> may_end = false;
  std::jthread busy([&] {
    for (int i = 0; !may_end; ++i) EXPECT_EQ(as_seen_there->add(i, 1), i + 1);
  });
  for (int i = 0; i < 100; ++i) EXPECT_EQ(echo->add(i, 1), i + 1);
  may_end = true;
}

TEST_P(BriefRequests, several_that_hang_one_after_the_other_hold_up_no_other) {
  start({"-ORBthreading", GetParam(), "-ORBthreads", "4"});
  const ScopedGate gate;
  const auto other = publish(std::make_shared<Probe>());
  std::vector<std::jthread> callers;
  for (unsigned i = 1; i <= 3; ++i) {
    const auto hangs = publish(hanging_at(gate.share()));
    make_brief(hangs);
    callers.emplace_back([hangs] { hangs->nothing(); });
    gate.wait_for_arrivals(i);
    EXPECT_EQ(other->add(1, 1), 2);
  }
  gate.open();
}

TEST_P(BriefRequests, one_that_hangs_again_and_again_is_relieved_each_time) {
  start({"-ORBthreading", GetParam(), "-ORBthreads", "2"});
  const auto other = publish(std::make_shared<Probe>());
  auto servant = std::make_shared<Probe>();
  Gate gate;
  servant->on_nothing = [&gate] { gate.pass(); };
  const auto hangs = publish(servant);
  for (int round = 0; round < 5; ++round) {
    gate = Gate{};
    for (int i = 0; i < 2 * server::ServiceTime::kLongMemory; ++i) (void)hangs->add(i, 1);
    std::jthread caller([&] { hangs->nothing(); });
    gate.wait_for_arrivals(1);
    EXPECT_EQ(other->add(1, 1), 2);
    gate.open();
  }
}

TEST_P(BriefRequests, the_orb_shuts_down_in_order_while_one_hangs) {
  start({"-ORBthreading", GetParam()});
  const ScopedGate gate;
  const auto hangs = publish(hanging_at(gate.share()));
  make_brief(hangs);
  std::jthread caller([&] { hangs->nothing(); });
  gate.wait_for_arrivals(1);
  std::jthread opener([&] { gate.open(); });
  server->shared()->destroy();
}

TEST_P(BriefRequests, one_way_requests_keep_their_order_whichever_thread_runs_them) {
  start({"-ORBthreading", GetParam()});
  Journal journal;
  auto servant = std::make_shared<Probe>();
  std::mutex mutex;
  std::set<std::thread::id> threads;
  servant->on_poke = [&](std::uint32_t number) {
    // Now and then longer than brief, so that the lane's pool and the reading thread take turns.
    const auto until = now() + (number % 40 == 0 ? server::ServiceTime::kBrief * 3 : Nanoseconds{});
    while (now() < until) std::this_thread::yield();
    {
      const std::lock_guard lock(mutex);
      threads.insert(std::this_thread::get_id());
    }
    journal.add(number);
  };
  const auto echo = publish(servant);
  constexpr std::uint32_t kPokes = 2000;
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 1; i <= kPokes; ++i) {
    echo->poke(i);
    if (i % 20 == 0) (void)echo->add(1, 1);
    expected.push_back(i);
  }
  EXPECT_EQ(journal.wait_for(kPokes), expected);
  EXPECT_GE(threads.size(), 2U) << "only one way was tried";
}

TEST_P(BriefRequests, may_make_references_while_the_server_shuts_down) {
  start({"-ORBthreading", GetParam(), "-ORBendPoint", "giop:tcp:127.0.0.1:0"});
  const ScopedGate gate;
  auto servant = std::make_shared<Probe>();
  const auto text = server->publish(servant);
  const auto port = giop::read_iiop_profile(giop::parse_reference(text)->profiles.at(0))->port;
  servant->on_nothing = [&, door = gate.share()] {
    door.pass();
    spin_until([&] { return !os::connect_tcp("127.0.0.1", port, Deadline::never()); });
    EXPECT_TRUE(server->poa()->servant_to_reference(servant));
  };
  const auto echo = client->echo(text);
  make_brief(echo);
  std::jthread caller([&] { EXPECT_NO_THROW(echo->nothing()); });
  gate.wait_for_arrivals(1);
  std::jthread ending([&] { server->shared()->shutdown(true); });
  gate.open();
}

INSTANTIATE_TEST_SUITE_P(, BriefRequests, testing::Values("per-connection", "pool"),
                         [](const auto& param) {
                           return std::string{param.param} == "pool" ? "pool" : "per_connection";
                         });

}  // namespace
}  // namespace orbweaver::orb_test
