// SPDX-License-Identifier: Apache-2.0
#include "files/profile_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>

extern const char* const kProfileData;  // by the build

namespace orbweaver::control {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = fs::path{kProfileData} / "good";
const fs::path kSad = kRoot / "waveforms/radio/radio.sad.xml";

std::vector<std::string> names_of(const ProfileTree& tree) {
  std::vector<std::string> names;
  for (const auto& file : tree.files) names.push_back(file.name);
  std::ranges::sort(names);
  return names;
}

std::string refusal(const Install& wanted) {
  try {
    (void)read_tree(wanted);
  } catch (const Failed& failed) {
    return failed.what();
  }
  return {};
}

TEST(AProfileTree, has_the_sad_and_every_file_that_a_profile_names) {
  const auto tree = read_tree({.sad = kSad, .root = kRoot});
  EXPECT_EQ(tree.sad, "/waveforms/radio/radio.sad.xml");
  EXPECT_EQ(tree.files.front().name, tree.sad);
  const auto names = names_of(tree);
  for (const auto* part : {"/components/source/source", "/components/source/source.spd.xml",
                           "/components/source/source.scd.xml", "/components/source/source.prf.xml",
                           "/components/filter/filter", "/packages/taps/taps.spd.xml"})
    EXPECT_TRUE(std::ranges::binary_search(names, part)) << part;
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
  for (const auto& file : tree.files) EXPECT_TRUE(fs::is_regular_file(file.local)) << file.local;
}

TEST(AProfileTree, goes_where_the_user_says) {
  const auto tree = read_tree({.sad = kSad, .root = kRoot, .as = "/a/b/x.sad.xml"});
  EXPECT_EQ(tree.sad, "/a/b/x.sad.xml");
  EXPECT_EQ(read_tree({.sad = kSad, .root = kRoot, .as = "/a/b/"}).sad, "/a/b/radio.sad.xml");
  EXPECT_TRUE(refusal({.sad = kSad, .root = kRoot, .as = "other"}).starts_with("--as other: "));
  EXPECT_TRUE(refusal({.sad = kSad, .root = kRoot, .as = "/a/../b"}).starts_with("--as /a/../b"));
}

TEST(AProfileTree, does_not_leave_the_root_by_relative_names_of_a_sad_that_moves) {
  EXPECT_NE(refusal({.sad = kSad, .root = kRoot, .as = "/a/x.sad.xml"}).find("leads out"),
            std::string::npos);
}

TEST(AProfileTree, is_refused_with_file_and_line_of_the_first_error) {
  EXPECT_NE(refusal({.sad = kRoot / "none.sad.xml", .root = kRoot}).find("none.sad.xml"),
            std::string::npos);
  EXPECT_NE(refusal({.sad = kRoot / "components/source/source.spd.xml", .root = kRoot}), "");
  EXPECT_NE(refusal({.sad = kRoot, .root = kRoot}), "");
}

}  // namespace
}  // namespace orbweaver::control
