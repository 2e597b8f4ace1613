// SPDX-License-Identifier: Apache-2.0
#include "files/moved_tree.hpp"

#include <orbweaver/profile/profile.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "scratch_folder.hpp"

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
    if (!file.is_profile) continue;
    for (const auto& entry : profile::read_profile(text_of(tree, file), file.name).files)
      EXPECT_TRUE(!entry.name.starts_with('/') || entry.name.starts_with("/versions/radio/2/"))
          << file.name << ": " << entry.name;
  }
}

/// A radio of one component, whose package has this file name, and whose code is this text.
class ARadioOf {
 public:
  ARadioOf(const std::string& package, const std::string& code) {
    scratch_.write("radio.sad.xml", R"(<?xml version="1.0"?>
<softwareassembly id="radio-id" name="radio">
  <componentfiles><componentfile id="rx" type="SPD"><localfile name="/)" +
                                        package + R"("/></componentfile></componentfiles>
  <partitioning><componentplacement><componentfileref refid="rx"/>
    <componentinstantiation id="rx"><findcomponent><namingservice name="rx"/></findcomponent></componentinstantiation>
  </componentplacement></partitioning>
  <assemblycontroller><componentinstantiationref refid="rx"/></assemblycontroller>
  <connections/>
</softwareassembly>
)");
    scratch_.write(package, R"(<?xml version="1.0"?>
<softpkg id="rx-id" name="rx">
  <title/><author><name>a</name></author>
  <implementation id="here">
    <code type="Executable"><localfile name="/code.xml"/></code>
    <os name="Linux"/>
  </implementation>
</softpkg>
)");
    scratch_.write("code.xml", code);
  }
  [[nodiscard]] MovedTree moved() const {
    return move_tree(read_tree({.sad = scratch_.path() / "radio.sad.xml", .root = scratch_.path()}),
                     "/versions/radio/2");
  }

 private:
  ScratchFolder scratch_;
};

TEST(AMovedTree, knows_a_profile_by_what_is_in_it) {
  const ARadioOf radio{"rx.package", "<code/>"};
  const auto tree = radio.moved();
  ASSERT_EQ(tree.tree.files.size(), 3U);
  const auto text = tree.texts.at("/versions/radio/2/rx.package");
  EXPECT_NE(text.find("\"/versions/radio/2/code.xml\""), std::string::npos) << text;
  EXPECT_FALSE(tree.texts.contains("/versions/radio/2/code.xml"));
}

TEST(AMovedTree, takes_code_that_is_a_large_file_of_xml_as_it_is) {
  const ARadioOf radio{"rx.spd.xml",
                       "<code>" + std::string(profile::ReadLimits{}.bytes, 'x') + "</code>"};
  const auto tree = radio.moved();
  EXPECT_EQ(tree.tree.files.size(), 3U);
  EXPECT_FALSE(tree.texts.contains("/versions/radio/2/code.xml"));
}

}  // namespace
}  // namespace orbweaver::control
