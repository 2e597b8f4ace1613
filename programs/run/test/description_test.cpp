// SPDX-License-Identifier: Apache-2.0
#include "run/description.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>

namespace orbweaver::domain {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::string_view kWhole =
    "is_default = true\n"
    "[recording]\n"
    "component = 'source'\nproperty = 'input'\nfile = 'a.cu8'\ngenerate = ['make', '--short']\n";

class DescriptionTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto name = (fs::temp_directory_path() / "description-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder = name;
  }
  void TearDown() override { fs::remove_all(folder); }

  [[nodiscard]] Result<Description, std::string> described_by(std::string_view text) const {
    std::ofstream{folder / "radio.run.toml"} << text;
    return description_of(folder / "radio.sad.xml");
  }

  fs::path folder;
};

TEST_F(DescriptionTest, a_waveform_without_the_file_has_no_default_and_no_recording) {
  const auto description = description_of(folder / "radio.sad.xml");
  ASSERT_TRUE(description.has_value());
  EXPECT_FALSE(description->is_default);
  EXPECT_FALSE(description->recording.has_value());
}

TEST_F(DescriptionTest, the_recording_is_read_with_the_words_that_make_it) {
  const auto description = described_by(kWhole);
  ASSERT_TRUE(description.has_value()) << description.error();
  EXPECT_TRUE(description->is_default);
  ASSERT_TRUE(description->recording.has_value());
  EXPECT_EQ(description->recording->component, "source");
  EXPECT_EQ(description->recording->property, "input");
  EXPECT_EQ(description->recording->file, "a.cu8");
  EXPECT_THAT(description->recording->generate, ElementsAre("make", "--short"));
}

TEST_F(DescriptionTest, tables_for_other_readers_are_passed_over) {
  EXPECT_TRUE(described_by("[verdict]\nkind = 'frames'\n").has_value());
}

TEST_F(DescriptionTest, a_file_that_is_not_toml_is_refused_with_its_line) {
  const auto description = described_by("is_default = true\n[recording\n");
  ASSERT_FALSE(description.has_value());
  EXPECT_THAT(description.error(),
              StartsWith((folder / "radio.run.toml").string() + " cannot be read: line 2: "));
  EXPECT_THAT(description.error(), Not(HasSubstr("\n")));
}

TEST_F(DescriptionTest, a_file_that_is_not_utf8_is_refused_in_one_line) {
  const auto description = described_by("is_default = \"\xff\xfe\"\n");
  ASSERT_FALSE(description.has_value());
  EXPECT_THAT(description.error(), HasSubstr("cannot be read: line 1"));
  EXPECT_THAT(description.error(), Not(HasSubstr("\n")));
}

TEST_F(DescriptionTest, a_recording_that_lacks_a_member_is_refused) {
  for (const std::string member : {"component", "property", "file", "generate"}) {
    std::string text{kWhole};
    text.replace(text.find(member), member.size(), "x" + member.substr(1));
    const auto description = described_by(text);
    ASSERT_FALSE(description.has_value()) << member;
    EXPECT_THAT(description.error(), HasSubstr("component, property, file and generate"));
  }
}

TEST_F(DescriptionTest, a_word_that_is_no_text_is_refused) {
  for (const std::string words : {"[1]", "[\"\"]", "[\"a\", 2]"}) {
    std::string text{kWhole};
    const auto begin = text.find("[", text.find("generate"));
    text.replace(begin, text.find("]", begin) + 1 - begin, words);
    const auto description = described_by(text);
    ASSERT_FALSE(description.has_value()) << words;
    EXPECT_THAT(description.error(), HasSubstr("generate: each of its words is a text"));
  }
}

TEST_F(DescriptionTest, a_member_that_is_not_known_is_named) {
  const auto description = described_by("[recordin]\nfile = \"a\"\n");
  ASSERT_FALSE(description.has_value());
  EXPECT_THAT(description.error(), HasSubstr("'recordin' is not known; choose from is_default"));
}

TEST_F(DescriptionTest, a_file_that_is_too_large_is_refused) {
  const auto description = described_by("#" + std::string((1U << 20U) + 1U, 'x') + "\n");
  ASSERT_FALSE(description.has_value());
  EXPECT_THAT(description.error(), HasSubstr("larger than 1 MiB"));
}

TEST_F(DescriptionTest, a_recording_outside_its_folder_is_refused) {
  for (const std::string file : {"../a.cu8", "/tmp/a.cu8", "..", "."}) {
    std::string text{kWhole};
    text.replace(text.find("a.cu8"), 5, file);
    const auto description = described_by(text);
    ASSERT_FALSE(description.has_value()) << file;
    EXPECT_THAT(description.error(), HasSubstr("file is the name of a file, without a folder"));
  }
}

}  // namespace
}  // namespace orbweaver::domain
