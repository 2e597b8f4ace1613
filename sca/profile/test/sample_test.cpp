// SPDX-License-Identifier: Apache-2.0
#include "sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>

extern const char* const kProfileData;  // by the build

namespace orbweaver::profile {

namespace fs = std::filesystem;

Sample::Sample(const std::string& name) {
  fs::copy(fs::path(kProfileData) / name, folder(), fs::copy_options::recursive);
}

std::string Sample::read(const std::string& file) const { return scratch_.read(file); }

void Sample::write(const std::string& file, const std::string& text) const {
  scratch_.write(file, text);
}

int Sample::replace(const std::string& file, const std::string& from, const std::string& to) const {
  auto text = read(file);
  const auto at = text.find(from);
  if (at == std::string::npos) {
    ADD_FAILURE() << file << " does not hold " << from;
    return 0;
  }
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
  write(file, text.replace(at, from.size(), to));
  return static_cast<int>(line);
}

CheckReport Sample::check(CheckOptions options) const {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder())) {
    const auto name = entry.path().filename().string();
    const bool top = name.ends_with(".sad.xml") || name.ends_with(".dcd.xml") ||
                     name.ends_with(".dmd.xml") || name.ends_with("_DAS.xml");
    if (top) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  if (!options.root) options.root = folder();
  return profile::check(files, options);
}

std::string summary(const Findings& findings) {
  std::string all;
  for (const auto& finding : findings)
    all += std::string{name_of(finding.code)} + " " +
           fs::path(*finding.at.file).filename().string() + ":" + std::to_string(finding.at.line) +
           "\n";
  return all;
}

namespace {

TEST(Sample, profiles_of_sca_2_2_2_are_free_of_findings_even_strictly) {
  const Sample good;
  CheckOptions strict;
  strict.strictness = Strictness::strict;
  EXPECT_EQ(summary(good.check().findings), "");
  // OSSIE's file of assignments is no profile of SCA 2.2.2, and has no structure to keep.
  EXPECT_EQ(summary(good.check(strict).findings), "");
  EXPECT_EQ(good.check().profiles, 18U);
}

TEST(Sample, gives_execute_options_that_its_components_do_not_declare) {
  const Sample good;
  (void)good.replace("waveforms/radio/radio.sad.xml", "refid=\"gain\" value=\"-3\"",
                     "refid=\"EXECUTE_OPTION::PRIORITY\" value=\"10\"");
  EXPECT_EQ(summary(good.check().findings), "");
}

TEST(Sample, what_redhawk_adds_is_known) {
  const Sample redhawk("redhawk");
  EXPECT_EQ(summary(redhawk.check().findings), "");
}

TEST(Sample, what_redhawk_adds_is_an_error_strictly) {
  const Sample redhawk("redhawk");
  CheckOptions strict;
  strict.strictness = Strictness::strict;
  const auto report = redhawk.check(strict);
  const auto found = summary(report.findings);
  EXPECT_NE(found.find("strict-attribute-unlisted radio.sad.xml:3"), std::string::npos) << found;
  EXPECT_NE(found.find("strict-order radio.sad.xml:4"), std::string::npos) << found;
  EXPECT_NE(found.find("strict-element-unlisted radio.sad.xml"), std::string::npos) << found;
  EXPECT_NE(found.find("strict-attribute-value tool.prf.xml"), std::string::npos) << found;
  EXPECT_EQ(count(report.findings, Severity::warning), 0U) << found;
}

}  // namespace
}  // namespace orbweaver::profile
