#include "files/moved_tree.hpp"

#include <orbweaver/profile/profile.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

extern const char* const kProfileData;  // by the build

namespace orbweaver::control {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = fs::path{kProfileData} / "good";
const fs::path kSad = kRoot / "waveforms/radio/radio.sad.xml";

MovedTree moved() {
  return move_tree(read_tree({.sad = kSad, .root = kRoot}), "/versions/radio/2");
}

std::string text_of(const MovedTree& tree, const TreeFile& file) {
  const auto changed = tree.texts.find(file.name);
  if (changed != tree.texts.end()) return changed->second;
  std::stringstream text;
  text << std::ifstream{file.local}.rdbuf();
  return text.str();
}

TEST(AMovedTree, has_every_file_below_its_folder) {
  const auto before = read_tree({.sad = kSad, .root = kRoot});
  const auto after = moved().tree;
  EXPECT_EQ(after.sad, "/versions/radio/2/waveforms/radio/radio.sad.xml");
  EXPECT_EQ(after.id, before.id);
  ASSERT_EQ(after.files.size(), before.files.size());
  for (std::size_t i = 0; i < after.files.size(); ++i)
    EXPECT_EQ(after.files[i].name, "/versions/radio/2" + before.files[i].name);
}

TEST(AMovedTree, names_no_absolute_file_outside_of_its_folder) {
  const auto tree = moved();
  EXPECT_FALSE(tree.texts.empty());
  for (const auto& file : tree.tree.files) {
    if (!file.name.ends_with(".xml")) continue;
    for (const auto& each : profile::read_profile(text_of(tree, file), file.name).files)
      EXPECT_TRUE(!each.name.starts_with('/') || each.name.starts_with("/versions/radio/2/"))
          << file.name << ": " << each.name;
  }
}

}  // namespace
}  // namespace orbweaver::control
