// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/frame.hpp>

#include <gtest/gtest.h>

#include "bits_of_frame.hpp"

namespace orbweaver::ax25 {
namespace {

Frame example() {
  Frame frame{
      {"APZ001", 0, true}, {"QX1ABC", 15, false}, {}, kUnnumberedInformation, kNoLayer3, {}};
  frame.path = {{"QX2D", 3, true}, {"WIDE2", 1, false}};
  frame.information = std::string(">a\0\xFF", 4);
  return frame;
}

FrameError error_of(const Octets& octets) {
  const auto frame = parse_frame(octets);
  EXPECT_FALSE(frame);
  return frame ? FrameError{} : frame.error();
}

TEST(AFrame, is_read_as_it_was_written) {
  EXPECT_EQ(parse_frame(octets_of(example())), example());
  Frame without_path = example();
  without_path.path.clear();
  EXPECT_EQ(parse_frame(octets_of(without_path)), without_path);
}

TEST(AFrame, has_the_octets_of_the_standard) {
  // AX.25 2.2, figure 3.5: NJ7P-0 sends to N7LEM-0, with the command bit.
  Frame frame{{"NJ7P", 0, true}, {"N7LEM", 0, false}, {}, 0x3F, {}, {}};
  EXPECT_EQ(octets_of(frame), (Octets{0x9C, 0x94, 0x6E, 0xA0, 0x40, 0x40, 0xE0, 0x9C, 0x6E, 0x98,
                                      0x8A, 0x9A, 0x40, 0x61, 0x3F}));
}

TEST(AFrame, of_another_kind_has_no_protocol_and_may_have_no_information) {
  const Frame ready{{"QX1A", 0, true}, {"QX2B"}, {}, 0x41, {}, {}};
  EXPECT_EQ(parse_frame(octets_of(ready)), ready);
  EXPECT_EQ(kind_of(ready), "S");
  EXPECT_EQ(kind_of({.control = 0x3F}), "U");
  EXPECT_EQ(kind_of({.control = 0x22}), "I");
  EXPECT_EQ(kind_of({.control = 0x13}), "UI");
}

TEST(AFrame, takes_eight_digipeaters_and_no_more) {
  Frame frame = example();
  frame.path.assign(kMostDigipeaters, {"WIDE1", 1, false});
  EXPECT_EQ(parse_frame(octets_of(frame)), frame);
  frame.path.push_back({"WIDE2", 1, false});
  EXPECT_EQ(error_of(octets_of(frame)), FrameError::too_many_addresses);
}

TEST(AFrame, that_is_cut_in_its_addresses_is_refused) {
  const auto whole = octets_of(example());
  for (std::size_t length = 0; length < 4 * 7 + 2; ++length) {
    EXPECT_EQ(error_of({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)}),
              FrameError::too_short)
        << length;
  }
}

TEST(AFrame, with_an_address_that_is_none_is_refused) {
  const auto with = [](std::size_t at, std::uint8_t octet) {
    auto octets = octets_of(example());
    octets[at] = octet;
    return octets;
  };
  EXPECT_EQ(error_of(with(0, 0x40)), FrameError::no_call);      // a space before a letter
  EXPECT_EQ(error_of(with(8, 'a' << 1)), FrameError::no_call);  // small
  EXPECT_EQ(error_of(with(3, 0x83)), FrameError::no_call);      // the last address ends within
  EXPECT_EQ(error_of(Octets(20, 0x40)), FrameError::no_call);   // no character at all
  for (const auto error :
       {FrameError::no_call, FrameError::too_short, FrameError::too_many_addresses}) {
    EXPECT_FALSE(text_of(error).empty());
  }
}

}  // namespace
}  // namespace orbweaver::ax25
