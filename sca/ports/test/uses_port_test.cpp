// SPDX-License-Identifier: Apache-2.0
// What happens on the wire, with destinations that die, and with the times of packets.
#include <orbweaver/ports/control_port.hpp>

#include <array>

#include "rig.hpp"

namespace orbweaver::ports {
namespace {

using Interface = standardInterfaces::realLong;
using packets::Loss;

constexpr std::array<std::int32_t, 4> kSamples{1, 2, 3, 4};

UsesOptions with(Messaging messaging, std::size_t depth = 0) {
  UsesOptions options;
  options.connection.messaging = messaging;
  options.connection.queue.depth = depth;
  return options;
}

class UsesPorts : public testing::Test {
 protected:
  Ends ends{"unix"};
  Journal journal;
  ProvidesPort<Interface> provides{
      {}, [this](auto& packet, const auto&) { journal.add(packet.I.size()); }};

  CORBA::object_reference<CORBA::Object> object() {
    return ends.seen(provides.activate(ends.receiver().poa()));
  }
  std::uint64_t replies() { return ends.receiver()->statistics().replies_sent; }
  void push(UsesPort<Interface>& uses, std::size_t packets) {
    const auto came = journal.values().size();
    for (std::size_t i = 0; i < packets; ++i) uses.push(kSamples);
    journal.wait_for(came + packets);
  }
  /// The receiver counts a reply after it sent it, so the sender may be back before.
  void expect_a_reply_to_each(UsesPort<Interface>& uses, std::size_t packets) {
    const auto wanted = replies() + packets;
    push(uses, packets);
    spin_until([&] { return replies() >= wanted; });
    EXPECT_EQ(replies(), wanted);
  }
  void expect_no_reply(UsesPort<Interface>& uses, std::size_t packets) {
    const auto before = replies();
    push(uses, packets);
    EXPECT_EQ(replies(), before);
  }
};

TEST_F(UsesPorts, that_are_ordered_wait_for_no_reply_of_a_server_that_keeps_order) {
  UsesPort<Interface> uses(with(Messaging::ordered));
  uses.connect(object(), "a");
  expect_no_reply(uses, 50);
}

TEST_F(UsesPorts, that_are_two_way_wait_for_each) {
  UsesPort<Interface> uses(with(Messaging::twoway));
  uses.connect(object(), "a");
  expect_a_reply_to_each(uses, 50);
  EXPECT_GE(uses.statistics().at(0).flow.latency_ns.count, 7U);
}

TEST_F(UsesPorts, that_omit_stamps_are_to_the_receiver_as_those_of_others) {
  auto options = with(Messaging::twoway);
  options.connection.stamps = Stamps::omitted;
  UsesPort<Interface> uses(std::move(options));
  uses.connect(object(), "a");
  push(uses, 3);
  const auto seen = provides.statistics();
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen.front().connection, "unnamed");
}

TEST_F(UsesPorts, that_are_ordered_call_a_server_two_way_that_promises_nothing) {
  ProvidesPort<Interface> unordered(
      {.dispatch = wire::Dispatch::pool},
      [this](auto& packet, const auto&) { journal.add(packet.I.size()); });
  UsesPort<Interface> uses(with(Messaging::ordered));
  uses.connect(ends.seen(unordered.activate(ends.receiver().poa())), "a");
  expect_a_reply_to_each(uses, 50);
}

TEST_F(UsesPorts, take_the_mode_of_each_connection_from_their_options) {
  auto options = with(Messaging::twoway);
  options.connections["quick"].messaging = Messaging::ordered;
  UsesPort<Interface> uses(options);
  uses.connect(object(), "quick");
  expect_no_reply(uses, 10);
  uses.disconnect("quick");
  uses.connect(object(), "other");
  expect_a_reply_to_each(uses, 10);
  uses.disconnect("other");
  ConnectionOptions quick;
  uses.set_options("other", quick);
  uses.connect(object(), "other");
  expect_no_reply(uses, 10);
}

TEST_F(UsesPorts, have_a_transport_connection_for_each_connection) {
  UsesPort<Interface> uses(with(Messaging::ordered));
  const auto before = ends.sender()->statistics().connections_opened;
  for (const char* id : {"a", "b", "c"}) uses.connect(object(), id);
  uses.push(kSamples);
  journal.wait_for(3);
  EXPECT_EQ(ends.sender()->statistics().connections_opened - before, 3U);
}

TEST_F(UsesPorts, are_reached_by_their_cf_port_from_another_process) {
  UsesPort<Interface> uses(with(Messaging::ordered));
  const auto port = uses.activate(ends.sender().poa());
  const auto remote = IDL::traits<CF::Port>::narrow(ends.receiver().import(ends.sender(), port));
  ASSERT_TRUE(remote);
  remote->connectPort(provides.activate(ends.receiver().poa()), "a");
  uses.push(kSamples);
  journal.wait_for(1);
  EXPECT_THROW(remote->connectPort(nullptr, "b"), CF::Port::InvalidPort);
  EXPECT_THROW(remote->connectPort(port, "b"), CF::Port::InvalidPort);
  remote->disconnectPort("a");
  EXPECT_THROW(remote->disconnectPort("a"), CF::Port::InvalidPort);
}

TEST_F(UsesPorts, say_when_they_have_all_their_connections) {
  auto options = with(Messaging::ordered);
  options.most_connections = 1;
  UsesPort<Interface> uses(options);
  const auto port = uses.activate(ends.sender().poa());
  port->connectPort(object(), "a");
  EXPECT_THROW(port->connectPort(object(), "b"), CF::Port::OccupiedPort);
}

TEST_F(UsesPorts, refuse_an_object_whose_server_is_gone) {
  CORBA::object_reference<CORBA::Object> gone;
  {
    const TestOrb server;
    ProvidesPort<standardInterfaces::realShort> other({}, [](auto&, const auto&) {});
    gone = ends.sender().import(server, other.activate(server.poa()));
  }
  UsesPort<Interface> uses(with(Messaging::ordered));
  EXPECT_THROW(uses.connect(gone, "a"), CF::Port::InvalidPort);
}

TEST_F(UsesPorts, that_have_ended_are_gone) {
  CORBA::object_reference<CF::Port> port;
  {
    UsesPort<Interface> uses(with(Messaging::ordered));
    port = uses.activate(ends.sender().poa());
  }
  EXPECT_THROW(port->disconnectPort("a"), CORBA::OBJECT_NOT_EXIST);
}

class DeadDestinations : public testing::TestWithParam<std::tuple<Messaging, std::size_t>> {};

TEST_P(DeadDestinations, are_reported_once_and_hold_up_no_other) {
  const auto [messaging, depth] = GetParam();
  const TestOrb sender;
  auto dies = std::make_optional<TestOrb>();
  const TestOrb lives;
  Journal lived, died;
  auto provides_dead = std::make_optional<ProvidesPort<Interface>>(
      ProvidesOptions{}, [&](auto& packet, const auto&) { died.add(packet.I.size()); });
  ProvidesPort<Interface> provides_live(
      {}, [&](auto& packet, const auto&) { lived.add(packet.I.size()); });
  std::atomic<int> deaths{0};
  auto options = with(messaging, depth);
  options.events.died = [&](const std::string& id, const std::string& why) {
    EXPECT_EQ(id, "dies");
    EXPECT_FALSE(why.empty());
    ++deaths;
  };
  UsesPort<Interface> uses(options);
  uses.connect(sender.import(*dies, provides_dead->activate(dies->poa())), "dies");
  uses.connect(sender.import(lives, provides_live.activate(lives.poa())), "lives");
  uses.push(kSamples);
  died.wait_for(1);
  provides_dead.reset();
  dies.reset();
  std::size_t pushed = 1;
  spin_until([&] {
    uses.push(kSamples);
    ++pushed;
    return deaths == 1;
  });
  for (int i = 0; i < 100; ++i, ++pushed) uses.push(kSamples);
  EXPECT_EQ(lived.wait_for(pushed).size(), pushed);
  spin_until([&] {  // the connection's thread counts what waited in its queue
    const auto of_dead = uses.statistics().at(0);
    return of_dead.flow.packets + of_dead.lost.all() == pushed;
  });
  EXPECT_EQ(deaths, 1);
  const auto statistics = uses.statistics();
  EXPECT_FALSE(statistics.at(0).is_alive);
  EXPECT_GE(statistics[0].lost.of(Loss::dead), 100U);
  EXPECT_TRUE(statistics.at(1).is_alive);
  EXPECT_EQ(statistics[1].lost.all(), 0U);
  uses.disconnect("dies");
  EXPECT_EQ(uses.statistics().size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Modes, DeadDestinations,
                         testing::Combine(testing::Values(Messaging::twoway, Messaging::ordered),
                                          testing::Values(0, 16)),
                         [](const auto& one) {
                           return std::string{name_of(std::get<0>(one.param))} + "_depth_" +
                                  std::to_string(std::get<1>(one.param));
                         });

TEST_F(UsesPorts, hold_up_no_other_connection_behind_a_slow_one_that_drops) {
  Door door;
  Journal slow;
  ProvidesPort<Interface> stuck({.queue = {.depth = 1}}, [&](auto&, const auto&) {
    door.pass();
    slow.add(1);
  });
  auto options = with(Messaging::twoway);
  options.connections["slow"].messaging = Messaging::twoway;
  options.connections["slow"].queue = {.depth = 2, .when_full = packets::WhenFull::drop_oldest};
  UsesPort<Interface> uses(options);
  uses.connect(ends.seen(stuck.activate(ends.receiver().poa())), "slow");
  uses.connect(object(), "quick");
  for (int i = 0; i < 200; ++i) uses.push(kSamples);
  EXPECT_EQ(journal.wait_for(200).size(), 200U);
  EXPECT_GT(uses.statistics().at(0).lost.of(Loss::full_at_sender), 0U);
  door.open();
}

TEST_F(UsesPorts, send_the_age_of_a_packet_along_a_pipeline) {
  Ends second{"tcp"};
  std::mutex mutex;
  std::vector<packets::Stamp> seen;
  Journal end;
  ProvidesPort<Interface> last({.queue = {.depth = 2}}, [&](auto&, const auto& stamp) {
    {
      const std::lock_guard lock(mutex);
      seen.push_back(stamp);
    }
    end.add(1);
  });
  UsesPort<Interface> middle_uses(with(Messaging::ordered));
  middle_uses.connect(second.seen(last.activate(second.receiver().poa())), "b");
  ProvidesPort<Interface> middle({.queue = {.depth = 2}}, [&](auto& packet, const auto&) {
    middle_uses.push(std::move(packet.I));
  });
  auto options = with(Messaging::ordered);
  options.budget = std::chrono::hours(1);
  UsesPort<Interface> first(options);
  first.connect(ends.seen(middle.activate(ends.receiver().poa())), "a");
  const auto begun = monotonic_ns();
  first.push(kSamples);
  end.wait_for(1);
  const std::lock_guard lock(mutex);
  const auto& times = seen.at(0).times;
  EXPECT_GE(times.born_ns, begun);
  EXPECT_LT(times.born_ns, times.sent_ns);
  EXPECT_EQ(times.due_ns, times.born_ns + 3'600'000'000'000);
}

TEST_F(UsesPorts, drop_and_count_by_stage_what_is_older_than_its_lifespan) {
  Door door;
  ProvidesPort<Interface> slow({.queue = {.depth = 8}}, [&](auto&, const auto&) { door.pass(); });
  auto options = with(Messaging::ordered);
  options.connection.queue.lifespan = std::chrono::milliseconds(50);
  UsesPort<Interface> uses(options);
  uses.connect(ends.seen(slow.activate(ends.receiver().poa())), "a");
  uses.push(kSamples);
  spin_until([&] { return slow.statistics().size() == 1; });
  door.wait_for_arrival();
  const auto sent = monotonic_ns();
  uses.push(kSamples);
  spin_until([&] { return monotonic_ns() - sent > 60'000'000; });
  door.open();
  spin_until([&] {
    const auto lost = slow.statistics().at(0).lost;
    return lost.of(Loss::old_at_receiver) + lost.of(Loss::old_on_arrival) == 1;
  });
}

TEST_F(UsesPorts, report_a_gap_that_is_longer_than_the_deadline_once) {
  std::atomic<int> sender_silences{0}, receiver_silences{0};
  ProvidesOptions provides_options;
  provides_options.queue.deadline = std::chrono::milliseconds(2);
  provides_options.queue.silent = [&] { ++receiver_silences; };
  ProvidesPort<Interface> watched(provides_options, [](auto&, const auto&) {});
  auto options = with(Messaging::ordered);
  options.connection.queue.deadline = std::chrono::milliseconds(2);
  options.events.silent = [&](const auto&, const auto&) { ++sender_silences; };
  UsesPort<Interface> uses(options);
  uses.connect(ends.seen(watched.activate(ends.receiver().poa())), "a");
  uses.push(kSamples);
  spin_until([&] { return sender_silences == 1 && receiver_silences == 1; });
  EXPECT_EQ(uses.statistics().at(0).silences, 1U);
  EXPECT_EQ(watched.statistics().at(0).silences, 1U);
}

/// A control port, here of CF::Port itself.
class NotedPort final : public CORBA::servant_traits<CF::Port>::base_type {
 public:
  Journal connected;
  void connectPort(CORBA::object_reference<CORBA::Object>, const std::string& id) override {
    connected.add(id.size());
  }
  void disconnectPort(const std::string&) override {}
};

TEST_F(UsesPorts, for_control_call_any_interface) {
  const auto servant = std::make_shared<NotedPort>();
  ControlProvidesPort<CF::Port> served(servant);
  ControlUsesPort<CF::Port> control("control", 1);
  EXPECT_EQ(control.first(), nullptr);
  const auto port = control.activate(ends.sender().poa());
  EXPECT_THROW(port->connectPort(object(), "a"), CF::Port::InvalidPort);
  port->connectPort(ends.seen(served.activate(ends.receiver().poa())), "a");
  EXPECT_THROW(port->connectPort(ends.seen(served.activate(ends.receiver().poa())), "b"),
               CF::Port::OccupiedPort);
  control.first()->connectPort(nullptr, "four");
  EXPECT_EQ(servant->connected.values(), std::vector<std::uint64_t>{4});
  port->disconnectPort("a");
  EXPECT_TRUE(control.connections().empty());
  EXPECT_THROW(port->disconnectPort("a"), CF::Port::InvalidPort);
}

}  // namespace
}  // namespace orbweaver::ports
