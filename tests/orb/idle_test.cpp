// SPDX-License-Identifier: Apache-2.0
// Connections that are closed because they are idle, and what crosses that: nothing is lost,
// nothing comes twice, the order stays. docs/understand/ordering.md, law 7.
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <random>
#include <tuple>

#include "raw_peer.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

using giop::MessageType;
using namespace std::chrono_literals;

const Options kTcp{"-ORBendPoint", "giop:tcp:127.0.0.1:0"};

std::uint64_t closed_as_idle(const Orb& orb) {
  return orb->statistics().connections_closed_as_idle;
}

// ---- seen by hand ----

class IdleServer : public testing::Test {
 protected:
  static cdr::Encoder poke(std::uint32_t id, std::uint32_t amount,
                           giop::ResponseFlags response = giop::ResponseFlags::none) {
    cdr::Encoder request;
    giop::begin_request(request, id, response, as_bytes(std::string_view{"Echo"}), "poke");
    giop::begin_body(request);
    request.put(amount);
    giop::finish_message(request);
    return request;
  }
  std::string publish(const std::shared_ptr<Probe>& servant) {
    servant->on_poke = [this](std::uint32_t amount) { journal.add(amount); };
    return server.publish_as("Echo", servant);
  }

  Journal journal;
  Orb server{{"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBserverIdle", "1"}};
};

TEST_F(IdleServer, carries_out_the_one_way_calls_that_cross_its_close_connection_and_says_so) {
  auto peer = RawPeer::to(publish(std::make_shared<Probe>()));
  peer.send(poke(1, 10));
  EXPECT_EQ(peer.receive().header.type, MessageType::close_connection);
  peer.send(poke(2, 20));
  peer.send(poke(3, 30, giop::ResponseFlags::with_target));  // is repeated by its client
  peer.send(poke(4, 40, giop::ResponseFlags::with_server));
  peer.send(poke(5, 50));
  peer.finish_sending();
  EXPECT_EQ(peer.receive().header.type, MessageType::close_connection) << "read to the end";
  EXPECT_TRUE(peer.has_ended());
  EXPECT_EQ(journal.wait_for(3), (std::vector<std::uint32_t>{10, 20, 50}));
  EXPECT_EQ(closed_as_idle(server), 1U);
}

/// An object that hangs at a gate, at a server whose connections are idle at once.
class IdleServerOfEach : public testing::TestWithParam<const char*> {
 protected:
  IdleServerOfEach() {
    servant->on_nothing = [door = gate.share()] { door.pass(); };
    reference = server.publish_as("Echo", servant);
  }
  static cdr::Encoder question() {
    cdr::Encoder request;
    giop::begin_request(request, 1, giop::ResponseFlags::with_target,
                        as_bytes(std::string_view{"Echo"}), "nothing");
    giop::finish_message(request);
    return request;
  }
  /// Whose request is at the gate: it was not idle before it came.
  RawPeer peer_at_the_gate() {
    for (;;) {
      auto peer = RawPeer::to(reference);
      peer.send(question());
      spin_until([&] { return gate.arrived() > 0 || peer.has_input(); });
      if (gate.arrived() > 0) return peer;
    }
  }
  /// So much time has passed for others that one which is idle has been closed.
  void wait_while_others_are_idle(int connections) const {
    for (; connections > 0; --connections) {
      auto other = RawPeer::to(reference);
      EXPECT_EQ(other.receive().header.type, MessageType::close_connection);
    }
  }
  void expect_the_reply_first(RawPeer& peer) {
    gate.open();
    EXPECT_EQ(peer.receive().header.type, MessageType::reply);
    EXPECT_EQ(peer.receive().header.type, MessageType::close_connection);
    EXPECT_EQ(gate.arrived(), 1U);
  }

  ScopedGate gate;
  std::shared_ptr<Probe> servant = std::make_shared<Probe>();
  Orb server{{"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBserverIdle", "1", "-ORBthreading",
              GetParam(), "-ORBthreads", "4"}};
  std::string reference;
};

TEST_P(IdleServerOfEach, is_not_idle_while_it_owes_a_reply) {
  auto peer = peer_at_the_gate();
  wait_while_others_are_idle(1);
  expect_the_reply_first(peer);
}

TEST_P(IdleServerOfEach, is_not_idle_while_the_thread_that_read_it_runs_a_request) {
  const Orb client;
  for (int i = 0; i < 8; ++i) (void)client.echo(reference)->add(i, 1);  // it is brief
  auto peer = peer_at_the_gate();
  wait_while_others_are_idle(50);
  expect_the_reply_first(peer);
}

INSTANTIATE_TEST_SUITE_P(, IdleServerOfEach, testing::Values("per-connection", "pool"),
                         name_of_option);

class IdleClient : public testing::Test {
 protected:
  RawServer server;
  Orb client{{"-ORBclientIdle", "1"}};

  static void answer(RawPeer& peer, const RawPeer::Received& question) {
    EXPECT_EQ(question.header.type, MessageType::locate_request);
    cdr::Encoder encoder;
    giop::put_locate_reply(encoder, question.request_id(), giop::LocateStatus::object_here);
    peer.send(encoder);
  }
  /// A connection on which a poke has come. Those that were idle before are closed.
  RawPeer accept_poke() {
    for (;;) {
      auto peer = server.accept();
      auto first = peer.receive();
      if (first.header.type == MessageType::locate_request) {
        answer(peer, first);
        first = peer.receive();
      }
      if (first.header.type == MessageType::close_connection) continue;
      EXPECT_EQ(first.request().operation, "poke");
      return peer;
    }
  }
  /// A client that was idle before the server's CloseConnection reached it has asked by then: that
  /// comes before its end.
  static bool ends_but_for_a_question(RawPeer& peer) {
    try {
      EXPECT_EQ(peer.receive().header.type, MessageType::locate_request);
      return peer.has_ended();
    } catch (const std::runtime_error&) {
      return true;
    }
  }
};

TEST_F(IdleClient, asks_before_it_says_close_connection_and_stays_if_something_was_sent_meanwhile) {
  std::atomic<int> step{0};
  std::optional<RawPeer> last;  // stays: what it got would be uncertain if it went
  std::jthread script{[&] {
    auto peer = accept_poke();
    const auto question = peer.receive();
    step = 1;
    EXPECT_EQ(peer.receive().request().operation, "poke");
    answer(peer, question);  // proves nothing of the second call
    step = 2;
    answer(peer, peer.receive());
    EXPECT_EQ(peer.receive().header.type, MessageType::close_connection);
    EXPECT_TRUE(peer.has_ended());
    step = 3;
    last.emplace(accept_poke());
  }};
  const auto echo = client.echo(server.reference());
  echo->poke(1);
  spin_until([&] { return step == 1; });
  echo->poke(2);
  spin_until([&] { return step == 3; });
  echo->poke(3);
  script.join();
  EXPECT_EQ(client->statistics().oneways_uncertain, 0U);
}

TEST_F(IdleClient, counts_as_uncertain_what_a_server_closed_upon_without_reading_to_the_end) {
  std::jthread script{[&] { accept_poke().close_in_order(); }};
  const auto echo = client.echo(server.reference());
  echo->poke(1);
  script.join();
  spin_until([&] { return client->statistics().oneways_uncertain == 1; });
}

TEST_F(IdleClient, counts_it_without_another_call_however_long_the_server_takes_to_end) {
  const auto echo = client.echo(server.reference());
  std::jthread script{[&] {
    auto peer = accept_poke();
    peer.say_close_connection();
    EXPECT_TRUE(ends_but_for_a_question(peer));
    peer.finish_sending();
  }};
  echo->poke(1);
  script.join();
  spin_until([&] { return client->statistics().oneways_uncertain == 1; });
}

TEST_F(IdleClient, learns_that_all_was_read_after_the_last_reference_is_gone) {
  std::jthread script{[&] {
    auto peer = accept_poke();
    peer.say_close_connection();
    EXPECT_TRUE(ends_but_for_a_question(peer));
    peer.say_close_connection();
  }};
  client.echo(server.reference())->poke(1);
  script.join();
  client->shutdown(true);
  EXPECT_EQ(client->statistics().oneways_uncertain, 0U);
}

TEST_F(IdleClient, takes_a_close_connection_for_the_answer_to_its_question) {
  std::jthread script{[&] {
    auto peer = accept_poke();
    EXPECT_EQ(peer.receive().header.type, MessageType::locate_request);
    peer.say_close_connection();
    EXPECT_TRUE(peer.has_ended());
    peer.say_close_connection();
  }};
  const auto echo = client.echo(server.reference());
  echo->poke(1);
  script.join();
  client->shutdown(true);
  EXPECT_EQ(client->statistics().oneways_uncertain, 0U);
}

TEST_F(IdleClient, does_not_wait_longer_than_the_call_may_for_the_servers_end) {
  std::atomic<bool> is_over = false;
  std::jthread script{[&] {
    auto peer = server.accept();
    (void)peer.receive();
    peer.say_close_connection();
    spin_until([&] { return is_over.load(); });
  }};
  const auto echo = corba::with_policies(client.echo(server.reference()), timeout_of(1000ms));
  try {
    echo->nothing();
    ADD_FAILURE() << "it was answered";
  } catch (const CORBA::TIMEOUT& late) {
    EXPECT_EQ(late.completed(), CORBA::CompletionStatus::COMPLETED_NO);
  }
  is_over = true;
}

TEST_F(IdleClient, gives_up_on_a_server_that_closes_each_connection) {
  std::jthread script{[&]() noexcept {
    try {
      for (;;) {
        auto peer = server.accept();
        (void)peer.receive();
        peer.say_close_connection();
        EXPECT_TRUE(peer.has_ended());
        peer.say_close_connection();
      }
    } catch (const std::runtime_error&) {
      // the listener has stopped
    }
  }};
  const auto echo = client.echo(server.reference());
  EXPECT_THROW(echo->nothing(), CORBA::TRANSIENT);
  server.stop();
}

// ---- ORBs among themselves ----

using Path = std::tuple<const char*, const char*>;

std::string name_of(const testing::TestParamInfo<Path>& info) {
  return std::string{std::get<0>(info.param)} + "_" + word(std::get<1>(info.param));
}

class IdlePath : public TwoOrbs, public testing::WithParamInterface<Path> {
 protected:
  void begin(const char* server_idle, const char* client_idle) {
    const auto [transport, threading] = GetParam();
    start({"-ORBthreading", threading, "-ORBserverIdle", server_idle},
          {"-ORBtransport", transport, "-ORBclientIdle", client_idle});
  }
};

TEST_P(IdlePath, is_closed_by_either_side_and_opened_again_without_a_word) {
  for (const bool by_server : {true, false}) {
    begin(by_server ? "1" : "0", by_server ? "0" : "1");
    const auto echo = publish(std::make_shared<Probe>());
    const auto& who = by_server ? *server : *client;
    for (std::uint64_t time = 1; time <= 5; ++time) {
      echo->poke(1);
      echo->nothing();  // not before the poke, and not on what the server has closed
      spin_until([&] { return closed_as_idle(who) >= time; });
    }
    EXPECT_EQ(echo->count(), 5U);
    EXPECT_EQ(client->shared()->statistics().oneways_uncertain, 0U);
    EXPECT_EQ(client->shared()->statistics().oneways_dropped, 0U);
    TearDown();
  }
}

/// What threads sent: number after number, each in its own order.
class Ledger {
 public:
  static constexpr std::uint32_t kThreads = 3;
  void note(std::uint32_t entry) {
    auto& last = last_.at(entry >> 24U);
    const auto number = entry & 0xffffffU;
    if (number != last.exchange(number) + 1) ++out_of_order_;
    ++all_;
  }
  [[nodiscard]] std::uint32_t last(std::uint32_t thread) const { return last_.at(thread); }
  [[nodiscard]] std::uint32_t out_of_order() const { return out_of_order_; }
  [[nodiscard]] std::uint32_t all() const { return all_; }

 private:
  std::array<std::atomic<std::uint32_t>, kThreads> last_{};
  std::atomic<std::uint32_t> out_of_order_{0}, all_{0};
};

/// Bursts of calls with gaps of about the time after which a connection is idle.
class Sender {
 public:
  // Idle connections are found at the kernel's tick, which may take 4 ms: so all threads' gaps
  // must often be that long at the same time.
  static constexpr unsigned kMostGapUs = 12'000;

  Sender(EchoReference echo, std::uint32_t thread) : thread_(thread), random_(thread) {
    for (const auto scope : {Messaging::SYNC_NONE, Messaging::SYNC_WITH_TRANSPORT,
                             Messaging::SYNC_WITH_TRANSPORT, Messaging::SYNC_WITH_SERVER})
      ways_.push_back(corba::with_policies(echo, sync_scope(scope)));
  }
  void burst() {
    const auto& way = ways_.at(random_() % ways_.size());
    if (last_way_ != nullptr) (*last_way_)->nothing();  // calls through one reference are in order
    last_way_ = &way;
    for (auto calls = random_() % 4; calls > 0; --calls) way->poke(thread_ << 24U | ++sent_);
    const auto gap_ends = now() + std::chrono::microseconds(random_() % kMostGapUs);
    while (now() < gap_ends) std::this_thread::yield();
  }
  std::uint32_t finish() {
    for (const auto& way : ways_) way->nothing();
    return sent_;
  }

 private:
  const std::uint32_t thread_;
  std::mt19937 random_;
  std::vector<EchoReference> ways_;
  const EchoReference* last_way_ = nullptr;
  std::uint32_t sent_ = 0;
};

TEST_P(IdlePath, races_calls_and_loses_doubles_or_displaces_none) {
  constexpr std::uint64_t kCloses = 60;
  for (const auto& [server_idle, client_idle] :
       {std::pair{"1", "0"}, std::pair{"0", "1"}, std::pair{"1", "1"}}) {
    SCOPED_TRACE(testing::Message() << "server " << server_idle << " client " << client_idle);
    begin(server_idle, client_idle);
    Ledger ledger;
    auto servant = std::make_shared<Probe>();
    servant->on_poke = [&ledger](std::uint32_t entry) { ledger.note(entry); };
    const auto text = server->publish(servant);
    std::array<std::uint32_t, Ledger::kThreads> sent{};
    std::vector<std::jthread> threads;
    for (std::uint32_t thread = 0; thread < Ledger::kThreads; ++thread)
      threads.emplace_back([&, thread] {
        Sender sender(client->echo(text), thread);
        while (closed_as_idle(*server) + closed_as_idle(*client) < kCloses) sender.burst();
        sent.at(thread) = sender.finish();
      });
    threads.clear();
    std::uint32_t all = 0;
    for (std::uint32_t thread = 0; thread < Ledger::kThreads; ++thread) {
      EXPECT_EQ(ledger.last(thread), sent.at(thread));
      all += sent.at(thread);
    }
    EXPECT_EQ(ledger.out_of_order(), 0U);
    EXPECT_EQ(ledger.all(), all);
    const auto counted = client->shared()->statistics();
    EXPECT_EQ(counted.oneways_uncertain + counted.oneways_dropped, 0U);
    TearDown();
  }
}

// ---- nothing is left behind ----

std::size_t entries_of(const char* folder) {
  const std::filesystem::directory_iterator first{folder};
  return static_cast<std::size_t>(std::distance(begin(first), end(first)));
}

/// 10,000 by hand: ORBWEAVER_CONNECTS=10000.
std::uint64_t connects_to_make() {
  const char* const reported = std::getenv("ORBWEAVER_CONNECTS");
  return reported != nullptr ? std::strtoull(reported, nullptr, 10) : 300;
}

// A pool keeps the threads that stood in for others on a busy machine: as many as -ORBthreads.
constexpr std::size_t kMostStandIns = 8;

TEST_P(IdlePath, of_one_call_each_leave_no_thread_and_no_descriptor_behind) {
  begin("0", "0");
  const auto text = server->publish(std::make_shared<Probe>());
  const auto connect_once = [&] {
    const auto echo = client->echo(text);
    corba::with_policies(echo, {std::make_shared<RTCORBA::PrivateConnectionPolicy>()})->nothing();
  };
  for (int i = 0; i < 20; ++i) connect_once();
  const auto settled = [&](const char* folder, std::size_t before) {
    spin_until([&] { return entries_of(folder) <= before; });
  };
  // The last connections may still be ending: these are the most there can be.
  const auto descriptors = entries_of("/proc/self/fd"), threads = entries_of("/proc/self/task");
  for (std::uint64_t i = 0; i < connects_to_make(); ++i) connect_once();
  settled("/proc/self/fd", descriptors);
  connect_once();  // a reader that has ended is joined when the next connection comes
  settled("/proc/self/task", threads + 1 + kMostStandIns);
  EXPECT_EQ(client->shared()->statistics().connections_opened, connects_to_make() + 21);
}

INSTANTIATE_TEST_SUITE_P(Each, IdlePath,
                         testing::Combine(testing::Values("tcp", "unix", "shm"),
                                          testing::Values("per-connection", "pool")),
                         name_of);

}  // namespace
}  // namespace orbweaver::orb_test
