// SPDX-License-Identifier: Apache-2.0
// The ordering and flow-control laws of docs/understand/ordering.md, stated once and tried on every
// combination of transport, connection threading, number of ORB threads and sharing of connections,
// for every sync scope and two-way calls, with servants that take a random time.
#include <orbweaver/corba/detail/orb_access.hpp>
#include <orbweaver/corba/policy.hpp>

#include <array>
#include <atomic>
#include <numeric>
#include <random>
#include <tuple>

#include "cutting_relay.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

/// How a request is sent: by a sync scope, or as a two-way call.
struct Way {
  const char* name;
  std::optional<Messaging::SyncScope> scope;
};
constexpr std::array kWays{
    Way{"none", Messaging::SYNC_NONE}, Way{"transport", Messaging::SYNC_WITH_TRANSPORT},
    Way{"server", Messaging::SYNC_WITH_SERVER}, Way{"target", Messaging::SYNC_WITH_TARGET},
    Way{"two_way", std::nullopt}};

EchoReference going(const Way& way, const EchoReference& echo) {
  return way.scope ? corba::with_policies(echo, sync_scope(*way.scope)) : echo;
}
void send(const Way& way, const EchoReference& echo, std::uint32_t number) {
  if (way.scope) return echo->poke(number);
  // code 0 would refuse nothing
  EXPECT_THROW(echo->refuse("reported", static_cast<std::int32_t>(number + 1)), Lab::Refused);
}

/// As long as it lives, one-way calls of this thread go so, whatever the reference.
class ScopeOfThisThread {
 public:
  explicit ScopeOfThisThread(const Way& way) {
    if (way.scope) wire::thread_policies().sync_scope = static_cast<wire::SyncScope>(*way.scope);
  }
  ~ScopeOfThisThread() { wire::thread_policies() = {}; }
  ScopeOfThisThread(const ScopeOfThisThread&) = delete;
  ScopeOfThisThread& operator=(const ScopeOfThisThread&) = delete;
};

/// A servant that takes a random time, notes what comes, and whether two came at once.
class Watcher final : public Probe {
 public:
  explicit Watcher(unsigned seed) : random_(seed) {
    on_poke = [this](std::uint32_t number) { take(number); };
    on_refuse = [this](const std::string&, std::int32_t number) {
      take(static_cast<std::uint32_t>(number) - 1);
    };
  }
  Journal journal;
  std::atomic<bool> were_two_inside{false};

 private:
  void take(std::uint32_t number) {
    if (inside_.fetch_add(1) != 0) were_two_inside = true;
    dawdle(static_cast<unsigned>(random_()));
    journal.add(number);
    inside_.fetch_sub(1);
  }
  // By turns at once, after giving way to others, or after some work.
  static void dawdle(unsigned chance) {
    for (unsigned i = 0; i < chance % 4; ++i) std::this_thread::yield();
    if (chance % 7 == 0)
      for (std::atomic<int> work = 0; work < 2000; ++work) {
      }
  }
  std::minstd_rand random_;
  std::atomic<int> inside_{0};
};

using Combination = std::tuple<const char*, const char*, const char*, const char*>;

std::string name_of(const testing::TestParamInfo<Combination>& info) {
  const auto [transport, threading, threads, connections] = info.param;
  return std::string{transport} + "_" + word(threading) + "_" + threads + "_threads_" + connections;
}

class OrderingLaw : public testing::TestWithParam<Combination> {
 protected:
  void start(const Options& more = {}) {
    const auto [transport, threading, threads, connections] = GetParam();
    is_collocated = transport == std::string{"collocated"};
    Options options{"-ORBthreading", threading, "-ORBthreads", threads};
    options.insert(options.end(), more.begin(), more.end());
    server.emplace(options);
    text = server->publish(servant);
    if (is_collocated) return;
    const char* is_private = connections == std::string{"private"} ? "on" : "off";
    client.emplace(Options{"-ORBtransport", transport, "-ORBprivateConnections", is_private});
  }
  void TearDown() override {
    client.reset();
    server.reset();
  }
  [[nodiscard]] EchoReference echo() const {
    return is_collocated ? server->echo(text) : client->echo(text);
  }
  void require_one_at_a_time() const { EXPECT_FALSE(servant->were_two_inside); }

  std::shared_ptr<Watcher> servant = std::make_shared<Watcher>(1);
  std::optional<Orb> server, client;
  std::string text;
  bool is_collocated = false;
};

constexpr std::uint32_t kCalls = 60;

/// Law 1: what one thread sends through one reference is handed to the servant in call order, one
/// at a time, whichever way each request goes.
TEST_P(OrderingLaw, one_thread_through_one_reference_is_served_in_call_order) {
  start({"-ORBcollocation", "queued"});
  const auto reference = echo();
  std::uint32_t sent = 0;
  const auto send_one = [&](const Way& way) {
    const ScopeOfThisThread scope(way);
    send(way, reference, sent++);
  };
  for (const auto& way : kWays)
    for (std::uint32_t i = 0; i < kCalls; ++i) send_one(way);
  std::mt19937 random{2};
  for (std::uint32_t i = 0; i < kCalls; ++i) send_one(kWays.at(random() % kWays.size()));
  const auto served = servant->journal.wait_for(sent);
  std::vector<std::uint32_t> in_order(sent);
  std::iota(in_order.begin(), in_order.end(), 0U);
  EXPECT_EQ(served, in_order);
  require_one_at_a_time();
}

/// Law 2: with OrderedDelivery the same holds for all threads that share a reference: calls of
/// which one returned before the other began are served in that order, over however many
/// connections.
TEST_P(OrderingLaw,
       threads_that_share_an_ordered_reference_are_served_in_the_order_of_their_calls) {
  start({"-ORBorderWait", "3600000", "-ORBorderWindow", "100000"});
  const auto shared =
      corba::with_policies(echo(), {std::make_shared<corba::OrderedDeliveryPolicy>()});
  std::mutex one_calls;
  std::uint32_t next = 0;
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < 4; ++i)
      threads.emplace_back([&, i] {
        std::minstd_rand random{i + 1};
        std::vector<EchoReference> mine;  // each with a connection of its own, if they are private
        for (const auto& way : kWays) mine.push_back(going(way, shared));
        for (std::uint32_t call = 0; call < kCalls; ++call) {
          const auto way = random() % kWays.size();
          const std::lock_guard lock(one_calls);
          send(kWays[way], mine[way], next++);
        }
      });
  }
  const auto served = servant->journal.wait_for(4 * kCalls);
  std::vector<std::uint32_t> in_order(4 * kCalls);
  std::iota(in_order.begin(), in_order.end(), 0U);
  EXPECT_EQ(served, in_order);
  EXPECT_EQ((*server)->statistics().requests_missing, 0U);
  EXPECT_EQ((*server)->statistics().requests_late, 0U);
  require_one_at_a_time();
}

/// The same without a lock around the calls: each thread's calls keep their order, each is served
/// once.
TEST_P(OrderingLaw, threads_that_race_through_an_ordered_reference_keep_each_its_order) {
  start({"-ORBorderWait", "3600000", "-ORBorderWindow", "100000"});
  const auto shared =
      corba::with_policies(echo(), {std::make_shared<corba::OrderedDeliveryPolicy>()});
  {
    std::vector<std::jthread> threads;
    for (std::uint32_t thread = 0; thread < 4; ++thread)
      threads.emplace_back([&, thread] {
        std::vector<EchoReference> mine;
        for (const auto& way : kWays) mine.push_back(going(way, shared));
        for (std::uint32_t call = 0; call < kCalls; ++call) {
          const auto way = (thread + call / 20) % kWays.size();
          send(kWays[way], mine[way], thread * kCalls + call);
        }
      });
  }
  const auto served = servant->journal.wait_for(4 * kCalls);
  std::array<std::uint32_t, 4> expected{0, kCalls, 2 * kCalls, 3 * kCalls};
  for (const auto number : served) EXPECT_EQ(number, expected.at(number / kCalls)++);
  EXPECT_EQ(served.size(), 4 * kCalls);
  require_one_at_a_time();
}

/// Law 4: a lane never holds more than its high watermark, and one request more for each further
/// connection that was reading when it filled.
TEST_P(OrderingLaw, lanes_are_bounded) {
  constexpr std::size_t kDepth = 8, kThreads = 4;
  start({"-ORBlaneDepth", std::to_string(kDepth)});
  const auto ways = std::array{kWays[0], kWays[1], kWays[2], kWays[3]};
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < kThreads; ++thread)
      threads.emplace_back([&, thread] {
        const auto mine = going(ways[thread], echo());
        for (std::uint32_t call = 0; call < 3 * kCalls; ++call) mine->poke(call);
      });
  }
  EXPECT_EQ(servant->journal.wait_for(kThreads * 3 * kCalls).size(), kThreads * 3 * kCalls);
  const auto key = giop::read_iiop_profile(giop::parse_reference(text)->profiles.at(0))->object_key;
  const auto most = corba::OrbAccess::core(*server->shared())->adapter().most_waiting(key);
  EXPECT_LE(*most, kDepth + kThreads - 1);
  require_one_at_a_time();
}

INSTANTIATE_TEST_SUITE_P(Orb, OrderingLaw,
                         testing::Combine(testing::Values("tcp", "unix", "shm"),
                                          testing::Values("per-connection", "pool"),
                                          testing::Values("1", "2", "8"),
                                          testing::Values("shared", "private")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Collocated, OrderingLaw,
                         testing::Combine(testing::Values("collocated"),
                                          testing::Values("per-connection"),
                                          testing::Values("1", "2", "8"),
                                          testing::Values("shared")),
                         name_of);

/// Law 3: over connections that break again and again, order holds, nothing comes twice, and what
/// was delivered and what is counted as missing are together what was sent.
class OrderingLawOverBrokenConnections : public testing::TestWithParam<Combination> {};

TEST_P(OrderingLawOverBrokenConnections, nothing_is_reordered_doubled_or_lost_uncounted) {
  const auto [way_name, threading, threads, connections] = GetParam();
  const Way way = *std::ranges::find(kWays, std::string_view{way_name}, &Way::name);
  auto servant = std::make_shared<Watcher>(3);
  std::atomic<std::uint64_t> last_calls{0};
  servant->on_nothing = [&] { ++last_calls; };
  std::optional<Orb> server(
      std::in_place, Options{"-ORBthreading", threading, "-ORBthreads", threads, "-ORBorderWait",
                             "20", "-ORBendPoint", "giop:tcp:127.0.0.1:0"});
  CuttingRelay relay(server->publish(servant));
  const Orb client({"-ORBorderedDelivery", "on", "-ORBprivateConnections",
                    connections == std::string{"private"} ? "on" : "off"});
  const auto shared = going(way, client.echo(relay.reference()));

  std::atomic<std::uint64_t> used{0};  // numbers: a call that certainly did not leave has none
  const auto call = [&](auto body) {
    try {
      body();
      ++used;
      return true;
    } catch (const CORBA::SystemException& failure) {
      if (failure.completed() != CORBA::CompletionStatus::COMPLETED_NO) ++used;
      return false;
    }
  };
  {
    std::vector<std::jthread> senders;
    for (std::uint32_t sender = 0; sender < 4; ++sender)
      senders.emplace_back([&, sender] {
        for (std::uint32_t i = 0; i < 100; ++i) {
          call([&] {
            if (way.scope) return shared->poke(sender * 1000 + i);
            try {
              shared->refuse("reported", static_cast<std::int32_t>(sender * 1000 + i + 1));
            } catch (const Lab::Refused&) {
            }
          });
          if (i % 25 == 24) relay.cut();
        }
      });
  }
  relay.stop_cutting();
  while (!call([&] { shared->nothing(); })) {
  }
  const auto statistics = (*server)->statistics();
  const auto served = servant->journal.entries();
  EXPECT_EQ(served.size() + last_calls + statistics.requests_missing, used);
  std::array<std::uint32_t, 4> least{};
  for (const auto number : served) {
    EXPECT_GE(number % 1000, least.at(number / 1000)) << "reordered, or delivered twice";
    least.at(number / 1000) = number % 1000 + 1;
  }
  EXPECT_FALSE(servant->were_two_inside);
}

INSTANTIATE_TEST_SUITE_P(
    Orb, OrderingLawOverBrokenConnections,
    testing::Combine(testing::Values("none", "transport", "server", "target", "two_way"),
                     testing::Values("per-connection", "pool"), testing::Values("1", "8"),
                     testing::Values("shared", "private")),
    name_of);

}  // namespace
}  // namespace orbweaver::orb_test
