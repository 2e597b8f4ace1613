// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/samples/data_kind.hpp>
#include <orbweaver/samples/file_order.hpp>

#include <gtest/gtest.h>

#include <string>

namespace orbweaver::samples {
namespace {

std::string suffix_of(const std::string& interface) {
  const auto* kind = find_data_kind("IDL:" + interface + ":1.0");
  return kind == nullptr ? "none" : std::string{kind->suffix};
}

TEST(DataKinds, have_the_suffix_that_recordings_have) {
  EXPECT_EQ(suffix_of("standardInterfaces/complexFloat"), "cf32");
  EXPECT_EQ(suffix_of("standardInterfaces/complexShort"), "cs16");
  EXPECT_EQ(suffix_of("standardInterfaces/complexChar"), "cs8");
  EXPECT_EQ(suffix_of("standardInterfaces/stereoSound"), "cs16");
  EXPECT_EQ(suffix_of("standardInterfaces/realFloat"), "f32");
  EXPECT_EQ(suffix_of("standardInterfaces/realDouble"), "f64");
  EXPECT_EQ(suffix_of("Packet/OctetStream"), "u8");
  EXPECT_EQ(suffix_of("Packet/FlowUshortStream"), "u16");
}

TEST(DataKinds, fit_names_with_their_suffix_and_names_that_say_nothing) {
  const auto& kind = *find_data_kind("IDL:standardInterfaces/complexFloat:1.0");
  for (const char* text : {"a.cf32", "a.b/c.cf32", "a", "a.b/c", "a.raw", "a.bin", "/dev/null"})
    EXPECT_TRUE(has_fitting_suffix(text, kind)) << text;
  for (const char* text : {"a.cs16", "a.f32", "a.wav", "a.cf32.txt"})
    EXPECT_FALSE(has_fitting_suffix(text, kind)) << text;
}

TEST(FileOrder, puts_each_i_before_its_q_and_says_what_has_no_partner) {
  FileOrder<standardInterfaces::complexShort> order;
  const auto view = [](std::initializer_list<std::int16_t> values) {
    return ports::View<std::int16_t>{std::vector<std::int16_t>{values}};
  };
  const auto whole = order.of({view({1, 2}), view({3, 4})});
  ASSERT_EQ(whole.bytes.size(), 8U);
  const auto* numbers = reinterpret_cast<const std::int16_t*>(whole.bytes.data());
  EXPECT_EQ((std::vector<std::int16_t>{numbers, numbers + 4}),
            (std::vector<std::int16_t>{1, 3, 2, 4}));
  EXPECT_EQ(whole.problem, "");
  EXPECT_FALSE(whole.is_end);
  const auto odd = order.of({view({1, 2}), view({3})});
  EXPECT_EQ(odd.bytes.size(), 4U);
  EXPECT_EQ(odd.problem, "a packet has 2 and 1 samples: what has no partner was left out");
  EXPECT_TRUE(order.of({view({}), view({})}).is_end);
}

}  // namespace
}  // namespace orbweaver::samples
