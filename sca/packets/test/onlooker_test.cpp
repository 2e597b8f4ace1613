// An onlooker changes nothing for the other connections.
#include "doubles.hpp"

#include <map>

namespace orbweaver::packets {
namespace {

using Connected = Outlet<Number>::Connected;

ConnectionSettings onlooker(Nanoseconds gone_after = std::chrono::hours(1)) {
  return {.depth = 4, .when_full = WhenFull::drop_oldest, .onlooker_gone_after = gone_after};
}

/// What an outlet says of its connections.
class Events {
 public:
  ConnectionEvents all() {
    const auto note = [this](const std::string& what) {
      return [this, what](const std::string& id, const std::string&) { add(what + " " + id); };
    };
    ConnectionEvents made;
    made.died = note("died");
    made.revived = note("revived");
    made.last_is_late = note("late");
    made.left = [this](const Statistics& one) { add("left " + one.connection); };
    return made;
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
  Outlet<Number> outlet;
  ASSERT_EQ(outlet.connect("slow", to(slow), onlooker()), Connected::yes);
  ASSERT_EQ(outlet.connect("other", to(other), {}), Connected::yes);
  for (std::uint64_t i = 1; i <= 100; ++i) outlet.push({i});
  EXPECT_EQ(other->journal.wait_for(100).size(), 100U);
  const auto seen = outlet.statistics().front();
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
    Outlet<Number> outlet({.events = events.all()});
    ASSERT_EQ(outlet.connect("dead", to(dead), onlooker()), Connected::yes);
    outlet.push({1});
    outlet.push({2}, std::nullopt, Last::yes);
    spin_until([&] { return outlet.statistics().front().lost.of(Loss::dead) == 2; });
    EXPECT_FALSE(outlet.statistics().front().is_alive);
  }
  EXPECT_EQ(events.noted(), std::vector<std::string>{});
}

TEST(AnOnlooker, that_does_not_answer_is_disconnected) {
  const auto gone = std::make_shared<Place>(), other = std::make_shared<Place>();
  Events events;
  Outlet<Number> outlet({.events = events.all()});
  ASSERT_EQ(outlet.connect("other", to(other), {}), Connected::yes);
  ASSERT_EQ(outlet.connect("gone", to(gone), onlooker(std::chrono::milliseconds(1))),
            Connected::yes);
  spin_until([&] { return outlet.statistics().size() == 1; });
  EXPECT_EQ(outlet.statistics().front().connection, "other");
  spin_until([&] { return events.noted() == std::vector<std::string>{"left gone"}; });
  outlet.push({1});
  EXPECT_EQ(other->journal.wait_for(1), std::vector<std::uint64_t>{1});
}

TEST(AnOnlooker, that_answers_again_gets_packets_again) {
  const auto place = std::make_shared<Place>();
  place->outcome = Sent::unreachable;
  Outlet<Number> outlet;
  ASSERT_EQ(outlet.connect("a", to(place), onlooker()), Connected::yes);
  outlet.push({1});
  spin_until([&] { return !outlet.statistics().front().is_alive; });
  place->outcome = Sent::ok;
  place->answers = true;
  spin_until([&] { return outlet.statistics().front().is_alive; });
  outlet.push({2});
  EXPECT_EQ(place->journal.wait_for(1), std::vector<std::uint64_t>{2});
}

TEST(AnOnlooker, takes_no_place_of_a_connection) {
  const auto place = std::make_shared<Place>();
  Outlet<Number> outlet({.most_connections = 1});
  ASSERT_EQ(outlet.connect("looks on", to(place), onlooker()), Connected::yes);
  EXPECT_FALSE(outlet.is_connected());
  EXPECT_EQ(outlet.connect("a", to(place), {}), Connected::yes);
  EXPECT_TRUE(outlet.is_connected());
  EXPECT_EQ(outlet.connect("b", to(place), {}), Connected::occupied);
  EXPECT_EQ(outlet.connect("looks on, too", to(place), onlooker()), Connected::yes);
}

}  // namespace
}  // namespace orbweaver::packets
