// SPDX-License-Identifier: Apache-2.0
// An onlooker changes nothing for the other connections.
#include "doubles.hpp"

#include <map>

namespace orbweaver::packets {
namespace {

using Connected = UsesPortCore<Number>::Connected;

ConnectionSettings onlooker(Nanoseconds gone_after = std::chrono::hours(1)) {
  return {.depth = 4, .when_full = WhenFull::drop_oldest, .onlooker_gone_after = gone_after};
}

/// What a port says of its connections.
class Events {
 public:
  ConnectionEvents all() {
    const auto note = [this](const std::string& what) {
      return [this, what](const std::string& id, const std::string&) { add(what + " " + id); };
    };
    ConnectionEvents connection_events;
    connection_events.died = note("died");
    connection_events.revived = note("revived");
    connection_events.last_is_late = note("late");
    connection_events.left = [this](const ConnectionStatistics& one) {
      add("left " + one.connection);
    };
    return connection_events;
  }
  [[nodiscard]] std::vector<std::string> noted() const {
    const std::lock_guard lock(mutex_);
    return noted_;
  }

 private:
  void add(const std::string& text) {
    const std::lock_guard lock(mutex_);
    noted_.push_back(text);
  }
  mutable std::mutex mutex_;
  std::vector<std::string> noted_;
};

TEST(AnOnlooker, holds_up_no_packet_of_others) {
  const auto slow = std::make_shared<Place>(), other = std::make_shared<Place>();
  slow->door = std::make_shared<Door>();
  UsesPortCore<Number> port;
  ASSERT_EQ(port.connect("slow", to(slow), onlooker()), Connected::yes);
  ASSERT_EQ(port.connect("other", to(other), {}), Connected::yes);
  for (std::uint64_t i = 1; i <= 100; ++i) port.push({i});
  EXPECT_EQ(other->journal.wait_for(100).size(), 100U);
  const auto seen = port.statistics().front();
  EXPECT_GE(seen.lost.of(Loss::full_at_sender), 95U);  // 4 wait, and one may be on its way
  EXPECT_EQ(seen.lost.all(), seen.lost.of(Loss::full_at_sender));
  slow->door->open();
  // It gets the latest.
  spin_until([&] {
    const auto values = slow->journal.values();
    return !values.empty() && values.back() == 100;
  });
}

TEST(AnOnlooker, does_not_keep_the_end_of_a_stream_and_is_no_event) {
  const auto dead = std::make_shared<Place>();
  dead->outcome = Sent::unreachable;
  Events events;
  {
    UsesPortCore<Number> port({.events = events.all()});
    ASSERT_EQ(port.connect("dead", to(dead), onlooker()), Connected::yes);
    port.push({1});
    port.push({2}, std::nullopt, Last::yes);
    spin_until([&] { return port.statistics().front().lost.of(Loss::dead) == 2; });
    EXPECT_FALSE(port.statistics().front().is_alive);
  }
  EXPECT_EQ(events.noted(), std::vector<std::string>{});
}

TEST(AnOnlooker, that_does_not_answer_is_disconnected) {
  const auto gone = std::make_shared<Place>(), other = std::make_shared<Place>();
  Events events;
  UsesPortCore<Number> port({.events = events.all()});
  ASSERT_EQ(port.connect("other", to(other), {}), Connected::yes);
  ASSERT_EQ(port.connect("gone", to(gone), onlooker(std::chrono::milliseconds(1))), Connected::yes);
  spin_until([&] { return port.statistics().size() == 1; });
  EXPECT_EQ(port.statistics().front().connection, "other");
  spin_until([&] { return events.noted() == std::vector<std::string>{"left gone"}; });
  port.push({1});
  EXPECT_EQ(other->journal.wait_for(1), std::vector<std::uint64_t>{1});
}

TEST(AnOnlooker, that_answers_again_gets_packets_again) {
  const auto place = std::make_shared<Place>();
  place->outcome = Sent::unreachable;
  UsesPortCore<Number> port;
  ASSERT_EQ(port.connect("a", to(place), onlooker()), Connected::yes);
  port.push({1});
  spin_until([&] { return !port.statistics().front().is_alive; });
  place->outcome = Sent::ok;
  place->answers = true;
  spin_until([&] { return port.statistics().front().is_alive; });
  port.push({2});
  EXPECT_EQ(place->journal.wait_for(1), std::vector<std::uint64_t>{2});
}

TEST(AnOnlooker, takes_no_place_of_a_connection) {
  const auto place = std::make_shared<Place>();
  UsesPortCore<Number> port({.most_connections = 1});
  ASSERT_EQ(port.connect("looks on", to(place), onlooker()), Connected::yes);
  EXPECT_FALSE(port.is_connected());
  EXPECT_EQ(port.connect("a", to(place), {}), Connected::yes);
  EXPECT_TRUE(port.is_connected());
  EXPECT_EQ(port.connect("b", to(place), {}), Connected::occupied);
  EXPECT_EQ(port.connect("looks on, too", to(place), onlooker()), Connected::yes);
}

}  // namespace
}  // namespace orbweaver::packets
