// SPDX-License-Identifier: Apache-2.0
#include "doubles.hpp"

#include <orbweaver/packets/provides_port_core.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace orbweaver::packets {
namespace {

using Arrival = ProvidesPortCore<Number>::Arrival;

Stamp stamp_of(std::uint64_t connection, std::uint64_t number, Times times = {}) {
  return {clock_of_this_machine(), connection, number, times};
}
auto into(Journal& journal) {
  return [&](Number& packet, const Stamp& stamp) { journal.add(packet.value, stamp); };
}

TEST(ProvidesPortCore, without_a_queue_runs_the_component_in_the_thread_that_brings_a_packet) {
  std::thread::id ran;
  ProvidesPortCore<Number> port({},
                                [&](Number&, const Stamp&) { ran = std::this_thread::get_id(); });
  EXPECT_EQ(port.arrive({1}, {}), Arrival::taken);
  EXPECT_EQ(ran, std::this_thread::get_id());
}

TEST(ProvidesPortCore, with_a_queue_runs_the_component_in_a_thread_of_its_own_in_order) {
  Journal journal;
  ProvidesPortCore<Number> port({.depth = 3}, into(journal));
  for (std::uint64_t i = 0; i < 1000; ++i)
    EXPECT_EQ(port.arrive({i}, stamp_of(5, i + 1)), Arrival::taken);
  std::vector<std::uint64_t> all(1000);
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  EXPECT_EQ(journal.wait_for(1000), all);
  EXPECT_LE(port.statistics().at(0).most_depth, 3U);
}

TEST(ProvidesPortCore, gives_packets_to_a_component_that_takes_them) {
  ProvidesPortCore<Number> port({.depth = 2}, {});
  EXPECT_FALSE(port.take(Deadline::at(now())));
  EXPECT_EQ(port.arrive({7}, stamp_of(5, 1)), Arrival::taken);
  EXPECT_EQ(port.take()->packet.value, 7U);
  EXPECT_EQ(port.arrive({8}, stamp_of(5, 2)), Arrival::taken);
  port.close();
  EXPECT_EQ(port.arrive({9}, stamp_of(5, 3)), Arrival::closed);
  EXPECT_EQ(port.take()->packet.value, 8U);
  EXPECT_FALSE(port.take());
  EXPECT_EQ(port.statistics().at(0).lost.of(Loss::left), 1U);
}

TEST(ProvidesPortCore, that_is_full_drops_the_oldest_or_the_newest_and_counts_it) {
  for (const auto when_full : {WhenFull::drop_oldest, WhenFull::drop_newest}) {
    const bool keeps_newest = when_full == WhenFull::drop_oldest;
    ProvidesPortCore<Number> port({.depth = 2, .when_full = when_full}, {});
    for (std::uint64_t i = 1; i <= 4; ++i)
      EXPECT_EQ(port.arrive({i}, stamp_of(5, i)),
                keeps_newest || i <= 2 ? Arrival::taken : Arrival::dropped);
    EXPECT_EQ(port.take()->packet.value, keeps_newest ? 3U : 1U);
    EXPECT_EQ(port.take()->packet.value, keeps_newest ? 4U : 2U);
    const auto statistics = port.statistics().at(0);
    EXPECT_EQ(statistics.lost.of(Loss::full_at_receiver), 2U);
    EXPECT_EQ(statistics.flow.packets, 2U);
  }
}

TEST(ProvidesPortCore, that_blocks_gives_up_a_packet_after_the_push_timeout) {
  ProvidesPortCore<Number> port({.depth = 1, .push_timeout = Nanoseconds{1}}, {});
  EXPECT_EQ(port.arrive({1}, stamp_of(5, 1)), Arrival::taken);
  EXPECT_EQ(port.arrive({2}, stamp_of(5, 2)), Arrival::dropped);
  EXPECT_EQ(port.statistics().at(0).lost.of(Loss::full_at_receiver), 1U);
}

TEST(ProvidesPortCore, counts_for_each_connection_what_is_missing_and_out_of_order) {
  ProvidesPortCore<Number> port({}, [](Number&, const Stamp&) {});
  for (const std::uint64_t number : {1U, 2U, 5U, 4U, 6U})
    (void)port.arrive({}, stamp_of(5, number));
  for (const std::uint64_t number : {1U, 2U, 3U}) (void)port.arrive({}, stamp_of(6, number));
  (void)port.arrive({}, {});
  const auto statistics = port.statistics();
  ASSERT_EQ(statistics.size(), 3U);
  EXPECT_EQ(statistics[0].missing, 1U);
  EXPECT_EQ(statistics[0].reordered, 1U);
  EXPECT_EQ(statistics[0].flow.packets, 5U);
  EXPECT_EQ(statistics[1].missing + statistics[1].reordered, 0U);
  EXPECT_EQ(statistics[1].connection, "0000000000000006");
  EXPECT_EQ(statistics[2].connection, "unnamed");
}

TEST(ProvidesPortCore, forgets_the_connection_that_was_silent_for_longest_when_there_are_too_many) {
  ProvidesPortCore<Number> port({}, [](Number&, const Stamp&) {});
  for (std::uint64_t connection = 1; connection <= SenderTable::kMost + 1; ++connection)
    (void)port.arrive({}, stamp_of(connection, 1));
  const auto statistics = port.statistics();
  ASSERT_EQ(statistics.size(), SenderTable::kMost);
  for (const auto& one : statistics) {
    EXPECT_EQ(one.flow.packets, 1U);
    EXPECT_NE(one.connection, "0000000000000001");
  }
}

TEST(ProvidesPortCore, drops_and_counts_by_stage_what_is_too_old_or_too_late) {
  Journal journal;
  ProvidesPortCore<Number> direct({}, into(journal));
  EXPECT_EQ(direct.arrive({}, stamp_of(5, 1, {.expires_ns = 1})), Arrival::dropped);
  EXPECT_EQ(direct.arrive({}, stamp_of(5, 2, {.due_ns = 1})), Arrival::dropped);
  EXPECT_EQ(direct.statistics().at(0).lost.of(Loss::old_on_arrival), 1U);
  EXPECT_EQ(direct.statistics().at(0).lost.of(Loss::late_on_arrival), 1U);
  EXPECT_TRUE(journal.values().empty());

  ProvidesPortCore<Number> queued({.depth = 8}, {});
  const auto soon = monotonic_ns() + 50'000'000;
  EXPECT_EQ(queued.arrive({}, stamp_of(5, 1, {.expires_ns = soon})), Arrival::taken);
  EXPECT_EQ(queued.arrive({}, stamp_of(5, 2, {.due_ns = soon})), Arrival::taken);
  EXPECT_EQ(queued.arrive({3}, stamp_of(5, 3)), Arrival::taken);
  spin_until([&] { return monotonic_ns() > soon; });
  EXPECT_EQ(queued.take()->packet.value, 3U);
  EXPECT_EQ(queued.statistics().at(0).lost.of(Loss::old_at_receiver), 1U);
  EXPECT_EQ(queued.statistics().at(0).lost.of(Loss::late_at_receiver), 1U);
}

TEST(ProvidesPortCore, lets_the_component_s_own_packets_be_as_old_as_those_it_processes) {
  std::optional<Times> seen;
  ProvidesPortCore<Number> port({}, [&](Number&, const Stamp&) { seen = CurrentTimes::get(); });
  const Times times{.born_ns = 1, .sent_ns = 2, .due_ns = monotonic_ns() + 3'600'000'000'000};
  EXPECT_EQ(port.arrive({}, stamp_of(5, 1, times)), Arrival::taken);
  EXPECT_EQ(seen, times);
  EXPECT_FALSE(CurrentTimes::get());
}

TEST(ProvidesPortCore, keeps_the_age_of_a_packet_from_another_machine) {
  const auto now_ns = monotonic_ns();
  const Stamp foreign{clock_of_this_machine() + 1, 5, 1, {1000, 4000, 5000, 9000}};
  const auto here = on_clock_of_this_machine(foreign, now_ns);
  EXPECT_EQ(here.times, (Times{now_ns - 3000, 0, now_ns + 1000, now_ns + 5000}));
  const Stamp absurd{foreign.clock, 5, 1, {INT64_MAX, 1, INT64_MAX, 1}};
  EXPECT_EQ(on_clock_of_this_machine(absurd, now_ns).times.born_ns, INT64_MAX);
}

TEST(ProvidesPortCore, goes_on_after_a_component_that_throws) {
  Journal journal;
  ProvidesPortCore<Number> port({.depth = 4}, [&](Number& packet, const Stamp&) {
    journal.add(packet.value);
    throw std::runtime_error("a bug");
  });
  for (std::uint64_t i = 0; i < 8; ++i) (void)port.arrive({i}, {});
  EXPECT_EQ(journal.wait_for(8).size(), 8U);
}

TEST(ProvidesPortCore, says_when_there_is_room_again_and_when_it_is_empty) {
  int rooms = 0, empties = 0;
  ProvidesPortSettings settings{.depth = 4, .when_full = WhenFull::drop_newest};
  settings.has_room = [&] { ++rooms; };
  settings.is_empty = [&] { ++empties; };
  ProvidesPortCore<Number> port(settings, {});
  (void)port.arrive({}, {});
  (void)port.take();
  EXPECT_EQ(rooms, 0);
  EXPECT_EQ(empties, 1);
  for (int i = 0; i < 4; ++i) (void)port.arrive({}, {});
  EXPECT_FALSE(port.has_room());
  (void)port.take();
  EXPECT_TRUE(port.has_room());
  EXPECT_EQ(rooms, 0);
  (void)port.take();
  EXPECT_EQ(rooms, 1);
}

TEST(ProvidesPortCore, reports_a_silence_once) {
  std::atomic<int> silences{0};
  ProvidesPortSettings settings{.deadline = std::chrono::milliseconds(1)};
  settings.silent = [&] { ++silences; };
  ProvidesPortCore<Number> port(settings, [](Number&, const Stamp&) {});
  (void)port.arrive({}, stamp_of(5, 1));
  spin_until([&] { return silences == 1; });
  EXPECT_EQ(port.statistics().at(0).silences, 1U);
}

TEST(ProvidesPortCore, without_a_queue_ends_when_the_component_has_and_does_not_call_it_again) {
  Door door;
  std::atomic<int> ended{0};
  ProvidesPortCore<Number> port({}, [&](Number&, const Stamp&) {
    door.pass();
    ++ended;
  });
  std::jthread sender{[&] { EXPECT_EQ(port.arrive({1}, stamp_of(5, 1)), Arrival::taken); }};
  door.wait_for_arrival();
  std::jthread opener{[&] { door.open(); }};
  port.end();
  EXPECT_EQ(ended, 1);
  EXPECT_EQ(port.arrive({2}, stamp_of(5, 2)), Arrival::closed);
  EXPECT_EQ(ended, 1);
  EXPECT_EQ(port.statistics().at(0).lost.of(Loss::left), 1U);
}

TEST(ProvidesPortCore, ends_though_a_sender_waits_for_room) {
  ProvidesPortCore<Number> port({.depth = 1}, {});
  EXPECT_EQ(port.arrive({1}, stamp_of(5, 1)), Arrival::taken);
  std::jthread sender{[&] {
    const auto outcome = port.arrive({2}, stamp_of(5, 2));
    EXPECT_NE(outcome, Arrival::dropped);
  }};
  port.end();
  sender.join();
}

/// A packet that says something of itself.
struct Said {
  CarriedMetadata metadata;
  [[nodiscard]] static std::size_t bytes() noexcept { return 8; }
};
struct SaidOnes {
  std::vector<Metadata> all;
  ProvidesPortCore<Said> port{
      {}, [this](Said& packet, const Stamp&) { all.push_back(packet.metadata.get()); }};

  void arrive(const Metadata& metadata, std::uint64_t connection = 5) {
    EXPECT_EQ(port.arrive({CarriedMetadata{metadata}}, stamp_of(connection, 1)),
              ProvidesPortCore<Said>::Arrival::taken);
  }
  [[nodiscard]] MetadataFaults faults(std::size_t index = 0) const {
    return port.statistics().at(index).metadata;
  }
};

TEST(ProvidesPortCore, gives_the_component_what_a_sender_says) {
  SaidOnes said;
  const Metadata metadata{.sample_rate = 48e3, .time = UtcTime{1, 2}, .stream_id = "a"};
  said.arrive(metadata);
  said.arrive(metadata);
  EXPECT_EQ(said.all, (std::vector{metadata, metadata}));
  EXPECT_EQ(said.faults(), MetadataFaults{});
}

TEST(ProvidesPortCore, takes_values_that_mean_nothing_as_not_given_counts_them_and_says_so_once) {
  SaidOnes said;
  testing::internal::CaptureStderr();
  for (int i = 0; i < 3; ++i) said.arrive({.sample_rate = 0.0, .sample_number = 7});
  said.arrive({.sample_rate = -1.0}, 6);
  const auto lines = testing::internal::GetCapturedStderr();
  EXPECT_EQ(said.all.at(0), Metadata{.sample_number = 7});
  EXPECT_EQ(said.all.at(2), Metadata{.sample_number = 7});
  EXPECT_TRUE(said.all.at(3).is_empty());
  EXPECT_EQ(said.faults(0), MetadataFaults{.bad_values = 3});
  EXPECT_EQ(said.faults(1), MetadataFaults{.bad_values = 1});
  EXPECT_EQ(std::ranges::count(lines, '\n'), 1) << "a sender may make up connections: " << lines;
  EXPECT_NE(lines.find("connection 0000000000000005 sent metadata with a sample rate"),
            std::string::npos);
}

TEST(ProvidesPortCore,
     gives_the_component_a_packet_without_metadata_that_are_broken_and_counts_them) {
  SaidOnes said;
  const std::array<std::byte, 3> broken{};
  testing::internal::CaptureStderr();
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(said.port.arrive({CarriedMetadata::of_context(broken)}, stamp_of(5, 1)),
              ProvidesPortCore<Said>::Arrival::taken);
  const auto lines = testing::internal::GetCapturedStderr();
  ASSERT_EQ(said.all.size(), 2U);
  EXPECT_TRUE(said.all.at(0).is_empty());
  EXPECT_EQ(said.faults(), MetadataFaults{.broken = 2});
  EXPECT_EQ(std::ranges::count(lines, '\n'), 1) << lines;
}

TEST(ProvidesPortCore, hands_a_time_that_goes_back_on_and_counts_it) {
  SaidOnes said;
  for (const std::int64_t seconds : {5, 5, 4, 4, 3, 9}) said.arrive({.time = UtcTime{seconds, 0}});
  said.arrive({.time = UtcTime{1, 0}}, 6);
  EXPECT_EQ(said.all.at(2).time, (UtcTime{4, 0}));
  EXPECT_EQ(said.faults(0), MetadataFaults{.time_went_back = 2});
  EXPECT_EQ(said.faults(1), MetadataFaults{});
}

TEST(ProvidesPortCore, keeps_metadata_with_their_packets_in_its_queue) {
  ProvidesPortCore<Said> port({.depth = 3}, {});
  (void)port.arrive({CarriedMetadata{{.sample_number = 1}}}, stamp_of(5, 1));
  (void)port.arrive({}, stamp_of(5, 2));
  (void)port.arrive({CarriedMetadata{{.sample_number = 3}}}, stamp_of(5, 3));
  EXPECT_EQ(port.take()->packet.metadata.get().sample_number, 1U);
  EXPECT_TRUE(port.take()->packet.metadata.get().is_empty());
  EXPECT_EQ(port.take()->packet.metadata.get().sample_number, 3U);
}

}  // namespace
}  // namespace orbweaver::packets
