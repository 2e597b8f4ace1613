// SPDX-License-Identifier: Apache-2.0
// Asynchronous two-way calls: sendp_ and sendc_.
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/rt.hpp>
#include <orbweaver/generated/mapping/async.hpp>
#include <orbweaver/generated/mapping/async_poa.hpp>

#include <gmock/gmock.h>

#include <atomic>
#include <stdexcept>

#include "raw_peer.hpp"
#include "rig.hpp"
#include "standard_error.hpp"

namespace orbweaver::orb_test {
namespace {

using MixerReference = CORBA::object_reference<Async::Mixer>;
using Doubles = Async::Doubles;
using std::chrono::milliseconds;

/// `echo_long` calls the hook first.
class MixerServant final : public CORBA::servant_traits<Async::Mixer>::base_type {
 public:
  std::function<void(std::int32_t)> on_echo;

  std::uint32_t count() override { return 7; }
  std::string label() override { return label_; }
  void label(const std::string& value) override { label_ = value; }
  void poke(std::uint32_t) override {}
  void nothing() override {}
  std::int32_t echo_long(std::int32_t value) override {
    if (on_echo) on_echo(value);
    return value;
  }
  Doubles echo_doubles(const Doubles& value) override { return value; }
  void refuse(const std::string& reason, std::int32_t code) override {
    if (code == 0) throw CORBA::NO_PERMISSION(3, CORBA::CompletionStatus::COMPLETED_YES);
    throw Async::Refused{reason, code};
  }
  double mix(double level, std::string& name, Doubles& taps,
             CORBA::object_reference<Async::Counter> source) override {
    name += source ? " of " + source->label() : " of none";
    taps = {level, level / 2};
    return level * 2;
  }
  void _cxx_delete() override {}

 private:
  std::string label_ = "first";
};

using Holder = IDL::traits<Messaging::ExceptionHolder>::ref_type;

/// Writes down what it is given, each as one line.
class Handler final : public CORBA::amic_traits<Async::Mixer>::replyhandler_base_type {
 public:
  std::function<void(std::int32_t)> on_echo;

  void get_count(std::uint32_t value) override { note("count " + std::to_string(value)); }
  void get_count_excep(Holder holder) override { note_exception(holder); }
  void get_label(const std::string& value) override { note("label " + value); }
  void get_label_excep(Holder holder) override { note_exception(holder); }
  void set_label() override { note("label set"); }
  void set_label_excep(Holder holder) override { note_exception(holder); }
  void nothing() override { note("nothing"); }
  void nothing_excep(Holder holder) override { note_exception(holder); }
  void echo_long(std::int32_t value) override {
    if (on_echo) on_echo(value);
    note("long " + std::to_string(value));
  }
  void echo_long_excep(Holder holder) override { note_exception(holder); }
  void echo_doubles(const Doubles& value) override { note(std::to_string(value.size())); }
  void echo_doubles_excep(Holder holder) override { note_exception(holder); }
  void refuse() override { note("not refused"); }
  void refuse_excep(Holder holder) override { note_exception(holder); }
  void mix(double result, const std::string& name, const Doubles& taps) override {
    note(name + " " + std::to_string(static_cast<int>(result)) + " " + std::to_string(taps.size()));
  }
  void mix_excep(Holder holder) override { note_exception(holder); }
  void _cxx_delete() override { note("deleted"); }
  void delete_excep(Holder holder) override { note_exception(holder); }

  /// Blocks until so many have come.
  std::vector<std::string> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return lines_.size() >= count; });
    return lines_;
  }
  [[nodiscard]] std::vector<std::thread::id> threads() {
    const std::lock_guard lock(mutex_);
    return threads_;
  }

 private:
  void note(const std::string& line) {
    const std::lock_guard lock(mutex_);
    lines_.push_back(line);
    threads_.push_back(std::this_thread::get_id());
    changed_.notify_all();
  }
  void note_exception(const Holder& holder) {
    try {
      holder->raise_exception();
    } catch (const Async::Refused& refused) {
      note("refused " + refused.reason() + " " + std::to_string(refused.code()));
    } catch (const CORBA::SystemException& exception) {
      note(exception._name());
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> lines_;
  std::vector<std::thread::id> threads_;
};

MixerReference mixer_at(const Orb& orb, const std::string& text) {
  return corba::StubFactory::unchecked_narrow<Async::Mixer>(orb->string_to_object(text));
}

MixerReference with_timeout(const MixerReference& mixer, milliseconds timeout) {
  return corba::StubFactory::unchecked_narrow<Async::Mixer>(
      mixer->_set_policy_overrides(timeout_of(timeout), CORBA::SetOverrideType::ADD_OVERRIDE));
}

// ---- what comes back, each way ----

/// The way: a transport; or "inproc", an object of the caller's ORB; "direct", that and
/// -ORBcollocation direct.
class AsyncCalls : public testing::TestWithParam<const char*> {
 protected:
  AsyncCalls() {
    const std::string way = GetParam();
    if (way == "inproc" || way == "direct") {
      client.emplace(way == "direct" ? Options{"-ORBcollocation", "direct"} : Options{});
      mixer = mixer_at(*client, client->publish(servant));
    } else {
      server.emplace(Options{});
      client.emplace(Options{"-ORBtransport", way});
      mixer = mixer_at(*client, server->publish(servant));
    }
  }
  ~AsyncCalls() override {
    client.reset();
    server.reset();
  }

  std::shared_ptr<MixerServant> servant = CORBA::make_reference<MixerServant>();
  std::shared_ptr<Handler> handler = std::make_shared<Handler>();
  std::optional<Orb> server, client;
  MixerReference mixer;
};

INSTANTIATE_TEST_SUITE_P(Each, AsyncCalls,
                         testing::Values("tcp", "unix", "shm", "inproc", "direct"), name_of_option);

TEST_P(AsyncCalls, return_results_to_whoever_gets_them) {
  auto sum = mixer->sendp_echo_long(42);
  auto nothing = mixer->sendp_nothing();
  auto mixed = mixer->sendp_mix(1.5, "tone", mixer);
  EXPECT_EQ(sum.get(), 42);
  nothing.get();
  EXPECT_EQ(mixed.get(), (std::tuple{3.0, std::string{"tone of first"}, Doubles{1.5, 0.75}}));
  EXPECT_EQ(mixer->sendp_echo_doubles(Doubles(100'000, 2.0)).get(), Doubles(100'000, 2.0));
  EXPECT_EQ(mixer->sendp_get_count().get(), 7U);
  mixer->sendp_set_label("second").get();
  EXPECT_EQ(mixer->sendp_get_label().get(), "second");
}

TEST_P(AsyncCalls, throw_what_was_raised_when_they_are_got) {
  auto refused = mixer->sendp_refuse("full", 5);
  auto forbidden = mixer->sendp_refuse("", 0);
  try {
    refused.get();
    FAIL();
  } catch (const Async::Refused& exception) {
    EXPECT_EQ(exception.reason(), "full");
    EXPECT_EQ(exception.code(), 5);
  }
  try {
    forbidden.get();
    FAIL();
  } catch (const CORBA::NO_PERMISSION& exception) {
    EXPECT_EQ(exception.minor(), 3U);
    EXPECT_EQ(exception.completed(), CORBA::CompletionStatus::COMPLETED_YES);
  }
}

TEST_P(AsyncCalls, tell_handlers_in_the_order_of_the_replies_on_one_thread) {
  mixer->sendc_get_count(handler);
  mixer->sendc_set_label(handler, "third");
  mixer->sendc_get_label(handler);
  mixer->sendc_mix(handler, 1.0, "tone", nullptr);
  mixer->sendc_refuse(handler, "full", 5);
  mixer->sendc_refuse(handler, "", 0);
  mixer->sendc_delete(handler);
  EXPECT_EQ(handler->wait_for(7),
            (std::vector<std::string>{"count 7", "label set", "label third", "tone of none 2 2",
                                      "refused full 5", "NO_PERMISSION", "deleted"}));
  for (const auto thread : handler->threads()) {
    EXPECT_EQ(thread, handler->threads().front());
    EXPECT_NE(thread, std::this_thread::get_id());
  }
}

TEST_P(AsyncCalls, may_have_no_handler) {
  mixer->sendc_nothing(nullptr);
  mixer->sendc_refuse(nullptr, "full", 5);
  mixer->sendc_echo_long(handler, 1);
  EXPECT_EQ(handler->wait_for(1).front(), "long 1");
}

TEST_P(AsyncCalls, may_wait_for_one_another_in_a_handler) {
  handler->on_echo = [&](std::int32_t value) {
    if (value == 1) mixer->sendc_echo_long(handler, mixer->sendp_echo_long(2).get());
    if (value == 2) {
      EXPECT_EQ(mixer->echo_long(3), 3);
    }
  };
  mixer->sendc_echo_long(handler, 1);
  EXPECT_EQ(handler->wait_for(2), (std::vector<std::string>{"long 1", "long 2"}));
}

TEST_P(AsyncCalls, can_be_got_once) {
  corba::Pending<std::int32_t> none;
  EXPECT_FALSE(none.valid());
  EXPECT_THROW(none.get(), CORBA::BAD_INV_ORDER);
  auto one = mixer->sendp_echo_long(1);
  EXPECT_TRUE(one.valid());
  EXPECT_EQ(one.get(), 1);
  EXPECT_THROW((void)one.ready(), CORBA::BAD_INV_ORDER);
}

// The lane may hold the call for longer than the caller that waited for it.
TEST_P(AsyncCalls, leave_what_was_raised_to_who_got_it) {
  const auto reference = corba::shared_reference_of(*mixer, "refuse");
  const auto call = std::make_shared<corba::Pending<>::Call>(reference, "refuse",
                                                             std::span<const corba::Raises>{});
  std::weak_ptr<int> culprit;
  call->invoke_here(client::AsyncCall::Manner::polled, [&] {
    call->keep_results_of([&]() -> std::tuple<> {
      const auto owned = std::make_shared<int>(7);
      culprit = owned;
      throw owned;
    });
  });
  corba::Pending<> pending{call};
  EXPECT_THROW(pending.get(), std::shared_ptr<int>);
  EXPECT_TRUE(culprit.expired());
}

TEST_P(AsyncCalls, survive_a_handler_that_throws) {
  handler->on_echo = [](std::int32_t) { throw std::runtime_error("a bug"); };
  mixer->sendc_echo_long(handler, 1);
  mixer->sendc_nothing(handler);
  EXPECT_EQ(handler->wait_for(1).front(), "nothing");
}

TEST_P(AsyncCalls, and_handlers_end_with_the_orb) {
  for (int i = 0; i < 20; ++i) mixer->sendc_echo_long(handler, i);
  mixer.reset();
  client.reset();
  EXPECT_EQ(handler->wait_for(0).size(), 20U);
}

TEST_P(AsyncCalls, are_done_without_a_thread_that_waits) {
  auto one = mixer->sendp_echo_long(1);
  EXPECT_TRUE(one.wait_for(std::chrono::hours(1)));
  EXPECT_TRUE(one.ready());
  EXPECT_EQ(one.get(), 1);
}

// ---- several under way ----

class AsyncInFlight : public testing::Test {
 protected:
  void start(const Options& server_options = {}, const Options& client_options = {}) {
    server.emplace(server_options);
    client.emplace(client_options);
    mixer = mixer_at(*client, server->publish(servant));
  }
  ~AsyncInFlight() override {
    mixer.reset();
    gate.open();
    client.reset();
    server.reset();
  }

  ScopedGate gate;
  std::shared_ptr<MixerServant> servant = CORBA::make_reference<MixerServant>();
  std::shared_ptr<Handler> handler = std::make_shared<Handler>();
  std::optional<Orb> server, client;
  MixerReference mixer;
};

TEST_F(AsyncInFlight, one_thread_keeps_every_thread_of_a_server_at_work) {
  servant->on_echo = [door = gate.share()](std::int32_t) { door.pass(); };
  start({"-ORBdispatch", "pool", "-ORBthreads", "8"});
  std::vector<corba::Pending<std::int32_t>> calls;
  for (int i = 0; i < 8; ++i) calls.push_back(mixer->sendp_echo_long(i));
  gate.wait_for_arrivals(8);
  EXPECT_FALSE(calls[0].ready());
  EXPECT_FALSE(calls[7].wait_for(milliseconds(1)));
  gate.open();
  for (int i = 0; i < 8; ++i) EXPECT_EQ(calls[static_cast<std::size_t>(i)].get(), i);
}

TEST_F(AsyncInFlight, replies_find_their_calls_in_whatever_order_they_come) {
  std::vector<ScopedGate> gates(4);
  servant->on_echo = [&](std::int32_t value) { gates[static_cast<std::size_t>(value)].pass(); };
  start({"-ORBdispatch", "pool"});
  std::vector<corba::Pending<std::int32_t>> calls;
  for (int i = 0; i < 4; ++i) calls.push_back(mixer->sendp_echo_long(i));
  for (int i = 3; i >= 0; --i) {
    gates[static_cast<std::size_t>(i)].open();
    EXPECT_EQ(calls[static_cast<std::size_t>(i)].get(), i);
  }
}

TEST_F(AsyncInFlight, requests_arrive_in_the_order_of_the_calls) {
  Journal journal;
  servant->on_echo = [&](std::int32_t value) { journal.add(static_cast<std::uint32_t>(value)); };
  start();
  std::vector<corba::Pending<std::int32_t>> calls;
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < 300; ++i) {
    calls.push_back(mixer->sendp_echo_long(static_cast<std::int32_t>(i)));
    expected.push_back(i);
  }
  EXPECT_EQ(journal.wait_for(300), expected);
}

TEST_F(AsyncInFlight, synchronous_calls_go_on_beside_them) {
  servant->on_echo = [door = gate.share()](std::int32_t value) {
    if (value == 0) door.pass();
  };
  start({"-ORBdispatch", "pool"});
  auto held = mixer->sendp_echo_long(0);
  for (int i = 1; i < 100; ++i) EXPECT_EQ(mixer->echo_long(i), i);
  gate.open();
  EXPECT_EQ(held.get(), 0);
  EXPECT_EQ(mixer->echo_long(1), 1);
}

TEST_F(AsyncInFlight, threads_that_share_a_reference_do_not_mix_their_calls) {
  start({"-ORBdispatch", "pool"});
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        for (int round = 0; round < 50; ++round) {
          std::vector<corba::Pending<std::int32_t>> calls;
          for (int i = 0; i < 8; ++i) calls.push_back(mixer->sendp_echo_long(t * 1000 + i));
          EXPECT_EQ(mixer->echo_long(t), t);
          for (int i = 0; i < 8; i += 2) calls[static_cast<std::size_t>(i)].cancel();
          for (int i = 1; i < 8; i += 2)
            EXPECT_EQ(calls[static_cast<std::size_t>(i)].get(), t * 1000 + i);
        }
      });
  }
}

TEST_F(AsyncInFlight, a_server_that_is_slow_to_be_read_gets_no_deadlock) {
  start({"-ORBendPoint", "giop:tcp:127.0.0.1:0"});
  const Doubles large(1U << 17);  // 1 MiB each way
  std::vector<corba::Pending<Doubles>> calls;
  for (int i = 0; i < 32; ++i) calls.push_back(mixer->sendp_echo_doubles(large));
  for (auto& call : calls) EXPECT_EQ(call.get().size(), large.size());
}

TEST_F(AsyncInFlight, ordered_delivery_numbers_them) {
  Journal journal;
  servant->on_echo = [&](std::int32_t value) { journal.add(static_cast<std::uint32_t>(value)); };
  start({}, {"-ORBorderedDelivery", "on"});
  for (int i = 0; i < 50; ++i) mixer->sendc_echo_long(handler, i);
  (void)handler->wait_for(50);
  EXPECT_TRUE(std::ranges::is_sorted(journal.entries()));
  EXPECT_EQ(server->shared()->statistics().requests_missing, 0U);
}

// ---- giving up ----

TEST_F(AsyncInFlight, a_call_times_out_for_who_gets_it_and_for_its_handler) {
  servant->on_echo = [door = gate.share()](std::int32_t) { door.pass(); };
  start();
  mixer->nothing();  // connected: the timeouts are for the replies
  const auto hurried = with_timeout(mixer, milliseconds(20));
  auto one = hurried->sendp_echo_long(1);
  hurried->sendc_echo_long(handler, 2);
  EXPECT_THROW(one.get(), CORBA::TIMEOUT);
  EXPECT_EQ(handler->wait_for(1).front(), "TIMEOUT");
  gate.open();
  EXPECT_EQ(mixer->echo_long(3), 3);
}

TEST_F(AsyncInFlight, a_short_timeout_counts_behind_a_call_that_has_none) {
  servant->on_echo = [door = gate.share()](std::int32_t) { door.pass(); };
  start();
  auto patient = mixer->sendp_echo_long(1);
  auto hurried = with_timeout(mixer, milliseconds(20))->sendp_echo_long(2);
  EXPECT_THROW(hurried.get(), CORBA::TIMEOUT);
  EXPECT_FALSE(patient.ready());
  gate.open();
  EXPECT_EQ(patient.get(), 1);
}

TEST_F(AsyncInFlight, one_that_is_dropped_is_cancelled) {
  servant->on_echo = [door = gate.share()](std::int32_t) { door.pass(); };
  start({"-ORBendPoint", "giop:tcp:127.0.0.1:0"});
  const auto other = mixer_at(*client, server->publish(CORBA::make_reference<MixerServant>()));
  auto first = mixer->sendp_echo_long(1);
  gate.wait_for_arrivals(1);
  { const auto dropped = mixer->sendp_echo_long(2); }
  EXPECT_EQ(other->echo_long(1), 1);  // on the same connection: the server has read what was before
  gate.open();
  EXPECT_EQ(first.get(), 1);
  EXPECT_EQ(mixer->echo_long(3), 3);
  EXPECT_EQ(gate.arrived(), 2U);
  EXPECT_EQ(server->shared()->statistics().requests_cancelled, 1U);
}

TEST_F(AsyncInFlight, a_collocated_call_that_has_not_begun_in_time_never_does) {
  servant->on_echo = [door = gate.share()](std::int32_t) { door.pass(); };
  client.emplace(Options{});
  mixer = mixer_at(*client, client->publish(servant));
  auto first = mixer->sendp_echo_long(1);
  gate.wait_for_arrivals(1);
  const auto hurried = with_timeout(mixer, milliseconds(20));
  auto late = hurried->sendp_echo_long(2);
  EXPECT_THROW(late.get(), CORBA::TIMEOUT);
  gate.open();
  EXPECT_EQ(first.get(), 1);
  EXPECT_EQ(mixer->sendp_echo_long(3).get(), 3);
  EXPECT_EQ(gate.arrived(), 2U);
}

// ---- the bound ----

TEST_F(AsyncInFlight, one_more_than_may_be_waits_for_room) {
  servant->on_echo = [door = gate.share()](std::int32_t) { door.pass(); };
  start({}, {"-ORBasyncCalls", "2"});
  auto first = mixer->sendp_echo_long(1);
  auto second = mixer->sendp_echo_long(2);
  EXPECT_THROW((void)with_timeout(mixer, milliseconds(5))->sendp_echo_long(3), CORBA::TIMEOUT);
  gate.open();
  EXPECT_EQ(mixer->sendp_echo_long(4).get(), 4);
}

TEST_F(AsyncInFlight, one_more_fails_if_the_send_queues_policy_says_so) {
  servant->on_echo = [door = gate.share()](std::int32_t) { door.pass(); };
  start({}, {"-ORBasyncCalls", "2", "-ORBsendOverflow", "fail"});
  auto first = mixer->sendp_echo_long(1);
  auto second = mixer->sendp_echo_long(2);
  try {
    (void)mixer->sendp_echo_long(3);
    FAIL();
  } catch (const CORBA::TRANSIENT& exception) {
    EXPECT_EQ(exception.completed(), CORBA::CompletionStatus::COMPLETED_NO);
    EXPECT_NE(exception.detail().find("-ORBasyncCalls"), std::string::npos);
  }
  second.cancel();
  auto third = mixer->sendp_echo_long(3);
  gate.open();
  EXPECT_EQ(first.get(), 1);
  EXPECT_EQ(third.get(), 3);
}

TEST_F(AsyncInFlight, a_handler_that_finds_no_room_learns_it_at_once) {
  servant->on_echo = [door = gate.share()](std::int32_t value) {
    if (value == 0) door.pass();
  };
  start({"-ORBdispatch", "pool"}, {"-ORBasyncCalls", "2"});
  auto held = mixer->sendp_echo_long(0);
  handler->on_echo = [&](std::int32_t) {
    auto also_held = mixer->sendp_echo_long(0);
    EXPECT_THROW((void)mixer->sendp_echo_long(0), CORBA::TRANSIENT);
    gate.open();
    EXPECT_EQ(also_held.get(), 0);
  };
  mixer->sendc_echo_long(handler, 1);
  (void)handler->wait_for(1);
  EXPECT_EQ(held.get(), 0);
}

// ---- servers that go, or send away ----

void forward(RawPeer& peer, const RawPeer::Received& request, const RawServer& to) {
  cdr::Encoder encoder;
  giop::put_forward_reply(encoder, request.request_id(), *giop::parse_reference(to.reference()),
                          giop::Permanence::for_now, request.header.version);
  peer.send(encoder);
}

class AsyncToRawServer : public testing::Test {
 protected:
  RawServer first, second;
  Orb client;
  std::shared_ptr<Handler> handler = std::make_shared<Handler>();
};

TEST_F(AsyncToRawServer, calls_follow_a_forward) {
  std::jthread script{[&] {
    auto peer = first.accept();
    forward(peer, peer.receive(), second);
    auto there = second.accept();
    for (int i = 0; i < 3; ++i) there.reply_to(there.receive());
  }};
  const auto mixer = mixer_at(client, first.reference());
  mixer->sendp_nothing().get();
  mixer->sendp_nothing().get();
  mixer->sendc_nothing(handler);
  EXPECT_EQ(handler->wait_for(1).front(), "nothing");
}

// The caller has its arguments back once the call was made, and so before it is sent again.
TEST_F(AsyncToRawServer, what_is_sent_again_has_the_arguments_of_the_call) {
  constexpr std::size_t kCount = 2048;  // the ORB may send so many from where the caller has them
  Gate caller_goes_on;
  std::vector<std::byte> argument_bytes;
  std::jthread script{[&] {
    auto peer = first.accept();
    const auto request = peer.receive();
    caller_goes_on.pass();
    forward(peer, request, second);
    auto there = second.accept();
    const auto again = there.receive();
    const auto bytes = again.frame.bytes().last(kCount * sizeof(double));
    argument_bytes.assign(bytes.begin(), bytes.end());
    there.reply_to(again);
  }};
  const auto mixer = mixer_at(client, first.reference());
  Doubles doubles(kCount, 1.0);
  auto call = mixer->sendp_echo_doubles(doubles);
  const auto sent = doubles;
  std::ranges::fill(doubles, 2.0);
  caller_goes_on.open();
  EXPECT_THROW(call.get(), CORBA::MARSHAL);  // the raw reply holds no doubles
  EXPECT_TRUE(std::ranges::equal(argument_bytes, std::as_bytes(std::span{sent})));
}

TEST_F(AsyncToRawServer, a_handler_may_wait_for_a_call_that_is_forwarded) {
  std::jthread script{[&] {
    auto peer = first.accept();
    peer.reply_to(peer.receive());
    forward(peer, peer.receive(), second);
    auto there = second.accept();
    there.reply_to(there.receive());
  }};
  const auto mixer = mixer_at(client, first.reference());
  struct Nested final : CORBA::amic_traits<Async::Counter>::replyhandler_base_type {
    MixerReference mixer;
    Gate done;
    void get_count(std::uint32_t) override {}
    void get_count_excep(Holder) override {
      mixer->sendp_nothing().get();
      done.open();
    }
    void get_label(const std::string&) override {}
    void get_label_excep(Holder) override {}
    void set_label() override {}
    void set_label_excep(Holder) override {}
  };
  const auto nested = std::make_shared<Nested>();
  nested->mixer = mixer;
  mixer->sendc_get_count(nested);  // the raw reply holds no count: MARSHAL
  nested->done.pass();
}

TEST_F(AsyncToRawServer, what_certainly_did_not_run_is_sent_once_more_if_it_keeps_its_place) {
  std::jthread script{[&] {
    {
      auto peer = first.accept();
      for (int i = 0; i < 3; ++i) (void)peer.receive();
      peer.say_close_connection();
    }
    auto again = first.accept();
    for (int i = 0; i < 3; ++i) again.reply_to(again.receive());
  }};
  const auto mixer = corba::with_policies(mixer_at(client, first.reference()),
                                          {std::make_shared<corba::OrderedDeliveryPolicy>(true)});
  auto one = mixer->sendp_nothing();
  mixer->sendc_nothing(handler);
  auto two = mixer->sendp_nothing();
  one.get();
  two.get();
  EXPECT_EQ(handler->wait_for(1).front(), "nothing");
}

// What its caller has sent since, as the poke, would be before it.
TEST_F(AsyncToRawServer, what_certainly_did_not_run_fails_otherwise) {
  std::jthread script{[&] {
    auto peer = first.accept();
    for (int i = 0; i < 2; ++i) (void)peer.receive();
    peer.say_close_connection();
  }};
  const auto mixer = mixer_at(client, first.reference());
  auto call = mixer->sendp_nothing();
  mixer->poke(1);
  try {
    call.get();
    ADD_FAILURE() << "it was answered";
  } catch (const CORBA::TRANSIENT& failure) {
    EXPECT_EQ(failure.completed(), CORBA::CompletionStatus::COMPLETED_NO);
  }
}

TEST_F(AsyncToRawServer, what_may_have_run_fails_when_the_connection_breaks) {
  std::jthread script{[&] {
    auto peer = first.accept();
    for (int i = 0; i < 2; ++i) (void)peer.receive();
    peer.die();
  }};
  const auto mixer = mixer_at(client, first.reference());
  auto one = mixer->sendp_nothing();
  mixer->sendc_nothing(handler);
  try {
    one.get();
    FAIL();
  } catch (const CORBA::COMM_FAILURE& exception) {
    EXPECT_EQ(exception.completed(), CORBA::CompletionStatus::COMPLETED_MAYBE);
  }
  EXPECT_EQ(handler->wait_for(1).front(), "COMM_FAILURE");
}

TEST_F(AsyncToRawServer, a_server_that_is_not_there_is_reported_by_the_call_itself) {
  std::string absent;
  {
    const RawServer gone;
    absent = gone.reference();
  }
  const auto mixer = mixer_at(client, absent);
  EXPECT_THROW((void)mixer->sendp_nothing(), CORBA::TRANSIENT);
  EXPECT_THROW(mixer->sendc_nothing(handler), CORBA::TRANSIENT);
}

TEST_F(AsyncToRawServer, a_call_keeps_its_private_connection_until_the_reply) {
  std::jthread script{[&] {
    auto peer = first.accept();
    const auto request = peer.receive();
    peer.reply_to(request);
  }};
  auto mixer = mixer_at(client, first.reference());
  mixer = corba::StubFactory::unchecked_narrow<Async::Mixer>(
      mixer->_set_policy_overrides({std::make_shared<RTCORBA::PrivateConnectionPolicy>()},
                                   CORBA::SetOverrideType::ADD_OVERRIDE));
  mixer->sendc_nothing(handler);
  mixer.reset();
  EXPECT_EQ(handler->wait_for(1).front(), "nothing");
}

TEST_F(AsyncToRawServer, calls_under_way_fail_when_their_orb_ends) {
  std::jthread script{[&] {
    auto peer = first.accept();
    for (int i = 0; i < 2; ++i) (void)peer.receive();
  }};
  const auto mixer = mixer_at(client, first.reference());
  auto one = mixer->sendp_nothing();
  mixer->sendc_nothing(handler);
  client->destroy();
  EXPECT_THROW(one.get(), CORBA::SystemException);
  EXPECT_EQ(handler->wait_for(0).size(), 1U);
}

// ---- what is said ----

class AsyncCallsSay : public testing::Test {
 protected:
  StandardError log;
  std::shared_ptr<MixerServant> servant = CORBA::make_reference<MixerServant>();
  Orb server;
  Orb client{{"-ORBtransport", "unix", "-ORBtrace", "calls"}};
  MixerReference mixer = mixer_at(client, server.publish(servant));
};

TEST_F(AsyncCallsSay, what_was_called_and_why_the_servant_threw) {
  servant->on_echo = [](std::int32_t) { throw std::runtime_error("db is down"); };
  try {
    mixer->sendp_echo_long(1).get();
    FAIL() << "the servant threw";
  } catch (const CORBA::UNKNOWN& exception) {
    EXPECT_THAT(exception.what(), testing::HasSubstr("Async::Mixer::echo_long of object #1"));
    EXPECT_THAT(exception.what(), testing::HasSubstr("the servant threw \"db is down\""));
  }
}

TEST_F(AsyncCallsSay, two_lines_if_calls_are_traced) {
  EXPECT_EQ(mixer->sendp_echo_long(1).get(), 1);
  log.wait_for("trace: asynchronous request to unix:");
  EXPECT_THAT(log.text(),
              testing::ContainsRegex("trace: reply from the server: Async::Mixer::echo_long .*no "
                                     "exception, [0-9]+ bytes"));
}

TEST(AsyncCallsThatWait, without_a_timeout_are_reported) {
  StandardError log;
  RawServer server;
  const Orb client{{"-ORBwaitReport", "1"}};
  const auto mixer = mixer_at(client, server.reference());
  auto limited = with_timeout(mixer, milliseconds(1'000'000))->sendp_echo_doubles({});
  auto peer = server.accept();
  auto pending = mixer->sendp_nothing();
  log.wait_for("nothing of object 'raw' at tcp:127.0.0.1:");
  log.wait_for("has no timeout");
  EXPECT_FALSE(log.has("echo_doubles of object"));
  peer.die();
  EXPECT_THROW(pending.get(), CORBA::COMM_FAILURE);
}

// ---- a servant that waits for its own call: docs/understand/ordering.md, "A call that comes back"

// The request may be there before the servant waits, and wait in its lane, or come after.
TEST_P(AsyncCalls, that_a_servant_waits_for_may_come_back_to_it) {
  const Orb other;
  const auto listener = CORBA::make_reference<MixerServant>();
  const auto to_listener = mixer_at(server ? *server : *client, other.publish(listener));
  std::atomic<int> answered{0};
  listener->on_echo = [&](std::int32_t value) {
    if (mixer->echo_long(value + 1) == value + 1) ++answered;
  };
  servant->on_echo = [&](std::int32_t value) {
    if (value == 1) {
      EXPECT_EQ(to_listener->sendp_echo_long(10).get(), 10);
    }
  };
  for (int i = 0; i < 20; ++i) EXPECT_EQ(mixer->echo_long(1), 1);
  EXPECT_EQ(answered, 20);
}

}  // namespace
}  // namespace orbweaver::orb_test
