// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/dispatch/sequencer.hpp>

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace orbweaver::dispatch {
namespace {

using namespace std::chrono_literals;

TimePoint at(Nanoseconds time) { return TimePoint{} + time; }

/// A sequencer with what came out of it, as text: "1 2 [3+2] 5" is 1, 2, a gap of two from 3, 5.
class Line {
 public:
  explicit Line(SequencerLimits limits = {}) : sequencer(limits) {}

  void arrive(std::uint64_t number, Nanoseconds time = 0ns, std::uint64_t series = 7,
              std::size_t bytes = 1) {
    switch (sequencer.judge({series, number})) {
      case Sequencer<std::uint64_t>::Verdict::next:
        out += std::to_string(number) + " ";
        delivered.push_back(number);
        break;
      case Sequencer<std::uint64_t>::Verdict::early:
        sequencer.hold({series, number}, number, bytes, at(time));
        break;
      case Sequencer<std::uint64_t>::Verdict::late:
        out += "late:" + std::to_string(number) + " ";
        ++late;
        break;
    }
    take();
  }
  void take() {
    while (auto ready = sequencer.take_ready()) {
      if (ready->gap) tell(*ready->gap);
      out += std::to_string(ready->item) + " ";
      delivered.push_back(ready->item);
    }
  }
  void expire(Nanoseconds time) {
    sequencer.expire(at(time));
    take();
  }

  Sequencer<std::uint64_t> sequencer;
  std::string out;
  std::vector<std::uint64_t> delivered;
  std::uint64_t missing = 0, late = 0;

 private:
  void tell(const Gap& gap) {
    out += "[" + std::to_string(gap.first_missing) + "+" + std::to_string(gap.count) + "] ";
    missing += gap.count;
  }
};

TEST(Sequencer, hands_on_at_once_what_comes_in_order) {
  Line line;
  for (std::uint64_t number = 1; number <= 3; ++number) line.arrive(number);
  EXPECT_EQ(line.out, "1 2 3 ");
  EXPECT_EQ(line.sequencer.held_messages(), 0U);
}

TEST(Sequencer, holds_what_comes_early_until_what_is_missing_has_come) {
  Line line;
  for (const auto number : {2U, 4U, 5U, 3U}) line.arrive(number);
  EXPECT_EQ(line.out, "");
  EXPECT_EQ(line.sequencer.held_messages(), 4U);
  line.arrive(1);
  EXPECT_EQ(line.out, "1 2 3 4 5 ");
  EXPECT_EQ(line.sequencer.held_messages(), 0U);
  EXPECT_EQ(line.sequencer.held_bytes(), 0U);
}

TEST(Sequencer, drops_what_comes_twice) {
  Line line;
  for (const auto number : {1U, 1U, 3U, 3U, 2U, 3U}) line.arrive(number);
  EXPECT_EQ(line.out, "1 late:1 late:3 2 3 late:3 ");
}

TEST(Sequencer, skips_what_has_not_come_in_time_and_drops_it_when_it_comes) {
  Line line{{.wait = 10ns}};
  line.arrive(1);
  line.arrive(4, 100ns);
  line.expire(109ns);
  EXPECT_EQ(line.out, "1 ");
  line.expire(110ns);
  EXPECT_EQ(line.out, "1 [2+2] 4 ");
  line.arrive(2);
  line.arrive(5);
  EXPECT_EQ(line.out, "1 [2+2] 4 late:2 5 ");
}

TEST(Sequencer, counts_the_wait_from_when_a_number_is_known_to_be_missing) {
  Line line{{.wait = 10ns}};
  line.arrive(5, 100ns);
  line.arrive(3, 105ns);
  EXPECT_EQ(line.sequencer.next_expiry(), at(110ns));
  line.expire(110ns);
  EXPECT_EQ(line.out, "[1+2] 3 [4+1] 5 ");
}

TEST(Sequencer, waits_longer_for_what_is_noticed_later) {
  Line line{{.wait = 10ns}};
  line.arrive(2, 100ns);
  line.arrive(4, 105ns);
  line.expire(110ns);
  EXPECT_EQ(line.out, "[1+1] 2 ");
  EXPECT_EQ(line.sequencer.next_expiry(), at(115ns));
  line.arrive(3, 111ns);
  EXPECT_EQ(line.out, "[1+1] 2 3 4 ");
  EXPECT_EQ(line.sequencer.next_expiry(), std::nullopt);
}

TEST(Sequencer, may_wait_for_ever) {
  Line line{{.wait = Nanoseconds::max()}};
  line.arrive(2, 100ns);
  line.expire(std::chrono::hours{24});
  EXPECT_EQ(line.out, "");
}

TEST(Sequencer, with_a_full_window_skips_the_first_gap_at_once) {
  Line line{{.messages = 3}};
  for (const auto number : {1U, 3U, 5U, 6U}) line.arrive(number);
  EXPECT_EQ(line.out, "1 ");
  line.arrive(8);
  EXPECT_EQ(line.out, "1 [2+1] 3 ");
  EXPECT_EQ(line.sequencer.held_messages(), 3U);
  line.arrive(4);
  EXPECT_EQ(line.out, "1 [2+1] 3 4 5 6 ");
}

TEST(Sequencer, counts_the_bytes_of_the_window) {
  Line line{{.bytes = 100}};
  line.arrive(2, 0ns, 7, 60);
  line.arrive(3, 0ns, 7, 40);
  EXPECT_EQ(line.sequencer.held_bytes(), 100U);
  line.arrive(5, 0ns, 7, 1);
  EXPECT_EQ(line.out, "[1+1] 2 3 ");
  line.arrive(7, 0ns, 7, 1000);
  EXPECT_EQ(line.out, "[1+1] 2 3 [4+1] 5 [6+1] 7 ");
}

TEST(Sequencer, with_no_window_holds_nothing) {
  Line line{{.messages = 0}};
  for (const auto number : {1U, 3U, 2U, 4U}) line.arrive(number);
  EXPECT_EQ(line.out, "1 [2+1] 3 late:2 4 ");
}

TEST(Sequencer, keeps_series_apart) {
  Line line;
  line.arrive(1, 0ns, 1);
  line.arrive(2, 0ns, 2);
  line.arrive(2, 0ns, 1);
  line.arrive(1, 0ns, 2);
  EXPECT_EQ(line.out, "1 2 1 2 ");
}

TEST(Sequencer, bounds_the_window_over_all_streams) {
  Line line{{.messages = 2}};
  line.arrive(2, 0ns, 1);
  line.arrive(2, 0ns, 2);
  line.arrive(2, 0ns, 3);
  EXPECT_EQ(line.out, "[1+1] 2 ");
  EXPECT_EQ(line.sequencer.held_messages(), 2U);
}

TEST(Sequencer, forgets_the_series_that_was_idle_longest) {
  Line line{{.series = 2}};
  line.arrive(1, 0ns, 1);
  line.arrive(2, 0ns, 2);
  line.arrive(2, 0ns, 1);
  EXPECT_EQ(line.out, "1 2 ");
  line.arrive(1, 0ns, 3);
  EXPECT_EQ(line.out, "1 2 1 [1+1] 2 ") << "what the forgotten one held is handed on";
  EXPECT_EQ(line.sequencer.series_count(), 2U);
  line.arrive(3, 0ns, 1);
  EXPECT_EQ(line.out, "1 2 1 [1+1] 2 3 ");
}

TEST(Sequencer, joins_a_series_that_began_long_ago_where_it_is) {
  Line line{{.messages = 10}};
  line.arrive(1000);
  EXPECT_EQ(line.out, "[1+999] 1000 ");
  line.arrive(1001);
  line.arrive(999);
  EXPECT_EQ(line.out, "[1+999] 1000 1001 late:999 ");
}

TEST(Sequencer, that_stops_waiting_hands_on_everything_and_holds_no_more) {
  Line line;
  line.arrive(2, 0ns, 1);
  line.arrive(3, 0ns, 2);
  line.sequencer.stop_waiting();
  line.take();
  EXPECT_EQ(line.delivered.size(), 2U);
  line.arrive(5, 0ns, 1);
  EXPECT_EQ(line.delivered.back(), 5U);
  EXPECT_EQ(line.sequencer.held_messages(), 0U);
}

// The laws, on random losses, duplicates, displacements and waits.
TEST(Sequencer, never_reorders_and_never_loses_uncounted) {
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random{seed};
    const SequencerLimits limits{
        .messages = random() % 12, .bytes = 1 + random() % 40, .wait = Nanoseconds{random() % 30}};
    Line line{limits};
    std::vector<std::pair<double, std::uint64_t>> sent;
    constexpr std::uint64_t kLast = 60;
    for (std::uint64_t number = 1; number <= kLast; ++number) {
      if (number != kLast && random() % 8 == 0) continue;
      const int copies = random() % 8 == 0 ? 2 : 1;
      for (int i = 0; i < copies; ++i)
        sent.emplace_back(static_cast<double>(number * 10 + random() % 100), number);
    }
    std::ranges::sort(sent);
    Nanoseconds time{0};
    for (const auto& [place, number] : sent) {
      time += Nanoseconds{random() % 5};
      line.arrive(number, time, 7, 1 + random() % 6);
      ASSERT_LE(line.sequencer.held_messages(), limits.messages);
      ASSERT_LE(line.sequencer.held_bytes(), limits.bytes);
      if (random() % 3 == 0) line.expire(time);
    }
    line.sequencer.stop_waiting();
    line.take();
    EXPECT_TRUE(std::ranges::is_sorted(line.delivered));
    EXPECT_EQ(std::set(line.delivered.begin(), line.delivered.end()).size(), line.delivered.size());
    EXPECT_EQ(line.delivered.size() + line.late, sent.size());
    EXPECT_EQ(line.delivered.size() + line.missing, kLast);
  }
}

// All interleavings of a small case: what is displaced by less than the window is always restored.
TEST(Sequencer, restores_every_permutation_that_fits_the_window) {
  std::array<std::uint64_t, 7> numbers{};
  std::iota(numbers.begin(), numbers.end(), 1U);
  do {
    Line line{{.messages = 6}};
    for (const auto number : numbers) line.arrive(number);
    ASSERT_EQ(line.out, "1 2 3 4 5 6 7 ");
  } while (std::ranges::next_permutation(numbers).found);
}

}  // namespace
}  // namespace orbweaver::dispatch
