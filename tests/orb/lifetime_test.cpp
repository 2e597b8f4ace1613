// SPDX-License-Identifier: Apache-2.0
// Beginnings and ends: of objects, servers, clients and connections.
#include <atomic>
#include <filesystem>
#include <fstream>
#include <orbweaver/corba/detail/orb_access.hpp>
#include <orbweaver/corba/policy.hpp>

#include "raw_peer.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

using std::chrono::milliseconds;

std::size_t entries_of(const char* folder) {
  const std::filesystem::directory_iterator first{folder};
  return static_cast<std::size_t>(std::distance(begin(first), end(first)));
}

/// Of this process, by the name that they have given themselves.
std::size_t threads_named(const std::string& wanted) {
  std::size_t found = 0;
  for (const auto& thread : std::filesystem::directory_iterator{"/proc/self/task"}) {
    std::string name;
    std::getline(std::ifstream{thread.path() / "comm"} >> std::ws, name);
    if (name == wanted) ++found;
  }
  return found;
}

class Objects : public TwoOrbs {};

TEST_F(Objects, that_were_deactivated_do_not_exist) {
  start();
  const auto servant = std::make_shared<Probe>();
  const auto echo = publish(servant);
  EXPECT_EQ(echo->add(1, 1), 2);
  const auto poa = server->poa();
  poa->deactivate_object(poa->servant_to_id(servant));
  EXPECT_THROW(echo->nothing(), CORBA::OBJECT_NOT_EXIST);
  // The thread that ran the call may not have released the servant yet.
  spin_until([&] { return servant.use_count() == 1; });
}

TEST_F(Objects, that_are_deactivated_finish_what_they_accepted) {
  start();
  const ScopedGate gate;
  Journal journal;
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [door = gate.share(), &journal](std::uint32_t number) {
    door.pass();
    journal.add(number);
  };
  const auto echo = publish(servant);
  const auto poking = corba::with_policies(echo, sync_scope(Messaging::SYNC_WITH_SERVER));
  for (std::uint32_t i = 1; i <= 5; ++i) poking->poke(i);
  server->poa()->deactivate_object(server->poa()->servant_to_id(servant));
  EXPECT_THROW(poking->poke(6), CORBA::OBJECT_NOT_EXIST);
  gate.open();
  EXPECT_EQ(journal.wait_for(5).size(), 5U);
}

TEST_F(Objects, of_an_earlier_life_of_the_server_do_not_exist) {
  start({"-ORBendPoint", "giop:tcp:127.0.0.1:0"});
  const auto text = server->publish(std::make_shared<Probe>());
  const auto profile = *giop::read_iiop_profile(giop::parse_reference(text)->profiles.at(0));
  server.reset();
  server.emplace(Options{"-ORBendPoint", "giop:tcp:127.0.0.1:" + std::to_string(profile.port)});
  (void)server->publish(std::make_shared<Probe>());
  EXPECT_THROW(client->echo(text)->nothing(), CORBA::OBJECT_NOT_EXIST);
}

class Shutdown : public TwoOrbs, public testing::WithParamInterface<const char*> {
 protected:
  void begin() { start({"-ORBthreading", GetParam()}); }
  /// Shuts the server down in another thread, and returns once that has begun.
  std::jthread shut_down_server() {
    std::jthread thread{[orb = server->shared()] { orb->shutdown(true); }};
    spin_until([&] { return corba::OrbAccess::core(*server->shared())->is_shut_down(); });
    return thread;
  }
};

TEST_P(Shutdown, carries_out_every_one_way_call_that_was_accepted) {
  begin();
  const ScopedGate gate;
  std::atomic<unsigned> done{0};
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [door = gate.share(), &done](std::uint32_t) {
    door.pass();
    ++done;
  };
  const auto echo = corba::with_policies(publish(servant), sync_scope(Messaging::SYNC_WITH_SERVER));
  for (std::uint32_t i = 0; i < 20; ++i) echo->poke(i);
  auto ending = shut_down_server();
  gate.open();
  ending.join();
  EXPECT_EQ(done, 20U);
}

TEST_P(Shutdown, sends_the_replies_of_calls_under_way) {
  begin();
  const ScopedGate gate;
  auto servant = std::make_shared<Probe>();
  servant->on_nothing = [door = gate.share()] { door.pass(); };
  const auto echo = publish(servant);
  std::jthread caller{[&] { EXPECT_NO_THROW(echo->nothing()); }};
  gate.wait_for_arrivals(1);
  auto ending = shut_down_server();
  gate.open();
  caller.join();
  ending.join();
}

// These transports refuse what is sent to a server that reads no more.
TEST_P(Shutdown, sends_the_replies_of_calls_under_way_though_other_calls_cannot_be_sent) {
  for (const std::string transport : {"unix", "shm"}) {
    start({"-ORBthreading", GetParam()}, {"-ORBtransport", transport});
    const ScopedGate gate;
    auto servant = std::make_shared<Probe>();
    servant->on_nothing = [door = gate.share()] { door.pass(); };
    const auto echo = publish(servant);
    std::jthread caller{[&] { EXPECT_NO_THROW(echo->nothing()) << transport; }};
    gate.wait_for_arrivals(1);
    auto ending = shut_down_server();
    const auto other = corba::with_policies(echo, sync_scope(Messaging::SYNC_WITH_TRANSPORT));
    EXPECT_THROW(for (;;) other->poke(1), CORBA::SystemException);
    gate.open();
    caller.join();
    ending.join();
  }
}

TEST_P(Shutdown, is_finished_when_run_returns_whoever_asked_for_it) {
  begin();
  const ScopedGate gate;
  std::atomic<bool> has_finished{false};
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [door = gate.share(), &has_finished](std::uint32_t) {
    door.pass();
    has_finished = true;
  };
  publish(servant)->poke(1);
  gate.wait_for_arrivals(1);
  auto ending = shut_down_server();
  std::jthread running{[&, orb = server->shared()] {
    try {
      orb->run();
    } catch (const CORBA::BAD_INV_ORDER&) {  // it was shut down before this thread came
    }
    EXPECT_TRUE(has_finished) << "run() returned before the accepted request had run";
  }};
  gate.open();
}

TEST_P(Shutdown, makes_calls_fail_until_the_server_is_back_at_the_same_place) {
  const std::string path = testing::TempDir() + "ow-" +
                           std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
                           std::to_string(monotonic_ns()) + ".sock";
  for (const auto& endpoint :
       {std::string{"giop:unix:"} + path, std::string{"giop:tcp:127.0.0.1:0"}}) {
    SCOPED_TRACE(endpoint);
    start({"-ORBendPoint", endpoint, "-ORBthreading", GetParam()});
    const auto text = server->publish_as("Echo", std::make_shared<Probe>());
    const auto echo = client->echo(text);
    EXPECT_EQ(echo->add(1, 1), 2);
    server.reset();
    EXPECT_THROW(echo->nothing(), CORBA::TRANSIENT);
    const auto profile = *giop::read_iiop_profile(giop::parse_reference(text)->profiles.at(0));
    const auto place =
        profile.port == 0 ? endpoint : "giop:tcp:127.0.0.1:" + std::to_string(profile.port);
    server.emplace(Options{"-ORBendPoint", place, "-ORBthreading", GetParam()});
    EXPECT_EQ(server->publish_as("Echo", std::make_shared<Probe>()), text);
    EXPECT_EQ(echo->add(2, 2), 4);
  }
}

TEST_P(Shutdown, lets_steady_senders_that_queue_reach_the_server_again) {
  start({"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBthreading", GetParam()},
        {"-ORBsync", "none"});
  const auto text = server->publish_as("Echo", std::make_shared<Probe>());
  const auto profile = *giop::read_iiop_profile(giop::parse_reference(text)->profiles.at(0));
  const auto echo = client->echo(text);
  echo->poke(1);
  server.reset();
  const auto arrived =
      std::make_shared<std::atomic<bool>>(false);  // what comes late outlives the test
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [arrived](std::uint32_t) { *arrived = true; };
  server.emplace(Options{"-ORBendPoint", "giop:tcp:127.0.0.1:" + std::to_string(profile.port)});
  (void)server->publish_as("Echo", servant);
  while (!*arrived) {
    try {
      echo->poke(1);
    } catch (const CORBA::SystemException&) {  // until the new connection is made
    }
  }
}

TEST_P(Shutdown, cannot_be_waited_for_by_a_servant_but_asked_for) {
  begin();
  auto servant = std::make_shared<Probe>();
  servant->on_nothing = [&] { server->shared()->shutdown(true); };
  servant->on_refuse = [&](const std::string&, std::int32_t) { server->shared()->destroy(); };
  servant->on_shutdown = [&] { server->shared()->shutdown(false); };
  const auto echo = publish(servant);
  EXPECT_THROW(echo->nothing(), CORBA::BAD_INV_ORDER);
  EXPECT_THROW(echo->refuse("x", 0), CORBA::BAD_INV_ORDER);
  EXPECT_NO_THROW(echo->shutdown());
  server->shared()->run();
  EXPECT_THROW(echo->nothing(), CORBA::TRANSIENT);
}

TEST_P(Shutdown, of_the_client_makes_its_calls_fail_and_says_goodbye) {
  begin();
  const auto echo = publish(std::make_shared<Probe>());
  EXPECT_EQ(echo->add(1, 1), 2);
  client->shared()->shutdown(true);
  EXPECT_THROW(echo->nothing(), CORBA::BAD_INV_ORDER);
  EXPECT_THROW(echo->poke(1), CORBA::BAD_INV_ORDER);
}

TEST_P(Shutdown, of_the_client_sends_what_it_queued) {
  begin();
  Journal journal;
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [&](std::uint32_t number) { journal.add(number); };
  const auto text = server->publish(servant);
  {
    const Orb sender({"-ORBsync", "none"});
    const auto echo = sender.echo(text);
    for (std::uint32_t i = 0; i < 500; ++i) echo->poke(i);
  }
  EXPECT_EQ(journal.wait_for(500).size(), 500U);
}

TEST_P(Shutdown, of_an_orb_under_fire_from_many_clients_is_clean) {
  for (int round = 0; round < 5; ++round) {
    begin();
    const auto text = server->publish(std::make_shared<Probe>());
    std::atomic<unsigned> started{0};
    std::vector<std::jthread> callers;
    for (int i = 0; i < 3; ++i)
      callers.emplace_back([&] {
        const Orb mine;
        const auto echo = mine.echo(text);
        try {
          for (;;) {
            echo->poke(1);
            EXPECT_EQ(echo->add(1, 1), 2);
            ++started;
          }
        } catch (const CORBA::TRANSIENT&) {
        } catch (const CORBA::COMM_FAILURE&) {
        }
      });
    spin_until([&] { return started >= 30; });
    server.reset();
  }
}

INSTANTIATE_TEST_SUITE_P(Orb, Shutdown, testing::Values("per-connection", "pool"), name_of_option);

class Leftovers : public TwoOrbs, public testing::WithParamInterface<const char*> {};

TEST_P(Leftovers, of_a_hundred_connections_there_are_none) {
  server.emplace(Options{"-ORBthreading", GetParam()});
  const auto text = server->publish(std::make_shared<Probe>());
  const auto connect_and_leave = [&] {
    const Orb visitor({"-ORBsync", "none"});
    const auto echo = visitor.echo(text);
    echo->poke(1);
    echo->nothing();
  };
  connect_and_leave();
  // The server notices the end of a connection a little later than the client.
  const auto descriptors = [] { return entries_of("/proc/self/fd"); };
  const auto threads = [] { return entries_of("/proc/self/task"); };
  std::size_t least_descriptors = descriptors(), least_threads = threads();
  for (int i = 0; i < 100; ++i) {
    connect_and_leave();
    least_descriptors = std::min(least_descriptors, descriptors());
    least_threads = std::min(least_threads, threads());
  }
  // A pool may have grown since, and readers that stood in for slow ones stay: far fewer than one
  // for each connection.
  constexpr std::size_t kMayHaveGrown = 16;
  spin_until([&] {
    return descriptors() <= least_descriptors && threads() <= least_threads + kMayHaveGrown;
  });
  EXPECT_EQ(server->shared()->statistics().connections_accepted, 101U);
}

TEST(FirstCall, finds_the_thread_of_the_alarm_there) {
  spin_until([] { return threads_named("ow-alarm") == 0; });  // those of the ORBs of other tests
  const Orb server;
  const auto text = server.publish(std::make_shared<Probe>());
  const Orb client;
  const auto echo = client.echo(text);
  spin_until([&] { return threads_named("ow-alarm") == 2; });
  EXPECT_EQ(echo->add(1, 1), 2);
  EXPECT_EQ(threads_named("ow-alarm"), 2U);
}

TEST_P(Leftovers, of_an_orb_there_are_none) {
  const auto live_once = [&] {
    start({"-ORBthreading", GetParam()});
    const auto echo = publish(std::make_shared<Probe>());
    EXPECT_EQ(echo->add(1, 1), 2);
    client.reset();
    server.reset();
  };
  live_once();
  const auto descriptors = entries_of("/proc/self/fd");
  const auto threads = entries_of("/proc/self/task");
  for (int i = 0; i < 20; ++i) live_once();
  EXPECT_LE(entries_of("/proc/self/fd"), descriptors);
  spin_until([&] { return entries_of("/proc/self/task") <= threads; });
}

INSTANTIATE_TEST_SUITE_P(Orb, Leftovers, testing::Values("per-connection", "pool"), name_of_option);

TEST(Endpoints, in_use_are_named_in_the_exception) {
  const Orb first({"-ORBendPoint", "giop:tcp:127.0.0.1:0"});
  const auto profile = *giop::read_iiop_profile(
      giop::parse_reference(first.publish(std::make_shared<Probe>()))->profiles.at(0));
  const auto place = "127.0.0.1:" + std::to_string(profile.port);
  const Orb second({"-ORBendPoint", "giop:tcp:" + place});
  try {
    (void)second.publish(std::make_shared<Probe>());
    FAIL() << "returned";
  } catch (const CORBA::COMM_FAILURE& failure) {
    EXPECT_NE(std::string{failure.what()}.find(place), std::string::npos) << failure.what();
  }
}

TEST(Endpoints, without_a_listener_raise_transient) {
  RawServer gone;
  const auto reference = gone.reference();
  gone.stop();
  const Orb client;
  EXPECT_THROW(client.echo(reference)->nothing(), CORBA::TRANSIENT);
  EXPECT_THROW(client.echo(reference)->poke(1), CORBA::TRANSIENT);
}

}  // namespace
}  // namespace orbweaver::orb_test
