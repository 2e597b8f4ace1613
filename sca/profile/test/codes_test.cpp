// SPDX-License-Identifier: Apache-2.0
// Every code of a finding has a case that causes it, at the right file and line, and no other
// error.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "cases.hpp"
#include "sample.hpp"

namespace orbweaver::profile {
namespace {

CheckReport report_of(const Case& test_case, Strictness strictness) {
  const Sample sample;
  if (test_case.from.empty())
    sample.write(test_case.file, test_case.to);
  else
    sample.replace(test_case.file, test_case.from, test_case.to);
  CheckOptions options;
  options.strictness = strictness;
  options.limits = {20'000, 12, 500};
  return sample.check(options);
}

bool allowed(const Case& test_case, const Finding& finding) {
  if (finding.code == test_case.code) return true;
  std::istringstream words(test_case.also);
  for (std::string word; words >> word;)
    if (word == name_of(finding.code)) return true;
  return false;
}

void expect(const Case& test_case, Strictness strictness) {
  SCOPED_TRACE(std::string{name_of(test_case.code)} + ": " + test_case.to);
  const auto report = report_of(test_case, strictness);
  const auto found = std::ranges::find(report.findings, test_case.code, &Finding::code);
  ASSERT_NE(found, report.findings.end()) << summary(report.findings);
  EXPECT_EQ(summary({*found}), std::string{name_of(test_case.code)} + " " + test_case.at + "\n");
  EXPECT_FALSE(found->what.empty() || found->cause.empty() || found->remedy.empty());
  for (const auto& finding : report.findings)
    EXPECT_TRUE(allowed(test_case, finding)) << summary({finding}) << finding.what << finding.cause;
}

TEST(Codes, every_case_gives_its_finding_at_its_line_and_nothing_else) {
  for (const auto& lenient_test_case : lenient_cases())
    expect(lenient_test_case, Strictness::lenient);
}

TEST(Codes, every_strict_case_gives_its_finding_at_its_line_and_nothing_else) {
  for (const auto& strict_test_case : strict_cases()) expect(strict_test_case, Strictness::strict);
}

TEST(Codes, every_code_has_a_case) {
  // Those need a file system of their own, many files, or a program: files_test.cpp, load_test.cpp,
  // program_test.cpp.
  std::set<Code> tested{Code::file_unreadable,      Code::dependency_too_deep,
                        Code::program_port_wrong,   Code::program_port_unlisted,
                        Code::program_type_differs, Code::program_property_differs,
                        Code::program_unreadable};
  for (const auto cases : {lenient_cases(), strict_cases()})
    for (const auto& test_case : cases) tested.insert(test_case.code);
  for (const auto& entry : all_codes()) EXPECT_TRUE(tested.contains(entry.code)) << entry.name;
}

TEST(Codes, names_are_words_with_hyphens_and_each_is_there_once) {
  std::set<std::string_view> names;
  for (const auto& entry : all_codes()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_EQ(entry.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string::npos);
    EXPECT_FALSE(entry.meaning.empty());
  }
}

}  // namespace
}  // namespace orbweaver::profile
