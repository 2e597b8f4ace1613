// SPDX-License-Identifier: Apache-2.0
#include "doubles.hpp"

#include <numeric>

namespace orbweaver::packets {
namespace {

using Connected = UsesPortCore<Number>::Connected;

std::vector<std::uint64_t> first(std::size_t count) {
  std::vector<std::uint64_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{1});
  return numbers;
}
void push_all(UsesPortCore<Number>& port, std::uint64_t count) {
  for (std::uint64_t i = 1; i <= count; ++i) port.push({i});
}
ConnectionSettings queued(std::size_t depth, WhenFull when_full = WhenFull::block) {
  return {.depth = depth, .when_full = when_full};
}

class UsesPortCoreOfEachKind : public testing::TestWithParam<std::size_t> {};

TEST_P(UsesPortCoreOfEachKind, gives_each_packet_to_each_connection_in_order) {
  const auto a = std::make_shared<Place>(), b = std::make_shared<Place>();
  UsesPortCore<Number> port;
  port.push({0});  // to none
  EXPECT_EQ(port.connect("a", to(a), queued(GetParam())), Connected::yes);
  EXPECT_EQ(port.connect("b", to(b), queued(GetParam())), Connected::yes);
  push_all(port, 1000);
  EXPECT_EQ(a->journal.wait_for(1000), first(1000));
  EXPECT_EQ(b->journal.wait_for(1000), first(1000));
}

TEST_P(UsesPortCoreOfEachKind, sends_what_it_took_before_a_connection_left) {
  const auto a = std::make_shared<Place>();
  UsesPortCore<Number> port;
  ASSERT_EQ(port.connect("a", to(a), queued(GetParam())), Connected::yes);
  push_all(port, 100);
  EXPECT_TRUE(port.disconnect("a"));
  EXPECT_FALSE(port.disconnect("a"));
  port.push({101});
  EXPECT_EQ(a->journal.wait_for(100), first(100));
}

TEST_P(UsesPortCoreOfEachKind, keeps_order_and_counts_all_while_connections_come_and_go) {
  const auto stays = std::make_shared<Place>(), comes = std::make_shared<Place>();
  UsesPortCore<Number> port;
  ASSERT_EQ(port.connect("stays", to(stays), queued(GetParam())), Connected::yes);
  std::atomic<bool> is_over{false};
  std::jthread other{[&] {
    while (!is_over) {
      EXPECT_EQ(port.connect("comes", to(comes), queued(GetParam())), Connected::yes);
      (void)port.statistics();
      EXPECT_TRUE(port.disconnect("comes"));
    }
  }};
  push_all(port, 5000);
  is_over = true;
  other.join();
  EXPECT_EQ(stays->journal.wait_for(5000), first(5000));
  const auto statistics = port.statistics();
  ASSERT_EQ(statistics.size(), 1U);
  EXPECT_EQ(statistics[0].lost.all(), 0U);
}

TEST_P(UsesPortCoreOfEachKind, numbers_the_packets_of_a_connection_whichever_thread_pushes) {
  const auto a = std::make_shared<Place>();
  UsesPortCore<Number> port;
  ASSERT_EQ(port.connect("a", to(a), queued(GetParam())), Connected::yes);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([&] { push_all(port, 500); });
  }
  a->journal.wait_for(2000);
  std::uint64_t last = 0;
  for (const auto& stamp : a->journal.stamps()) EXPECT_EQ(stamp.number, ++last);
}

TEST_P(UsesPortCoreOfEachKind, reports_a_dead_destination_once_and_goes_on_when_it_answers) {
  const auto a = std::make_shared<Place>(), b = std::make_shared<Place>();
  std::atomic<int> deaths{0}, revivals{0};
  UsesPortSettings settings;
  settings.events.died = [&](const std::string& id, const std::string& why) {
    EXPECT_EQ(id, "a");
    EXPECT_EQ(why, "the test says so");
    ++deaths;
  };
  settings.events.revived = [&](const auto&, const auto&) { ++revivals; };
  UsesPortCore<Number> port(settings);
  ASSERT_EQ(port.connect("a", to(a), queued(GetParam())), Connected::yes);
  ASSERT_EQ(port.connect("b", to(b), queued(GetParam())), Connected::yes);
  a->outcome = Sent::unreachable;
  push_all(port, 100);
  EXPECT_EQ(b->journal.wait_for(100), first(100));
  spin_until([&] { return port.statistics().at(0).lost.of(Loss::dead) == 100; });
  EXPECT_EQ(deaths, 1);
  EXPECT_FALSE(port.statistics().at(0).is_alive);
  a->outcome = Sent::ok;
  a->answers = true;
  spin_until([&] { return revivals == 1; });
  port.push({101});
  EXPECT_EQ(a->journal.wait_for(1), std::vector<std::uint64_t>{101});
  EXPECT_TRUE(port.statistics().at(0).is_alive);
  EXPECT_EQ(deaths, 1);
}

TEST_P(UsesPortCoreOfEachKind, counts_what_a_destination_refuses) {
  const auto a = std::make_shared<Place>();
  a->outcome = Sent::refused;
  UsesPortCore<Number> port;
  ASSERT_EQ(port.connect("a", to(a), queued(GetParam())), Connected::yes);
  push_all(port, 3);
  spin_until([&] { return port.statistics().at(0).lost.of(Loss::refused) == 3; });
  EXPECT_TRUE(port.statistics().at(0).is_alive);
  EXPECT_EQ(port.statistics().at(0).flow.packets, 0U);
}

TEST_P(UsesPortCoreOfEachKind, gives_the_number_of_a_packet_that_never_left_to_the_next) {
  const auto a = std::make_shared<Place>();
  UsesPortCore<Number> port;
  ASSERT_EQ(port.connect("a", to(a), queued(GetParam())), Connected::yes);
  a->outcome = Sent::kept_back;
  port.push({1});
  spin_until([&] { return port.statistics().at(0).lost.of(Loss::refused) == 1; });
  a->outcome = Sent::ok;
  port.push({2});
  (void)a->journal.wait_for(1);
  EXPECT_EQ(a->journal.stamps().at(0).number, 1U);
}

TEST_P(UsesPortCoreOfEachKind, keeps_the_last_packet_for_a_destination_that_is_dead) {
  const auto a = std::make_shared<Place>();
  UsesPortCore<Number> port;
  ASSERT_EQ(port.connect("a", to(a), queued(GetParam())), Connected::yes);
  a->outcome = Sent::unreachable;
  push_all(port, 3);
  spin_until([&] { return port.statistics().at(0).lost.of(Loss::dead) == 3; });
  port.push({4}, std::nullopt, Last::yes);
  a->outcome = Sent::ok;
  a->answers = true;
  EXPECT_EQ(a->journal.wait_for(1), std::vector<std::uint64_t>{4});
  spin_until([&] { return port.statistics().at(0).is_alive; });
  EXPECT_EQ(port.statistics().at(0).lost.all(), 3U);
}

TEST_P(UsesPortCoreOfEachKind, sends_the_last_packet_again_under_its_number) {
  const auto a = std::make_shared<Place>();
  UsesPortCore<Number> port;
  ASSERT_EQ(port.connect("a", to(a), queued(GetParam())), Connected::yes);
  port.push({1});
  (void)a->journal.wait_for(1);
  a->outcome = Sent::unreachable;
  port.push({2}, std::nullopt, Last::yes);
  spin_until([&] { return !port.statistics().at(0).is_alive; });
  a->outcome = Sent::ok;
  a->answers = true;
  (void)a->journal.wait_for(2);
  spin_until([&] { return port.statistics().at(0).is_alive; });
  port.push({3});
  EXPECT_EQ(a->journal.wait_for(3), first(3));
  std::uint64_t number = 0;
  for (const auto& stamp : a->journal.stamps()) EXPECT_EQ(stamp.number, ++number);
  EXPECT_EQ(port.statistics().at(0).lost.all(), 0U);
}

TEST_P(UsesPortCoreOfEachKind, says_once_that_the_last_packet_waits_for_too_long) {
  const auto a = std::make_shared<Place>();
  std::atomic<int> late{0}, revivals{0};
  UsesPortSettings settings;
  settings.events.last_is_late = [&](const auto&, const auto&) { ++late; };
  settings.events.revived = [&](const auto&, const auto&) { ++revivals; };
  UsesPortCore<Number> port(settings);
  auto connection = queued(GetParam());
  connection.last_timeout = Nanoseconds{1};
  ASSERT_EQ(port.connect("a", to(a), connection), Connected::yes);
  a->outcome = Sent::unreachable;
  a->answers = true;
  port.push({1}, std::nullopt, Last::yes);
  spin_until([&] { return late == 1; });
  a->outcome = Sent::ok;
  spin_until([&] { return revivals == 1; });
  EXPECT_EQ(a->journal.values(), first(1));
  EXPECT_EQ(late, 1);
}

TEST_P(UsesPortCoreOfEachKind, says_at_once_that_the_last_packet_is_refused) {
  const auto a = std::make_shared<Place>();
  std::atomic<int> late{0};
  UsesPortSettings settings;
  settings.events.last_is_late = [&](const auto&, const auto&) { ++late; };
  UsesPortCore<Number> port(settings);
  ASSERT_EQ(port.connect("a", to(a), queued(GetParam())), Connected::yes);
  a->outcome = Sent::refused;
  port.push({1}, std::nullopt, Last::yes);
  spin_until([&] { return late == 1; });
  EXPECT_EQ(port.statistics().at(0).lost.of(Loss::refused), 1U);
}

TEST_P(UsesPortCoreOfEachKind, says_what_a_connection_lost_that_is_disconnected) {
  const auto a = std::make_shared<Place>();
  std::optional<ConnectionStatistics> left;
  UsesPortSettings settings;
  settings.events.left = [&](const ConnectionStatistics& statistics) { left = statistics; };
  UsesPortCore<Number> port(settings);
  ASSERT_EQ(port.connect("a", to(a), queued(GetParam())), Connected::yes);
  a->outcome = Sent::refused;
  port.push({1});
  spin_until([&] { return port.statistics().at(0).lost.all() == 1; });
  EXPECT_TRUE(port.disconnect("a"));
  ASSERT_TRUE(left);
  EXPECT_EQ(left->connection, "a");
  EXPECT_EQ(left->lost.of(Loss::refused), 1U);
  EXPECT_EQ(left->why, "the test says so");
}

INSTANTIATE_TEST_SUITE_P(Depths, UsesPortCoreOfEachKind, testing::Values(0, 1, 16),
                         [](const auto& one) { return "depth_" + std::to_string(one.param); });

TEST(UsesPortCore, refuses_an_id_that_is_taken_and_more_connections_than_it_may_have) {
  const auto a = std::make_shared<Place>();
  UsesPortCore<Number> port({.most_connections = 2});
  EXPECT_EQ(port.connect("a", to(a), {}), Connected::yes);
  EXPECT_EQ(port.connect("a", to(a), {}), Connected::id_is_taken);
  EXPECT_EQ(port.connect("b", to(a), {}), Connected::yes);
  EXPECT_EQ(port.connect("c", to(a), {}), Connected::occupied);
  EXPECT_TRUE(port.disconnect("a"));
  EXPECT_EQ(port.connect("c", to(a), {}), Connected::yes);
}

TEST(UsesPortCore, holds_a_packet_no_longer_than_its_connection) {
  const auto a = std::make_shared<Place>();
  UsesPortCore<Number> port;
  ASSERT_EQ(port.connect("a", to(a), {}), Connected::yes);
  port.push({1});
  EXPECT_EQ(a.use_count(), 2);
  EXPECT_TRUE(port.disconnect("a"));
  EXPECT_EQ(a.use_count(), 1) << "nothing is pushed any more that could let go of it";
}

TEST(UsesPortCore, of_a_slow_destination_that_drops_holds_up_no_other) {
  for (const auto when_full : {WhenFull::drop_oldest, WhenFull::drop_newest}) {
    const auto slow = std::make_shared<Place>(), quick = std::make_shared<Place>();
    slow->door = std::make_shared<Door>();
    UsesPortCore<Number> port;
    ASSERT_EQ(port.connect("slow", to(slow), queued(4, when_full)), Connected::yes);
    ASSERT_EQ(port.connect("quick", to(quick), {}), Connected::yes);
    port.push({1});
    slow->door->wait_for_arrival();  // its thread has the first packet; the queue is empty
    for (std::uint64_t i = 2; i <= 100; ++i) port.push({i});
    EXPECT_EQ(quick->journal.values(), first(100));
    const auto statistics = port.statistics().at(0);
    EXPECT_EQ(statistics.depth, 4U);
    EXPECT_EQ(statistics.most_depth, 4U);
    EXPECT_EQ(statistics.lost.of(Loss::full_at_sender), 95U);
    slow->door->open();
    const auto came = slow->journal.wait_for(5);
    const bool keeps_newest = when_full == WhenFull::drop_oldest;
    EXPECT_EQ(came, (keeps_newest ? std::vector<std::uint64_t>{1, 97, 98, 99, 100}
                                  : std::vector<std::uint64_t>{1, 2, 3, 4, 5}));
  }
}

TEST(UsesPortCore, of_a_destination_that_hangs_can_be_disconnected_and_connected_elsewhere) {
  const auto hangs = std::make_shared<Place>(), other = std::make_shared<Place>();
  hangs->door = std::make_shared<Door>();
  UsesPortCore<Number> port;
  ASSERT_EQ(port.connect("hangs", to(hangs), {}), Connected::yes);
  std::jthread pusher{[&] { push_all(port, 2); }};
  hangs->door->wait_for_arrival();
  EXPECT_EQ(port.statistics().size(), 1U);
  EXPECT_TRUE(port.disconnect("hangs"));
  EXPECT_EQ(port.connect("other", to(other), {}), Connected::yes);
  EXPECT_TRUE(hangs->journal.values().empty());
  hangs->door->open();
  pusher.join();
  EXPECT_EQ(hangs->journal.values(), first(1));
  EXPECT_EQ(other->journal.values(), std::vector<std::uint64_t>{2});
}

std::shared_ptr<Place> unreachable() {
  auto place = std::make_shared<Place>();
  place->outcome = Sent::unreachable;
  return place;
}

TEST(UsesPortCore, gives_a_packet_to_all_though_an_event_throws) {
  for (const bool awaits_reply : {false, true}) {
    const auto first = unreachable(), last = std::make_shared<Place>();
    first->awaits_reply = last->awaits_reply = awaits_reply;
    UsesPortSettings settings;
    settings.events.died = [](const auto&, const auto&) { throw std::runtime_error("an event"); };
    UsesPortCore<Number> port(settings);
    ASSERT_EQ(port.connect("first", to(first), {}), Connected::yes);
    ASSERT_EQ(port.connect("last", to(last), {}), Connected::yes);
    EXPECT_THROW(port.push({1}), std::runtime_error);
    EXPECT_EQ(last->journal.values(), std::vector<std::uint64_t>{1});
    port.push({2});
    EXPECT_EQ(last->journal.values(), (std::vector<std::uint64_t>{1, 2}));
  }
}

TEST(UsesPortCore, gives_a_packet_to_the_next_while_it_awaits_a_reply) {
  std::vector<std::shared_ptr<Place>> places;
  UsesPortCore<Number> port;
  const auto depths = std::make_shared<Depths>();
  for (int i = 0; i < 40; ++i) {
    places.push_back(std::make_shared<Place>());
    places.back()->awaits_reply = true;
    places.back()->awaited = depths;
    ASSERT_EQ(port.connect(std::to_string(i), to(places.back()), {}), Connected::yes);
  }
  push_all(port, 10);
  for (const auto& place : places) EXPECT_EQ(place->journal.values(), first(10));
  for (std::size_t i = 0; i < depths->seen.size(); ++i)
    EXPECT_EQ(depths->seen[i], i % 40 % 16 + 1) << "sixteen at a time";
}

class Circle final : public Destination<Number> {
 public:
  explicit Circle(UsesPortCore<Number>& port) : port_(port) {}
  Sent send(const Number& packet, const Stamp&, Meanwhile*) noexcept override {
    EXPECT_THROW(port_.push(packet), std::logic_error);
    return Sent::ok;
  }
  bool answers() noexcept override { return true; }
  [[nodiscard]] std::string why() const override { return {}; }

 private:
  UsesPortCore<Number>& port_;
};

TEST(UsesPortCore, that_a_circle_of_direct_calls_reaches_again_says_so) {
  UsesPortCore<Number> port;
  ASSERT_EQ(port.connect("a", std::make_unique<Circle>(port), {}), Connected::yes);
  port.push({1});
  EXPECT_EQ(port.statistics().at(0).flow.packets, 1U);
}

TEST(UsesPortCore, counts_packets_and_bytes_and_times_the_first_of_fast_packets) {
  const auto a = std::make_shared<Place>();
  UsesPortCore<Number> port;
  ASSERT_EQ(port.connect("a", to(a), {}), Connected::yes);
  push_all(port, 10);
  const auto flow = port.statistics().at(0).flow;
  EXPECT_EQ(flow.packets, 10U);
  EXPECT_EQ(flow.bytes, 80U);
  EXPECT_GE(flow.latency_ns.count, 1U);
  EXPECT_GT(flow.packets_per_second, 0);
}

TEST(UsesPortCore, drops_and_counts_what_grew_older_than_the_lifespan_in_its_queue) {
  const auto a = std::make_shared<Place>();
  a->door = std::make_shared<Door>();
  UsesPortCore<Number> port;
  ASSERT_EQ(port.connect("a", to(a), {.depth = 8, .lifespan = Nanoseconds{1}}), Connected::yes);
  push_all(port, 3);  // a nanosecond has passed before its thread takes one
  a->door->open();
  spin_until([&] { return port.statistics().at(0).lost.of(Loss::old_at_sender) == 3; });
  EXPECT_TRUE(a->journal.values().empty());
}

TEST(UsesPortCore, stamps_packets_with_when_they_were_born_expire_and_are_due) {
  const auto a = std::make_shared<Place>();
  UsesPortCore<Number> port({.budget = std::chrono::hours(2)});
  ASSERT_EQ(port.connect("a", to(a), {.lifespan = std::chrono::hours(1)}), Connected::yes);
  const auto before = monotonic_ns();
  port.push({1});
  const Times older{.born_ns = before - 7, .due_ns = before + 3'600'000'000'000};
  {
    const CurrentTimes processed(older);
    port.push({2});
  }
  const auto stamps = a->journal.stamps();
  EXPECT_GE(stamps.at(0).times.born_ns, before);
  EXPECT_EQ(stamps[0].times.sent_ns, stamps[0].times.born_ns);
  EXPECT_EQ(stamps[0].times.expires_ns, stamps[0].times.sent_ns + 3'600'000'000'000);
  EXPECT_EQ(stamps[0].times.due_ns, stamps[0].times.born_ns + 7'200'000'000'000);
  EXPECT_EQ(stamps.at(1).times.born_ns, older.born_ns);
  EXPECT_EQ(stamps[1].times.due_ns, older.due_ns);
  EXPECT_EQ(stamps[1].connection, stamps[0].connection);
  EXPECT_EQ(stamps[1].clock, clock_of_this_machine());
}

TEST(UsesPortCore, drops_a_packet_whose_budget_is_used_up) {
  const auto a = std::make_shared<Place>();
  UsesPortCore<Number> port;
  ASSERT_EQ(port.connect("a", to(a), {}), Connected::yes);
  port.push({1}, Times{.born_ns = 1, .due_ns = 2});
  EXPECT_EQ(port.statistics().at(0).lost.of(Loss::late_at_sender), 1U);
  EXPECT_TRUE(a->journal.values().empty());
}

TEST(UsesPortCore, reports_a_silence_once_until_the_next_packet) {
  const auto a = std::make_shared<Place>();
  std::atomic<int> silences{0};
  UsesPortSettings settings;
  settings.events.silent = [&](const auto&, const auto&) { ++silences; };
  UsesPortCore<Number> port(settings);
  ASSERT_EQ(port.connect("a", to(a), {.deadline = std::chrono::milliseconds(1)}), Connected::yes);
  port.push({1});
  spin_until([&] { return silences == 1; });
  port.push({2});
  spin_until([&] { return silences == 2; });
  EXPECT_EQ(port.statistics().at(0).silences, 2U);
}

}  // namespace
}  // namespace orbweaver::packets
