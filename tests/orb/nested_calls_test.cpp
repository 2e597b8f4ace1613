// SPDX-License-Identifier: Apache-2.0
// Calls that come back to an object whose servant waits for them: docs/understand/ordering.md, "A
// call that comes back".
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/giop/call_chain.hpp>

#include <orbweaver/corba/poa.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <future>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "raw_peer.hpp"
#include "rig.hpp"
#include "standard_error.hpp"

namespace orbweaver::orb_test {
namespace {

using testing::Combine;
using testing::HasSubstr;
using testing::Values;

/// How many operations of a servant run, and whether there were ever two.
class Occupancy {
 public:
  void enter() {
    if (++inside_ > 1) was_crowded_ = true;
  }
  void leave() { --inside_; }
  [[nodiscard]] bool was_crowded() const { return was_crowded_; }

 private:
  std::atomic<int> inside_{0};
  std::atomic<bool> was_crowded_{false};
};

/// As long as it lives, an operation runs.
class Inside {
 public:
  explicit Inside(Occupancy& occupancy) : occupancy_(occupancy) { occupancy_.enter(); }
  ~Inside() { occupancy_.leave(); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  Occupancy& occupancy_;
};

/// As long as it lives, one that runs waits for a call.
class Waiting {
 public:
  explicit Waiting(Occupancy& occupancy) : occupancy_(occupancy) { occupancy_.leave(); }
  ~Waiting() { occupancy_.enter(); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  Occupancy& occupancy_;
};

/// A servant whose nothing() calls `next`, if it has one.
class Caller final : public Probe {
 public:
  Caller() {
    on_nothing = [this] {
      const Inside inside{occupancy};
      if (next) next();
    };
  }
  std::int32_t add(std::int32_t a, std::int32_t b) override {
    const Inside inside{occupancy};
    return Probe::add(a, b);
  }

  std::function<void()> next;
  Occupancy occupancy;
};

using Setup = std::tuple<const char*, const char*, const char*>;

class CallsThatComeBack : public testing::TestWithParam<Setup> {
 protected:
  [[nodiscard]] static Options options() {
    return {"-ORBdispatch",          std::get<0>(GetParam()), "-ORBthreading",
            std::get<1>(GetParam()), "-ORBtransport",         std::get<2>(GetParam())};
  }
};

std::string name_of_setup(const testing::TestParamInfo<Setup>& info) {
  return word(std::get<0>(info.param)) + "_" + word(std::get<1>(info.param)) + "_" +
         std::get<2>(info.param);
}

INSTANTIATE_TEST_SUITE_P(Orb, CallsThatComeBack,
                         Combine(Values("lane", "connection", "pool"),
                                 Values("per-connection", "pool"), Values("tcp", "unix", "shm")),
                         name_of_setup);

// The client calls A, A calls the client's listener, which calls A.
TEST_P(CallsThatComeBack, through_the_client_find_the_object_that_waits_for_them) {
  const Orb server{options()}, client{options()};
  const auto object = std::make_shared<Caller>(), listener = std::make_shared<Caller>();
  const auto at_client = client.echo(server.publish(object));
  const auto at_server = server.echo(client.publish(listener));
  object->next = [&] {
    const Waiting waiting{object->occupancy};
    at_server->nothing();
  };
  std::atomic<int> sum{0};
  listener->next = [&] { sum += at_client->add(1, 2); };
  for (int i = 0; i < 3; ++i) at_client->nothing();
  EXPECT_EQ(sum, 9);
  const bool has_lane = std::get<0>(GetParam()) != std::string{"pool"};
  EXPECT_TRUE(!has_lane || !object->occupancy.was_crowded());
}

// A, B and C in three programs; C calls A again.
TEST_P(CallsThatComeBack, through_other_servers_find_the_object_that_waits_for_them) {
  const Orb a{options()}, b{options()}, c{options()}, client{options()};
  const auto first = std::make_shared<Caller>(), second = std::make_shared<Caller>(),
             third = std::make_shared<Caller>();
  const auto first_text = a.publish(first);
  const auto to_b = a.echo(b.publish(second)), to_c = b.echo(c.publish(third)),
             to_a = c.echo(first_text);
  first->next = [&] {
    const Waiting waiting{first->occupancy};
    to_b->nothing();
  };
  second->next = [&] { to_c->nothing(); };
  std::int32_t sum = 0;
  third->next = [&] { sum = to_a->add(20, 1); };
  client.echo(first_text)->nothing();
  EXPECT_EQ(sum, 21);
}

// A, B and C in one program; the thread of each waits for the next one.
TEST_P(CallsThatComeBack, to_other_objects_of_an_orb_with_one_thread_find_another_thread) {
  auto one_thread = options();
  for (const auto* word : {"-ORBthreads", "1", "-ORBcollocation", "off"})
    one_thread.emplace_back(word);
  const Orb orb{one_thread}, client{options()};
  const auto first = std::make_shared<Caller>(), second = std::make_shared<Caller>(),
             third = std::make_shared<Caller>();
  const auto first_text = orb.publish(first);
  const auto to_first = orb.echo(first_text), to_second = orb.echo(orb.publish(second)),
             to_third = orb.echo(orb.publish(third));
  first->next = [&] {
    const Waiting waiting{first->occupancy};
    to_second->nothing();
  };
  second->next = [&] { to_third->nothing(); };
  std::atomic<int> sum{0};
  third->next = [&] { sum += to_first->add(20, 1); };
  for (int i = 0; i < 3; ++i) client.echo(first_text)->nothing();
  EXPECT_EQ(sum, 63);
}

class CallsThatComeBackInOneOrb : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Orb, CallsThatComeBackInOneOrb, Values("direct", "queued", "off"),
                         name_of_option);

TEST_P(CallsThatComeBackInOneOrb, find_the_object_that_waits_for_them) {
  const Orb orb{{"-ORBcollocation", GetParam()}};
  const Orb client;
  const auto first = std::make_shared<Caller>(), second = std::make_shared<Caller>();
  const auto first_text = orb.publish(first);
  const auto to_first = orb.echo(first_text), to_second = orb.echo(orb.publish(second));
  first->next = [&] { to_second->nothing(); };
  std::int32_t sum = 0;
  second->next = [&] { sum += to_first->add(1, 2); };
  client.echo(first_text)->nothing();
  to_first->nothing();
  EXPECT_EQ(sum, 6);
}

class NestedCalls : public TwoOrbs {
 protected:
  /// A servant of the server and one of the client, each with a reference to the other.
  void start_pair(const Options& server_options = {}, const Options& client_options = {}) {
    start(server_options, client_options);
    to_object = client->echo(server->publish(object));
    to_listener = server->echo(client->publish(listener));
  }

  const std::shared_ptr<Caller> object = std::make_shared<Caller>(),
                                listener = std::make_shared<Caller>();
  EchoReference to_object, to_listener;
};

TEST_F(NestedCalls, are_counted) {
  start_pair();
  object->next = [&] { to_listener->nothing(); };
  listener->next = [&] { (void)to_object->add(1, 2); };
  to_object->nothing();
  EXPECT_EQ((*server)->statistics().requests_nested, 1U);
  EXPECT_EQ((*client)->statistics().requests_nested, 0U);
}

// Each level takes a thread on both sides.
TEST_F(NestedCalls, go_as_deep_as_the_pool_has_threads_and_no_further) {
  start_pair();
  std::atomic<int> depth{0}, wanted{20};
  object->next = [&] {
    if (++depth < wanted) to_listener->nothing();
  };
  listener->next = [&] {
    if (++depth < wanted) to_object->nothing();
  };
  to_object->nothing();
  EXPECT_EQ(depth, 20);
  depth = 0;
  wanted = 1000;
  EXPECT_THROW(to_object->nothing(), CORBA::NO_RESOURCES);
  EXPECT_LT(depth, 300);
  wanted = 0;
  to_object->nothing();  // nothing is left held
}

TEST_F(NestedCalls, overtake_what_others_have_sent) {
  start_pair();
  const ScopedGate queued;
  Journal journal;
  object->on_poke = [&](std::uint32_t number) { journal.add(number); };
  object->next = [&] { to_listener->nothing(); };
  listener->next = [door = queued.share(), &journal, this] {
    door.pass();
    EXPECT_EQ(to_object->add(1, 2), 3);
    journal.add(1);
  };
  std::jthread first([&] { to_object->nothing(); });
  queued.wait_for_arrivals(1);
  const Orb other;
  const auto theirs = other.echo((*server)->object_to_string(to_object));
  theirs->poke(2);
  spin_until([&] { return (*server)->statistics().requests_received >= 2; });
  queued.open();
  EXPECT_EQ(journal.wait_for(2), (std::vector<std::uint32_t>{1, 2}));
}

// The caller gives up, but what its call led to is in the lane: it goes on when that has left.
TEST_F(NestedCalls, that_outlive_their_call_hold_its_caller) {
  start_pair();
  constexpr std::chrono::milliseconds kTimeout{200};
  const ScopedGate in_the_lane;
  const auto impatient = corba::with_policies(to_listener, timeout_of(kTimeout));
  std::atomic<bool> is_nested_inside{false};
  std::promise<bool> was_nested_inside;
  object->on_refuse = [&, door = in_the_lane.share()](const std::string&, std::int32_t) {
    is_nested_inside = true;
    door.pass();
    is_nested_inside = false;
  };
  object->next = [&] {
    const Waiting waiting{object->occupancy};
    EXPECT_THROW(impatient->nothing(), CORBA::TIMEOUT);
    was_nested_inside.set_value(is_nested_inside);
  };
  listener->next = [&] { EXPECT_THROW(to_object->refuse("no", 1), Lab::Refused); };
  const auto surely_over = now() + 2 * kTimeout;
  std::jthread opening([&] {
    spin_until([&] { return now() > surely_over; });
    in_the_lane.open();
  });
  to_object->nothing();
  EXPECT_FALSE(was_nested_inside.get_future().get());
}

TEST_F(NestedCalls, may_be_one_way_calls_that_are_waited_for) {
  start_pair();
  std::atomic<int> poked{0};
  object->on_poke = [&](std::uint32_t) { ++poked; };
  object->next = [&] {
    corba::with_policies(to_listener, sync_scope(Messaging::SYNC_WITH_TARGET))->poke(1);
  };
  listener->on_poke = [&](std::uint32_t) {
    corba::with_policies(to_object, sync_scope(Messaging::SYNC_WITH_TARGET))->poke(2);
    EXPECT_EQ(poked, 1);
  };
  to_object->nothing();
  EXPECT_EQ(poked, 1);
}

TEST_F(NestedCalls, in_order_keep_the_numbers_of_their_stream) {
  start_pair({}, {"-ORBorderedDelivery", "on"});
  object->next = [&] { to_listener->nothing(); };
  std::int32_t sum = 0;
  listener->next = [&] { sum += to_object->add(1, 2); };
  to_object->nothing();
  to_object->nothing();
  EXPECT_EQ(sum, 6);
  EXPECT_EQ((*server)->statistics().requests_missing, 0U);
}

TEST_F(NestedCalls, reach_an_adapter_that_runs_one_request_at_a_time) {
  start();
  const auto single =
      server->poa()->create_POA("single", server->poa()->the_POAManager(),
                                {server->poa()->create_thread_policy(
                                    PortableServer::ThreadPolicyValue::SINGLE_THREAD_MODEL)});
  const auto brother = std::make_shared<Caller>();
  const auto text_of = [&](const std::shared_ptr<Caller>& servant) {
    return (*server)->object_to_string(single->id_to_reference(single->activate_object(servant)));
  };
  const auto object_text = text_of(object), brother_text = text_of(brother);
  server->poa()->the_POAManager()->activate();
  to_object = client->echo(object_text);
  to_listener = server->echo(client->publish(listener));
  const auto to_brother = client->echo(brother_text);
  object->next = [&] { to_listener->nothing(); };
  std::int32_t sum = 0;
  listener->next = [&] { sum = to_brother->add(1, 2); };
  to_object->nothing();
  EXPECT_EQ(sum, 3);
}

// ---- tokens ----

/// The server calls a peer that a test speaks for.
class SpiedCalls : public NestedCalls {
 protected:
  void start_spied(const Options& server_options = {}) {
    start(server_options);
    object_text = server->publish(object);
    to_object = client->echo(object_text);
    spied = server->echo(peer.reference());
    object->next = [this] { spied->nothing(); };
  }
  [[nodiscard]] std::jthread call_object() {
    return std::jthread([this] { to_object->nothing(); });
  }
  static giop::CallChain chain_in(const RawPeer::Received& request) {
    return giop::CallChain::read(
        request.request().contexts.find(giop::kContextChain).value_or(Bytes{}));
  }
  /// Asks the object something, as part of a call.
  void ask_object(RawPeer& asker, const giop::CallChain& chain) {
    const auto ior = giop::parse_reference(object_text);
    const auto profile = giop::read_iiop_profile(ior->profiles.at(0));
    const std::array contexts{giop::ServiceContext{giop::kContextChain, chain.data()}};
    cdr::Encoder encoder;
    giop::begin_request(encoder, 1, giop::ResponseFlags::with_target, profile->object_key,
                        "_non_existent", contexts);
    giop::finish_message(encoder);
    const auto before = (*server)->statistics().requests_received;
    asker.send(encoder);
    spin_until([&] { return (*server)->statistics().requests_received > before; });
  }

  RawServer peer;
  std::string object_text;
  EchoReference spied;
};

TEST_F(SpiedCalls, have_a_new_token_each) {
  start_spied();
  std::set<std::vector<std::byte>> seen;
  std::optional<RawPeer> called;
  for (int i = 0; i < 5; ++i) {
    const auto calling = call_object();
    if (!called) called.emplace(peer.accept());
    const auto request = called->receive();
    const auto chain = chain_in(request);
    EXPECT_EQ(chain.size(), 1U);
    EXPECT_TRUE(seen.emplace(chain.data().begin(), chain.data().end()).second);
    called->reply_to(request);
  }
}

TEST_F(SpiedCalls, of_no_servant_have_no_token) {
  const Orb orb;
  const auto to_peer = orb.echo(peer.reference());
  std::jthread calling([&] { to_peer->nothing(); });
  auto called = peer.accept();
  const auto request = called.receive();
  EXPECT_EQ(request.request().contexts.find(giop::kContextChain), std::nullopt);
  called.reply_to(request);
}

TEST_F(SpiedCalls, that_are_one_way_have_no_token) {
  start_spied();
  object->next = [this] { spied->poke(1); };
  const auto calling = call_object();
  auto called = peer.accept();
  EXPECT_EQ(called.receive().request().contexts.find(giop::kContextChain), std::nullopt);
}

TEST_F(SpiedCalls, hand_on_the_tokens_that_led_to_them) {
  start_spied({"-ORBdispatch", "pool"});  // no lane: no token of its own
  giop::CallChain outer;
  outer.add({std::byte{7}});
  auto asker = RawPeer::to(object_text);
  const auto ior = giop::parse_reference(object_text);
  const auto profile = giop::read_iiop_profile(ior->profiles.at(0));
  cdr::Encoder encoder;
  giop::begin_request(encoder, 1, giop::ResponseFlags::with_target, profile->object_key, "nothing",
                      std::array{giop::ServiceContext{giop::kContextChain, outer.data()}});
  giop::finish_message(encoder);
  asker.send(encoder);
  auto called = peer.accept();
  const auto request = called.receive();
  EXPECT_TRUE(std::ranges::equal(chain_in(request).data(), outer.data()));
  called.reply_to(request);
  (void)asker.receive();
}

TEST_F(SpiedCalls, let_in_a_caller_that_knows_their_token_and_no_other) {
  start_spied();
  const auto calling = call_object();
  auto called = peer.accept();
  const auto request = called.receive();
  giop::CallChain guessed;
  guessed.add({std::byte{1}});
  auto guesser = RawPeer::to(object_text), knower = RawPeer::to(object_text);
  ask_object(guesser, guessed);
  ask_object(knower, chain_in(request));
  EXPECT_EQ(knower.receive().header.type, giop::MessageType::reply);
  EXPECT_FALSE(guesser.has_input());
  called.reply_to(request);
  EXPECT_EQ(guesser.receive().header.type, giop::MessageType::reply);
  EXPECT_EQ((*server)->statistics().requests_nested, 1U);
}

TEST_F(SpiedCalls, that_are_over_let_no_caller_in) {
  start_spied();
  std::optional<RawPeer> called;
  giop::CallChain old;
  {
    const auto calling = call_object();
    called.emplace(peer.accept());
    const auto request = called->receive();
    old = chain_in(request);
    called->reply_to(request);
  }
  const auto calling = call_object();
  const auto request = called->receive();
  auto late = RawPeer::to(object_text);
  ask_object(late, old);
  EXPECT_FALSE(late.has_input());
  called->reply_to(request);
  EXPECT_EQ(late.receive().header.type, giop::MessageType::reply);
  EXPECT_EQ((*server)->statistics().requests_nested, 0U);
}

// As if the call went through an ORB that drops the token.
TEST_F(SpiedCalls, that_hold_requests_up_are_reported_and_counted) {
  StandardError log;
  start_spied({"-ORBwaitWarning", "1"});
  const auto calling = call_object();
  auto called = peer.accept();
  const auto request = called.receive();
  auto asker = RawPeer::to(object_text);
  ask_object(asker, {});
  log.wait_for("RootPOA/#1 (in nothing) waits for nothing of object 'raw' at tcp:127.0.0.1:");
  log.wait_for("and 1 request waits for it (first _non_existent of RootPOA/#1 from ");
  log.wait_for("give the call a timeout, or choose -ORBdispatch pool");
  EXPECT_EQ((*server)->statistics().holders_waiting, 1U);
  called.reply_to(request);
}

// ---- other programs ----

/// A program that serves an echo whose echo_reference() asks what it is given for its label. It
/// lies beside this one, and ends when its standard input does: with the test.
class EchoProgram {
 public:
  explicit EchoProgram(const std::string& name) {
    const auto path = std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
    is_there_ = std::filesystem::exists(path);
    if (is_there_) start(path.string());
  }
  ~EchoProgram() {
    input_.reset();
    if (is_there_) ::waitpid(process_, nullptr, 0);
  }
  EchoProgram(const EchoProgram&) = delete;
  EchoProgram& operator=(const EchoProgram&) = delete;

  [[nodiscard]] bool is_there() const { return is_there_; }
  /// Once it serves.
  [[nodiscard]] std::string reference() const {
    std::string line;
    for (char letter = 0; letter != '\n' && ::read(output_.get(), &letter, 1) == 1;) line += letter;
    const auto begin = line.find("IOR:");
    EXPECT_NE(begin, std::string::npos) << line;
    return line.substr(begin, line.find('"', begin) - begin);
  }

 private:
  void start(const std::string& path) {
    std::array<int, 2> in{}, out{};
    if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0)
      throw std::runtime_error("no pipe");
    input_ = os::UniqueFd(in[1]);
    output_ = os::UniqueFd(out[0]);
    const os::UniqueFd its_input(in[0]), its_output(out[1]);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    std::string program = path, flag = "--calls-back", option = "--endpoint",
                value = "giop:tcp:127.0.0.1:0";
    const std::array arguments{program.data(), flag.data(), option.data(), value.data(),
                               static_cast<char*>(nullptr)};
    is_there_ =
        ::posix_spawn(&process_, path.c_str(), &actions, nullptr, arguments.data(), environ) == 0;
    ::posix_spawn_file_actions_destroy(&actions);
  }

  bool is_there_ = false;
  pid_t process_ = 0;
  os::UniqueFd input_, output_;
};

/// A servant that hands its own reference to `other`, which asks it for its label.
class Asked : public testing::Test {
 protected:
  void start(const std::string& program_name, const Options& options) {
    program.emplace(program_name);
    if (!program->is_there()) return;
    server.emplace(options);
    object->on_nothing = [this] { (void)other->echo_reference(to_self); };
    text = server->publish(object);
    to_self = server->echo(text);
    other = server->echo(program->reference());
    object->label("radio");
  }
  void TearDown() override {
    try {
      if (other) other->shutdown();
    } catch (const CORBA::SystemException&) {  // it has ended
    }
  }

  std::optional<EchoProgram> program;
  std::optional<Orb> server;
  const std::shared_ptr<Probe> object = std::make_shared<Probe>();
  std::string text;
  EchoReference to_self, other;
};

TEST_F(Asked, by_another_program_of_orbweaver_answers) {
  start("orbweaver-echo-server", {});
  if (!program->is_there()) GTEST_SKIP() << "orbweaver-echo-server is not built here";
  const Orb client;
  client.echo(text)->nothing();
  EXPECT_EQ(other->label(), "radio");
  EXPECT_EQ((*server)->statistics().requests_nested, 1U);
}

// omniORB does not hand on the token, so both sides wait until one of them gives up. Here omniORB's
// process ends.
TEST_F(Asked, by_omniorb_waits_and_is_reported) {
  StandardError log;
  start("omniorb-echo-server", {"-ORBwaitWarning", "1"});
  if (!program->is_there()) GTEST_SKIP() << "omniorb-echo-server is not built here";
  object->on_nothing = [&] {
    EXPECT_THROW((void)other->echo_reference(to_self), CORBA::COMM_FAILURE);
  };
  const Orb client;
  const std::jthread calling([&] { client.echo(text)->nothing(); });
  log.wait_for("RootPOA/#1 (in nothing) waits for Lab::Echo::echo_reference of object");
  log.wait_for("and 1 request waits for it (first _get_label of RootPOA/#1 from tcp:127.");
  EXPECT_EQ((*server)->statistics().holders_waiting, 1U);
  EXPECT_THROW(client.echo((*server)->object_to_string(other))->vanish(), CORBA::COMM_FAILURE);
}

TEST_F(Asked, by_omniorb_answers_in_a_pool) {
  start("omniorb-echo-server", {"-ORBdispatch", "pool"});
  if (!program->is_there()) GTEST_SKIP() << "omniorb-echo-server is not built here";
  const Orb client;
  client.echo(text)->nothing();
  EXPECT_EQ(other->label(), "radio");
}

}  // namespace
}  // namespace orbweaver::orb_test
