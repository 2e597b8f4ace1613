// SPDX-License-Identifier: Apache-2.0
// Names, links, roots, and files that cannot be read.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>

#include "sample.hpp"

namespace orbweaver::profile {
namespace {

namespace fs = std::filesystem;
using Cause = NameFault::Cause;

std::string found_at(const Root& root, const std::string& name, const fs::path& from) {
  const auto found = root.find(name, from);
  if (found) return fs::relative(found->real, fs::canonical(root.folder())).string();
  return found.error().cause == Cause::empty         ? "empty"
         : found.error().cause == Cause::leaves_root ? "leaves root"
                                                     : "missing";
}

TEST(Root, absolute_names_begin_at_the_root_and_relative_ones_where_the_profile_is) {
  const Sample sample;
  const Root root(sample.folder());
  const auto from = sample.path("components/filter");
  EXPECT_EQ(found_at(root, "/components/filter/filter.prf.xml", from),
            "components/filter/filter.prf.xml");
  EXPECT_EQ(found_at(root, "filter.prf.xml", from), "components/filter/filter.prf.xml");
  EXPECT_EQ(found_at(root, "./../source/source.prf.xml", from), "components/source/source.prf.xml");
  EXPECT_EQ(found_at(root, "//components/./filter//filter.prf.xml", from),
            "components/filter/filter.prf.xml");
  EXPECT_EQ(found_at(root, "none.prf.xml", from), "missing");
  EXPECT_EQ(found_at(root, "", from), "empty");
  EXPECT_EQ(found_at(root, std::string("a\0b", 3), from), "empty");
}

TEST(SdrRoot, is_beside_the_folder_of_a_program_that_was_built_or_installed) {
  const Sample sample;
  const auto program = sample.path("bin/orbweaver-node");
  EXPECT_EQ(sdr_root_of(program), "");
  fs::create_directories(sample.path("lib/orbweaver/sdr/dom"));
  EXPECT_EQ(sdr_root_of(program), sample.path("lib/orbweaver/sdr"));
  fs::create_directories(sample.path("sdr/dom"));
  EXPECT_EQ(sdr_root_of(program), sample.path("sdr"));
}

TEST(Root, a_relative_name_may_be_meant_from_the_root) {
  const Sample sample;
  const auto found =
      Root(sample.folder()).find("components/filter/filter.prf.xml", sample.path("waveforms"));
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->by_root);
}

TEST(Root, no_name_leads_out_of_it) {
  const Sample sample;
  sample.write("outside/secret", "x");
  const Root root(sample.path("components"));
  const auto from = sample.path("components/filter");
  for (const auto* name : {"/../outside/secret", "../../outside/secret", "/../../../etc/passwd",
                           "/filter/../../outside/secret", "../../../../../../../etc/passwd"})
    EXPECT_EQ(found_at(root, name, from), "leaves root") << name;
}

TEST(Root, no_link_leads_out_of_it) {
  const Sample sample;
  sample.write("outside/secret", "x");
  fs::create_symlink(sample.path("outside/secret"), sample.path("components/link"));
  fs::create_directory_symlink("../outside", sample.path("components/folder"));
  fs::create_symlink("filter/filter.prf.xml", sample.path("components/inside"));
  fs::create_symlink("loop", sample.path("components/loop"));
  const Root root(sample.path("components"));
  const auto from = sample.path("components/filter");
  EXPECT_EQ(found_at(root, "/link", from), "leaves root");
  EXPECT_EQ(found_at(root, "/folder/secret", from), "leaves root");
  EXPECT_EQ(found_at(root, "/inside", from), "filter/filter.prf.xml");
  EXPECT_EQ(found_at(root, "/loop", from), "missing");
}

TEST(Root, a_root_may_itself_be_a_link) {
  const Sample sample;
  fs::create_directory_symlink(sample.path("components"), sample.path("here"));
  EXPECT_EQ(found_at(Root(sample.path("here")), "filter.prf.xml", sample.path("here/filter")),
            "filter/filter.prf.xml");
}

TEST(Root, a_profile_outside_of_it_may_name_what_lies_below_the_profile) {
  const Sample sample;
  const Root root(sample.path("components"));
  EXPECT_TRUE(root.find("radio.sad.xml", sample.path("waveforms/radio")));
  EXPECT_TRUE(root.find("/filter/filter.prf.xml", sample.path("waveforms/radio")));
  EXPECT_EQ(root.find("../../hardware/board.dpd.xml", sample.path("waveforms/radio")).error().cause,
            Cause::leaves_root);
}

Profile profile_at(const fs::path& file, std::vector<std::string> names) {
  Profile profile;
  profile.name = std::make_shared<const std::string>(file.string());
  profile.folder = file.parent_path();
  for (auto& name : names) profile.files.push_back({std::move(name), {}});
  return profile;
}

TEST(GuessedRoot, is_the_folder_above_in_which_most_absolute_names_exist) {
  const Sample sample;
  const auto sad = sample.path("waveforms/radio/radio.sad.xml");
  EXPECT_EQ(
      guess_root(profile_at(sad, {"/components/filter/filter.spd.xml", "/none"}), "/sdr").folder(),
      sample.folder());
}

TEST(GuessedRoot, is_the_folder_whose_folders_are_named_if_no_name_exists) {
  const Sample sample;
  const auto sad = sample.path("waveforms/radio/radio.sad.xml");
  EXPECT_EQ(guess_root(profile_at(sad, {"/components/none.spd.xml"}), "/sdr").folder(),
            sample.folder());
}

TEST(Root, of_a_node_has_that_of_applications_beside_it) {
  const Sample sample;
  sample.write("sdr/dev/nodes/n/n.dcd.xml", "x");
  sample.write("sdr/dev/devices/d.spd.xml", "x");
  sample.write("sdr/dom/deps/p.spd.xml", "x");
  const auto node = sample.path("sdr/dev/nodes/n");
  const auto root = guess_root(profile_at(node / "n.dcd.xml", {"/deps/p.spd.xml"}), "");
  EXPECT_EQ(root.folder(), sample.path("sdr/dev"));
  EXPECT_TRUE(root.find("/devices/d.spd.xml", node));
  EXPECT_TRUE(root.find("/deps/p.spd.xml", node));
  EXPECT_EQ(root.find("/deps/none.spd.xml", node).error().looked_at,
            sample.path("sdr/dev/deps/none.spd.xml"));
  EXPECT_EQ(root.find("/../dom/deps/p.spd.xml", node).error().cause, Cause::leaves_root);
  const Root domain(sample.path("sdr/dom"));
  EXPECT_FALSE(domain.find("/devices/d.spd.xml", sample.path("sdr/dom/deps")));
}

TEST(GuessedRoot, is_sdrroot_if_no_absolute_name_exists) {
  const auto profile = profile_at("/none/a.sad.xml", {"/components/a.spd.xml", "b.spd.xml"});
  EXPECT_EQ(guess_root(profile, "/sdr").folder(), "/sdr/dom");
}

TEST(GuessedRoot, holds_the_profile_if_its_names_are_relative) {
  const Sample sample;
  const auto spd = sample.path("components/filter/filter.spd.xml");
  const auto sdr = sample.path("sdr");
  EXPECT_EQ(guess_root(profile_at(spd, {"filter.prf.xml"}), sdr).folder(),
            sample.path("components/filter"));
  EXPECT_EQ(guess_root(profile_at(spd, {"../source/source.scd.xml"}), sdr).folder(),
            sample.path("components"));
  EXPECT_EQ(
      guess_root(profile_at(spd, {"/none/a.spd.xml", "../source/source.scd.xml"}), sdr).folder(),
      sample.path("components"));
  EXPECT_EQ(
      guess_root(profile_at(spd, {"/components/none.xml", "../../../x.scd.xml"}), sdr).folder(),
      sample.folder().parent_path());
  const auto in_sdr = sdr / "dom/components/a/a.spd.xml";
  EXPECT_EQ(guess_root(profile_at(in_sdr, {"a.prf.xml"}), sdr).folder(), sdr / "dom");
}

TEST(GuessedRoot, is_sdrroot_if_a_name_exists_there_alone) {
  const Sample sample;
  sample.write("sdr/dom/components/none.spd.xml", "x");
  const auto sad = sample.path("waveforms/radio/radio.sad.xml");
  EXPECT_EQ(guess_root(profile_at(sad, {"/components/none.spd.xml"}), sample.path("sdr")).folder(),
            sample.path("sdr/dom"))
      << "its folder exists above the profile, but the file does not";
}

TEST(GuessedRoot, holds_all_relative_names_if_there_is_nothing_else) {
  EXPECT_EQ(guess_root(profile_at("/a/b/c/x.spd.xml", {"../../y.prf.xml", "z"}), "").folder(),
            "/a");
  EXPECT_EQ(guess_root(profile_at("/a/b/c/x.spd.xml", {"z"}), "").folder(), "/a/b/c");
  EXPECT_EQ(guess_root(profile_at("x.spd.xml", {}), "").folder(), ".");
}

/// $SDRROOT for as long as it lives.
class SdrRoot {
 public:
  explicit SdrRoot(const fs::path& folder) {
    if (const char* given = std::getenv("SDRROOT")) before_ = given;
    ::setenv("SDRROOT", folder.c_str(), 1);
  }
  ~SdrRoot() {
    if (before_)
      ::setenv("SDRROOT", before_->c_str(), 1);
    else
      ::unsetenv("SDRROOT");
  }
  SdrRoot(const SdrRoot&) = delete;
  SdrRoot& operator=(const SdrRoot&) = delete;

 private:
  std::optional<std::string> before_;
};

TEST(RootOfAFile, is_that_of_the_environment_only_for_what_lies_or_names_files_there) {
  const Sample sample;
  sample.write("sdr/dom/deps/p.spd.xml", "x");
  const SdrRoot root{sample.path("sdr")};
  const auto inside = sample.path("sdr/dom/deps/p.spd.xml");
  const auto outside = sample.path("components/filter/filter.spd.xml");
  const auto folder_for = [](const fs::path& file, const std::vector<std::string>& names) {
    return root_for(profile_at(file, names), file).folder();
  };
  EXPECT_EQ(folder_for(inside, {"p.prf.xml"}), sample.path("sdr/dom"));
  EXPECT_EQ(folder_for(outside, {"/deps/p.spd.xml"}), sample.path("sdr/dom"));
  EXPECT_EQ(folder_for(outside, {"filter.prf.xml"}), sample.path("components/filter"));
}

TEST(Root, says_how_the_file_system_names_what_lies_below_it) {
  const Sample sample;
  const Root root{sample.folder()};
  EXPECT_EQ(name_below(root, sample.path("components/../components/filter/filter.spd.xml")),
            "/components/filter/filter.spd.xml");
  EXPECT_EQ(name_below(root, "/none/filter.spd.xml"), "");
  EXPECT_EQ(name_below(Root{"/none"}, sample.path("components")), "");
}

TEST(Finding, is_one_line_with_place_element_cause_and_remedy) {
  const property::Position at{std::make_shared<const std::string>("r.sad.xml"), 12};
  EXPECT_EQ(line_of({Code::file_missing, at, "localfile 'x'", "no such file", "write it"}),
            "r.sad.xml:12: localfile 'x': no such file; write it");
  EXPECT_EQ(line_of({Code::file_missing, at, "localfile 'x'", "no such file", ""}),
            "r.sad.xml:12: localfile 'x': no such file");
}

Findings findings_of(const fs::path& file, CheckOptions options = {}) {
  return check({file}, options).findings;
}

TEST(File, that_does_not_exist_is_a_finding) {
  const auto findings = findings_of("/none/x.sad.xml");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].code, Code::file_missing);
  EXPECT_EQ(findings[0].at.line, 0);
}

TEST(File, that_is_none_is_a_finding_and_is_not_waited_for) {
  const Sample sample;
  ::mkfifo(sample.path("pipe").c_str(), 0600);
  for (const auto& path : {sample.folder(), sample.path("pipe"), fs::path("/dev/zero")}) {
    const auto findings = findings_of(path);
    ASSERT_EQ(findings.size(), 1U) << path;
    EXPECT_EQ(findings[0].code, Code::file_unreadable) << path;
  }
}

TEST(File, without_permission_is_a_finding) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read every file";
  const Sample sample;
  fs::permissions(sample.path("components/filter/filter.prf.xml"), fs::perms::none);
  EXPECT_NE(summary(sample.check().findings).find("file-unreadable filter.prf.xml"),
            std::string::npos);
}

TEST(File, larger_than_the_limit_is_a_finding) {
  const Sample sample;
  CheckOptions options;
  options.limits.bytes = 400;
  EXPECT_EQ(findings_of(sample.path("components/filter/filter.prf.xml"), options).size(), 0U);
  EXPECT_EQ(findings_of(sample.path("components/source/source.prf.xml"), options).at(0).code,
            Code::file_too_large);
}

TEST(File, that_a_link_names_is_read_once) {
  const Sample sample;
  fs::create_symlink("radio.sad.xml", sample.path("waveforms/radio/twin.sad.xml"));
  const auto report = check(
      {sample.path("waveforms/radio/radio.sad.xml"), sample.path("waveforms/radio/twin.sad.xml")},
      {});
  EXPECT_EQ(report.profiles, check({sample.path("waveforms/radio/radio.sad.xml")}, {}).profiles);
}

}  // namespace
}  // namespace orbweaver::profile
