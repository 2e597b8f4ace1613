// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "launched/program.hpp"

#include <array>
#include <string>
#include <vector>

namespace orbweaver::launched {
namespace {

/// A kind that is never made: its options are refused before.
Kind kind(std::string name) {
  return {std::move(name), "does nothing", [](CLI::App& app, Settings& settings) -> MakePart {
            add_program_options(app, settings);
            add_sender_options(app, settings);
            return [](Component&) -> std::unique_ptr<Part> { return nullptr; };
          }};
}

int run_words(std::vector<std::string> words) {
  words.insert(words.begin(), "bin/some-pipeline");
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  return run_pipeline(static_cast<int>(arguments.size()), arguments.data(),
                      {kind("source"), kind("sink")});
}

struct Wrong {
  std::vector<std::string> words;
  std::string says;
};
void PrintTo(const Wrong& one, std::ostream* out) { *out << testing::PrintToString(one.words); }

class WrongPipeline : public testing::TestWithParam<Wrong> {};

TEST_P(WrongPipeline, is_one_line_and_status_2) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_words(GetParam().words), 2);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find(GetParam().says), std::string::npos) << said;
  EXPECT_EQ(said.find('\n'), said.size() - 1) << said;
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongPipeline,
    testing::Values(Wrong{{}, "some-pipeline: a component is missing"},
                    Wrong{{"source", "--"}, "a component is missing"},
                    Wrong{{"source", "--", "--", "sink"}, "a component is missing"},
                    Wrong{{"filter"}, "there is no component 'filter'; known are source, sink"},
                    Wrong{{"source", "--", "sink", "--sync", "never"}, "sink: --sync"},
                    Wrong{{"source", "--name", "tuner", "--tune", "--", "sink"}, "tuner: "}));

TEST(Pipeline, tells_its_kinds) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(run_words({"--help"}), 0);
  EXPECT_NE(testing::internal::GetCapturedStdout().find("sink"), std::string::npos);
}

}  // namespace
}  // namespace orbweaver::launched
