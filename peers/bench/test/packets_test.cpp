// SPDX-License-Identifier: Apache-2.0
// Packets pushed into a port: what is timed, and what is reported of it.
#include <bench/measure.hpp>

#include <gmock/gmock.h>

#include <stdexcept>
#include <vector>

namespace bench {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::Ge;
using testing::SizeIs;

std::vector<std::int64_t> times_now(std::size_t count) {
  return std::vector<std::int64_t>(count, now_ns());
}

TEST(TimePackets, leaves_out_the_warm_up) {
  int pushed = 0;
  const auto measured = time_packets(
      {.what = "samples", .calls = 3, .warm_up = 2}, [&] { ++pushed; },
      [] { return times_now(5); });
  EXPECT_EQ(pushed, 5);
  EXPECT_THAT(measured.durations_ns, SizeIs(3));
  EXPECT_THAT(measured.taken_ns, SizeIs(3));
  EXPECT_THAT(measured.taken_ns, Each(Ge(0)));
}

TEST(TimePackets, refuses_a_port_that_does_not_tell_of_each) {
  EXPECT_THROW((void)time_packets(
                   {.what = "samples", .calls = 3}, [] {}, [] { return times_now(2); }),
               std::runtime_error);
}

TEST(ToJson, keeps_of_each_stretch_the_first_and_the_slowest) {
  const Command command{.what = "samples", .calls = 5, .keep = 2};
  const auto line = to_json(
      command, {.calls = 5, .durations_ns = {1, 1, 1, 1, 1}, .taken_ns = {10, 30, 20, 7, 9}});
  EXPECT_EQ(line["kept"]["every"], 3);
  EXPECT_THAT(line["kept"]["first_ns"].get<std::vector<int>>(), ElementsAre(10, 7));
  EXPECT_THAT(line["kept"]["slowest_ns"].get<std::vector<int>>(), ElementsAre(30, 9));
  EXPECT_EQ(line["taken_ns"]["max"], 30);
  EXPECT_EQ(line["taken_ns"]["p50"], 10);
}

TEST(ToJson, keeps_nothing_if_not_asked) {
  const auto line =
      to_json({.what = "samples", .calls = 1}, {.calls = 1, .durations_ns = {1}, .taken_ns = {10}});
  EXPECT_FALSE(line.contains("kept"));
  EXPECT_TRUE(line.contains("taken_ns"));
}

TEST(ParseCommand, bounds_what_is_kept) {
  EXPECT_EQ(parse_command(R"({"case":"samples","keep":10000})").keep, 10000);
  EXPECT_THROW((void)parse_command(R"({"case":"samples","keep":10001})"), std::invalid_argument);
}

}  // namespace
}  // namespace bench
