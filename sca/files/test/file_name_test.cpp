// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/files/file_name.hpp>

#include <gtest/gtest.h>

namespace orbweaver::files {
namespace {

FileName name(std::string_view text) { return FileName::parse(text).value(); }
FileNameError error_of(std::string_view text) { return FileName::parse(text).error(); }

TEST(FileName, is_absolute_and_made_of_steps) {
  EXPECT_EQ(name("/").text(), "/");
  EXPECT_EQ(name("/a/b.xml").text(), "/a/b.xml");
  EXPECT_EQ(name("//a///b/").text(), "/a/b");
  EXPECT_EQ(name("/a/b").steps(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(error_of(""), FileNameError::empty);
  EXPECT_EQ(error_of("a/b"), FileNameError::relative);
}

TEST(FileName, has_no_step_that_leads_up) {
  for (const auto* text : {"/..", "/a/../b", "/a/..", "/./a", "/a/.", "/../../etc/passwd"})
    EXPECT_EQ(error_of(text), FileNameError::dots) << text;
  EXPECT_EQ(name("/...").last(), "...");
  EXPECT_EQ(name("/.hidden").last(), ".hidden");
}

TEST(FileName, has_no_character_that_a_name_must_not_have) {
  for (const auto text : {std::string_view{"/a\nb"}, std::string_view{"/a\0b", 4},
                          std::string_view{"/a\\b"}, std::string_view{"/\x7f"}})
    EXPECT_EQ(error_of(text), FileNameError::bad_character);
  EXPECT_EQ(error_of("/a*"), FileNameError::wildcard);
  EXPECT_EQ(error_of("/a?/b"), FileNameError::wildcard);
  EXPECT_EQ(name("/libstdc++.so.6").last(), "libstdc++.so.6");
  EXPECT_EQ(name("/two words").last(), "two words");
}

TEST(FileName, has_a_greatest_length) {
  const std::string step(kMostStepBytes, 'x');
  EXPECT_TRUE(FileName::parse("/" + step));
  EXPECT_EQ(error_of("/" + step + "x"), FileNameError::too_long);
  std::string longest;
  while (longest.size() < kMostNameBytes) longest += "/a";
  EXPECT_TRUE(FileName::parse(longest));
  EXPECT_EQ(error_of(longest + "/"), FileNameError::too_long);
}

TEST(FileName, has_a_parent_and_a_path_below_the_root) {
  EXPECT_EQ(name("/a/b").parent(), name("/a"));
  EXPECT_EQ(name("/a").parent(), name("/"));
  EXPECT_EQ(name("/").parent(), name("/"));
  EXPECT_EQ(name("/").last(), "");
  EXPECT_EQ(name("/").below_root(), ".");
  EXPECT_EQ(name("/a/b").below_root(), "a/b");
  EXPECT_EQ(name("/a").with("b"), name("/a/b"));
}

TEST(FileName, is_seen_from_a_folder_by_whole_steps) {
  EXPECT_TRUE(name("/a/b").is_at_or_below(name("/a")));
  EXPECT_TRUE(name("/a").is_at_or_below(name("/a")));
  EXPECT_TRUE(name("/a").is_at_or_below(name("/")));
  EXPECT_FALSE(name("/ab").is_at_or_below(name("/a")));
  EXPECT_FALSE(name("/a").is_at_or_below(name("/a/b")));
  EXPECT_EQ(name("/a/b/c").seen_from(name("/a")), name("/b/c"));
  EXPECT_EQ(name("/a").seen_from(name("/a")), name("/"));
}

bool matches(std::string_view pattern, std::string_view text) {
  return FilePattern::parse("/" + std::string{pattern}).value().matches(text);
}

TEST(FilePattern, matches_any_text_and_any_byte) {
  EXPECT_TRUE(matches("*", "anything"));
  EXPECT_TRUE(matches("*.xml", "a.sad.xml"));
  EXPECT_FALSE(matches("*.xml", "a.xml.old"));
  EXPECT_TRUE(matches("a?c", "abc"));
  EXPECT_FALSE(matches("a?c", "ac"));
  EXPECT_TRUE(matches("a*b*c", "a-b-b-c"));
  EXPECT_FALSE(matches("a*b*c", "a-c-b"));
  EXPECT_TRUE(matches("abc", "abc"));
  EXPECT_FALSE(matches("abc", "abcd"));
  EXPECT_FALSE(matches("[ab]", "a"));
  EXPECT_TRUE(matches("a**", "a"));
}

TEST(FilePattern, takes_no_exponential_time) {
  std::string pattern;
  for (int i = 0; i < 100; ++i) pattern += "*a";
  EXPECT_FALSE(matches(pattern + "b", std::string(255, 'a')));
}

TEST(FilePattern, has_wildcards_in_its_last_step_only) {
  const auto pattern = FilePattern::parse("/a/b*").value();
  EXPECT_EQ(pattern.folder(), name("/a"));
  EXPECT_EQ(pattern.last(), "b*");
  EXPECT_TRUE(pattern.has_wildcards());
  EXPECT_FALSE(FilePattern::parse("/a/b").value().has_wildcards());
  EXPECT_EQ(FilePattern::parse("/*/b").error(), FileNameError::wildcard);
  EXPECT_EQ(FilePattern::parse("/a*/").error(), FileNameError::wildcard);
  EXPECT_EQ(FilePattern::parse("/../*").error(), FileNameError::dots);
}

TEST(FilePattern, that_ends_with_a_slash_means_all_entries) {
  EXPECT_EQ(FilePattern::parse("/a/").value().folder(), name("/a"));
  EXPECT_EQ(FilePattern::parse("/a/").value().last(), "*");
  EXPECT_EQ(FilePattern::parse("/").value().folder(), name("/"));
  EXPECT_TRUE(FilePattern::parse("/").value().matches("x"));
}

TEST(NameErrors, say_how_to_fix_them) {
  for (const auto error :
       {FileNameError::empty, FileNameError::relative, FileNameError::too_long, FileNameError::dots,
        FileNameError::bad_character, FileNameError::wildcard})
    EXPECT_NE(describe(error), "");
}

}  // namespace
}  // namespace orbweaver::files
