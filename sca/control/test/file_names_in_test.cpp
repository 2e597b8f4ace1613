// SPDX-License-Identifier: Apache-2.0
#include "files/file_names_in.hpp"

#include <gtest/gtest.h>

namespace orbweaver::control {
namespace {

std::string moved(std::string_view xml) {
  return with_file_names(xml, [](const std::string& name) -> std::optional<std::string> {
    if (!name.starts_with('/')) return std::nullopt;
    return "/v" + name;
  });
}

TEST(FileNamesInAProfile, are_changed_and_nothing_else_is) {
  EXPECT_EQ(moved(R"(<a name="/x"><localfile name="/b"/></a>)"),
            R"(<a name="/x"><localfile name="/v/b"/></a>)");
  EXPECT_EQ(moved("<localfile\n  other='/x' name = '/b' />\r\n"),
            "<localfile\n  other='/x' name = '/v/b' />\r\n");
  EXPECT_EQ(moved(R"(<localfile name="b"/><localfiles name="/b"/>)"),
            R"(<localfile name="b"/><localfiles name="/b"/>)");
  EXPECT_EQ(moved(R"(<localfile name="/b"></localfile>)"),
            R"(<localfile name="/v/b"></localfile>)");
}

TEST(FileNamesInAProfile, are_those_of_entry_points_too) {
  EXPECT_EQ(moved("<entrypoint> /a/b\n</entrypoint>"), "<entrypoint> /v/a/b\n</entrypoint>");
  EXPECT_EQ(moved("<entrypoint>run</entrypoint>"), "<entrypoint>run</entrypoint>");
}

TEST(FileNamesInAProfile, are_no_parts_of_comments_and_of_texts) {
  for (const auto* text :
       {R"(<!-- <localfile name="/b"/> -->)", R"(<![CDATA[<localfile name="/b"/>]]>)",
        R"(<a b="&lt;localfile name='/b'/>"/>)"})
    EXPECT_EQ(moved(text), text);
}

TEST(FileNamesInAProfile, are_read_and_written_as_xml) {
  EXPECT_EQ(moved(R"(<localfile name="/a&amp;b&apos;"/>)"),
            R"(<localfile name="/v/a&amp;b&apos;"/>)");
}

TEST(FileNamesInAProfile, end_with_a_text_that_is_cut) {
  const std::string whole =
      R"(<localfile a = "1" name="/b"/><entrypoint> /c </entrypoint><!-- -->)";
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_LE(moved(whole.substr(0, size)).size(), whole.size() + 4);
}

}  // namespace
}  // namespace orbweaver::control
