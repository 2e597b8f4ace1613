// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <orbweaver/upkeep/wanted.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace orbweaver::upkeep {
namespace {

using Words = std::vector<std::string>;

Wanted read(const std::string& text) {
  auto wanted = parse_wanted(text, "wanted.toml");
  EXPECT_TRUE(wanted.has_value()) << (wanted ? "" : wanted.error());
  return wanted.value_or(Wanted{});
}

std::string refusal(const std::string& text) {
  const auto wanted = parse_wanted(text, "wanted.toml");
  return wanted ? "" : wanted.error();
}

TEST(WantedFile, has_nodes_and_applications) {
  const auto wanted = read(R"(
[expect]
nodes = ["mast", "cabin"]

[application.fm]
sad = "/waveforms/fm/fm.sad.xml"
start = false
when_it_ends = "keep-rest"
most_restarts = 0

[application."fm-2.5MHz"]
)");
  EXPECT_EQ(wanted.nodes, (Words{"mast", "cabin"}));
  const auto* fm = wanted.find("fm");
  ASSERT_NE(fm, nullptr);
  EXPECT_EQ(fm->sad, "/waveforms/fm/fm.sad.xml");
  EXPECT_FALSE(fm->start);
  EXPECT_EQ(fm->when_it_ends, WhenItEnds::keep_rest);
  EXPECT_EQ(fm->most_restarts, 0U);
  const auto* other = wanted.find("fm-2.5MHz");
  ASSERT_NE(other, nullptr);
  EXPECT_TRUE(other->start);
  EXPECT_EQ(other->when_it_ends, WhenItEnds::restart);
  EXPECT_EQ(other->most_restarts, 5U);
  EXPECT_EQ(wanted.find("am"), nullptr);
}

TEST(WantedFile, has_settings_as_a_command_line_has_them) {
  const auto wanted = read(R"(
[application.fm]
on = { demodulator = "mast:device" }
set = { gain = 2.5, count = 3, is_on = true, name = "a b", taps = [1, 2.5], "odd id" = "x", filter = { width = 200 } }
)");
  ASSERT_NE(wanted.find("fm"), nullptr);
  EXPECT_EQ(wanted.find("fm")->on, (Words{"demodulator=mast:device"}));
  auto set = wanted.find("fm")->set;
  std::ranges::sort(set);
  EXPECT_EQ(set, (Words{"count=3", "filter.width=200", "gain=2.5", "is_on=true", "name=a b",
                        "odd id=x", "taps=[1,2.5]"}));
}

TEST(WantedFile, of_nothing_wants_nothing) {
  const auto wanted = read("");
  EXPECT_TRUE(wanted.nodes.empty());
  EXPECT_TRUE(wanted.applications.empty());
}

TEST(WantedFile, that_is_wrong_is_refused_with_the_line) {
  EXPECT_EQ(
      refusal("[application.fm]\n\nstrat = true\n"),
      "wanted.toml:3: 'strat' is nothing that an application has; choose from sad, start, on, "
      "set, when_it_ends, most_restarts");
  EXPECT_EQ(
      refusal("[application.fm]\nsad = \"fm.sad.xml\"\n"),
      "wanted.toml:2: sad is 'fm.sad.xml'; write its name in the domain, which begins with '/'");
  EXPECT_EQ(refusal("[application.fm]\nwhen_it_ends = \"never\"\n"),
            "wanted.toml:2: when_it_ends is 'never'; choose from restart, keep-rest, stop");
  EXPECT_EQ(refusal("[expect]\nnode = [\"a\"]\n"),
            "wanted.toml:2: 'node' cannot be expected; choose from nodes");
  EXPECT_EQ(refusal("[applications.fm]\n"),
            "wanted.toml:1: 'applications' means nothing here; choose from [expect], "
            "[application.NAME]");
}

TEST(WantedFile, that_has_a_value_of_another_type_is_refused) {
  for (const auto* line :
       {"start = 1", "most_restarts = -1", "most_restarts = 1.5", "most_restarts = 1000001",
        "sad = \"\"", "sad = 1", "on = []", "set = \"gain=2\"", "when_it_ends = true"})
    EXPECT_TRUE(refusal(std::string{"[application.fm]\n"} + line).starts_with("wanted.toml:2: "))
        << line;
  EXPECT_NE(refusal("application = 1"), "");
  EXPECT_NE(refusal("application = { fm = 1 }"), "");
  EXPECT_NE(refusal("expect = 1"), "");
  EXPECT_NE(refusal("[expect]\nnodes = \"mast\""), "");
  EXPECT_NE(refusal("[expect]\nnodes = [1]"), "");
}

TEST(WantedFile, that_is_no_toml_is_refused_with_the_line) {
  EXPECT_TRUE(refusal("[expect]\nnodes = [\n").starts_with("wanted.toml:"));
  EXPECT_TRUE(refusal("\xff\xfe").starts_with("wanted.toml:1: "));
}

TEST(WantedFile, that_is_not_there_is_refused_with_its_name) {
  const auto wanted = read_wanted("/nowhere/wanted.toml");
  ASSERT_FALSE(wanted.has_value());
  EXPECT_EQ(wanted.error(), "/nowhere/wanted.toml: No such file or directory");
}

TEST(WantedFile, that_is_a_folder_or_too_large_is_refused) {
  EXPECT_EQ(read_wanted("/").error(), "/: it is no file with text");
  const auto file = std::filesystem::path{testing::TempDir()} / "wanted_too_large.toml";
  std::ofstream{file} << std::string((1U << 20U) + 1, '#');
  const auto wanted = read_wanted(file);
  std::filesystem::remove(file);
  EXPECT_EQ(wanted.error(), file.string() + ": it is larger than 1 MiB");
}

TEST(WantedFile, is_read) {
  const auto file = std::filesystem::path{testing::TempDir()} / "wanted_is_read.toml";
  std::ofstream{file} << "[expect]\nnodes = [\"mast\"]\n";
  const auto wanted = read_wanted(file);
  std::filesystem::remove(file);
  ASSERT_TRUE(wanted.has_value());
  EXPECT_EQ(wanted->nodes, (Words{"mast"}));
}

}  // namespace
}  // namespace orbweaver::upkeep
