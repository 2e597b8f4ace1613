// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/runfile/domain_file.hpp>

#include <orbweaver/runfile/run_file.hpp>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "scratch_folder.hpp"

namespace orbweaver::runfile {
namespace {

using Entries = std::vector<DomainEntry>;

class DomainFiles : public testing::Test {
 protected:
  ScratchFolder scratch;
  const std::filesystem::path folder = scratch.path() / "orbweaver";
  const DomainEntry radio{"Radio", "IOR:01", "corbaloc::localhost:2809/NameService", 4711, true};
};

TEST_F(DomainFiles, name_the_domains_that_run) {
  EXPECT_EQ(running_domains(folder), Entries{});
  const auto first = publish(folder, radio);
  ASSERT_TRUE(first) << first.error();
  EXPECT_EQ(running_domains(folder), Entries{radio});
  {
    const DomainEntry odd{"../A b\xc3\xa4", "IOR:02", "IOR:03", 1, false};
    const auto second = publish(folder, odd);
    ASSERT_TRUE(second) << second.error();
    EXPECT_EQ(running_domains(folder), (Entries{odd, radio}));
  }
  EXPECT_EQ(running_domains(folder), Entries{radio});
}

TEST_F(DomainFiles, are_of_one_domain_for_each_name) {
  const auto first = publish(folder, radio);
  ASSERT_TRUE(first);
  const auto second = publish(folder, {"Radio", "IOR:02", "IOR:03", 1, false});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error(), "another domain 'Radio' of this user runs");
  EXPECT_EQ(running_domains(folder), Entries{radio});
}

TEST_F(DomainFiles, of_runs_have_the_first_name_that_is_free) {
  const auto service = publish(folder, radio);
  ASSERT_TRUE(service);
  const DomainEntry run{"Radio", "IOR:02", "IOR:03", 1, false};
  auto first = publish_run(folder, run);
  const auto second = publish_run(folder, run);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->name, "Radio_2");
  EXPECT_EQ(second->name, "Radio_3");
  { const auto ends = std::move(first->file); }
  const auto third = publish_run(folder, run);
  ASSERT_TRUE(third);
  EXPECT_EQ(third->name, "Radio_2");
}

TEST_F(DomainFiles, of_runs_are_found_beside_those_of_services) {
  const auto run = publish_run(folder, {"Fm", "IOR:02", "IOR:03", 1, false});
  const auto service = publish(folder, radio);
  ASSERT_TRUE(run && service);
  EXPECT_EQ(running_domains(folder), (Entries{{"Fm", "IOR:02", "IOR:03", 1, false}, radio}));
  EXPECT_EQ(running_services(folder), Entries{radio});
}

TEST_F(DomainFiles, of_a_run_whose_folder_others_may_enter_are_refused) {
  std::filesystem::create_directory(folder);
  ::chmod(folder.c_str(), 0755);
  const auto run = publish_run(folder, radio);
  ASSERT_FALSE(run);
  EXPECT_NE(run.error().find("not a folder of this user alone"), std::string::npos);
}

TEST_F(DomainFiles, without_a_domain_are_passed_over) {
  std::filesystem::create_directory(folder);
  ::chmod(folder.c_str(), 0700);
  const auto file = folder / "Radio.domain";
  std::ofstream{file} << "Radio\nIOR:01\nIOR:02\n1\nstate\n";
  ::chmod(file.c_str(), 0600);
  EXPECT_EQ(running_domains(folder), Entries{});
  const auto claimed = os::ClaimedFile::make(folder / "half.domain", "Radio\nIOR:01");
  ASSERT_TRUE(claimed);
  EXPECT_EQ(running_domains(folder), Entries{}) << "it is not written whole";
}

TEST_F(DomainFiles, lie_in_a_folder_of_this_user_alone) {
  std::filesystem::create_directory(folder);
  ::chmod(folder.c_str(), 0755);
  const auto publication = publish(folder, radio);
  ASSERT_FALSE(publication);
  EXPECT_NE(publication.error().find("it is not a folder of this user alone"), std::string::npos);
  EXPECT_EQ(running_domains(folder), Entries{});
}

TEST_F(DomainFiles, lie_where_the_system_keeps_what_runs) {
  ::chmod(scratch.path().c_str(), 0700);
  ::setenv("XDG_RUNTIME_DIR", scratch.path().c_str(), 1);
  EXPECT_EQ(folder_of_this_user(), folder);
  ::setenv("XDG_RUNTIME_DIR", "relative", 1);
  const auto otherwise = "/tmp/orbweaver-" + std::to_string(os::user_id());
  EXPECT_EQ(folder_of_this_user(), otherwise);
  ::unsetenv("XDG_RUNTIME_DIR");
  EXPECT_EQ(folder_of_this_user(), otherwise);
}

}  // namespace
}  // namespace orbweaver::runfile
