// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/kiss.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/ax25/heard_frame.hpp>

#include "bits_of_frame.hpp"
#include "temporary_folder.hpp"

namespace orbweaver::ax25 {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string text_of(const Octets& octets) { return {octets.begin(), octets.end()}; }

std::string complaint_about(std::string_view content) {
  const recording::TemporaryFolder folder;
  const auto frames = read_kiss_file(folder.write("a.kiss", content));
  return frames ? "" : frames.error();
}

TEST(Kiss, escapes_its_own_octets) {
  Octets kiss;
  append_kiss(kiss, Octets{1, 0xC0, 0xDB, 2});
  EXPECT_EQ(kiss, (Octets{0xC0, 0, 1, 0xDB, 0xDC, 0xDB, 0xDD, 2, 0xC0}));
}

TEST(Kiss, is_read_as_it_was_written_however_it_is_cut) {
  const Octets first{1, 0xC0, 0xDB, 0xDC, 0xDD}, second = frame_saying("two");
  Octets kiss;
  append_kiss(kiss, first);
  append_kiss(kiss, second);
  KissReader whole;
  EXPECT_THAT(whole.push(kiss), ElementsAre(first, second));
  KissReader octetwise;
  std::vector<Octets> frames;
  for (const auto octet : kiss) {
    for (const auto& frame : octetwise.push(std::span(&octet, 1))) frames.push_back(frame);
  }
  EXPECT_THAT(frames, ElementsAre(first, second));
}

TEST(Kiss, counts_what_is_no_frame_of_data) {
  KissReader reader;
  EXPECT_THAT(reader.push(Octets{0xC0, 0x01, 50, 0xC0}),
              IsEmpty());  // the delay of the transmitter
  EXPECT_THAT(reader.push(Octets{0xC0, 0x00, 0xDB, 7, 0xC0}), IsEmpty());  // no escape
  EXPECT_THAT(reader.push(Octets{0xC0, 0x00, 7, 0xDB, 0xC0}), IsEmpty());  // the end within one
  EXPECT_THAT(reader.push(Octets{0xC0, 0xC0, 0x00, 0xC0}), IsEmpty());     // nothing
  EXPECT_THAT(reader.push(Octets(100'000, 0x00)), IsEmpty());              // without end
  EXPECT_THAT(reader.push(Octets{0xC0, 0x10, 7, 0xC0}), ElementsAre(Octets{7}));  // port 1
  EXPECT_EQ(reader.counts().other, 1U);
  EXPECT_EQ(reader.counts().broken, 2U);
  EXPECT_EQ(reader.counts().too_long, 1U);
  EXPECT_EQ(reader.counts().frames, 1U);
}

TEST(AKissFile, gives_its_frames) {
  const recording::TemporaryFolder folder;
  Octets kiss;
  append_kiss(kiss, frame_saying("a"));
  EXPECT_THAT(read_kiss_file(folder.write("a.kiss", text_of(kiss))).value(),
              ElementsAre(frame_saying("a")));
}

TEST(AKissFile, that_is_none_is_refused_in_one_line) {
  EXPECT_THAT(complaint_about("\xC0\xC0"), HasSubstr("a.kiss: no frame in it"));
  EXPECT_THAT(complaint_about(std::string("\xC0\0\xDB\1\xC0", 5)), HasSubstr("1 broken frames"));
  EXPECT_THAT(read_kiss_file("/absent.kiss").error(), HasSubstr("/absent.kiss: cannot be read"));
}

}  // namespace
}  // namespace orbweaver::ax25
