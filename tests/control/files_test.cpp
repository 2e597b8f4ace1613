// SPDX-License-Identifier: Apache-2.0
// What install copies, and what uninstall removes.
#include <fstream>
#include <iterator>

#include "operated_domain.hpp"

namespace orbweaver::control::test {
namespace {

TEST_F(AnOperatedDomain, gets_the_files_that_are_missing_and_loses_no_other) {
  files.write("served/subject/notes.txt", "kept");
  const auto before = domain_files();
  const auto first = control::install(here(), {.sad = sad("radio")}).document;
  EXPECT_EQ(first["copied"].size(), 5U);
  EXPECT_TRUE(domain_files().contains("/waveforms/radio/radio.sad.xml.installed"));
  uninstall(here(), {.application = "radio"});
  EXPECT_EQ(domain_files(), before);
}

TEST_F(AnOperatedDomain, keeps_files_that_were_there_and_are_the_same) {
  std::filesystem::copy(files.root() / "subject", served() / "subject");
  const auto before = domain_files();
  const auto installed = control::install(here(), {.sad = sad("radio")}).document;
  EXPECT_EQ(installed["copied"], Json::array({"/waveforms/radio/radio.sad.xml"}));
  EXPECT_EQ(installed["used"].size(), 4U);
  uninstall(here(), {.application = "radio"});
  EXPECT_EQ(domain_files(), before);
}

TEST_F(AnOperatedDomain, is_not_changed_if_a_file_differs) {
  files.write("served/subject/subject.prf.xml", "<properties/>");
  const auto before = domain_files();
  const auto said = failure([&] { control::install(here(), {.sad = sad("radio")}); });
  EXPECT_NE(said.find("/subject/subject.prf.xml of the domain differs from "), std::string::npos);
  EXPECT_NE(said.find("--replace"), std::string::npos);
  EXPECT_EQ(domain_files(), before);
  const auto replaced =
      control::install(here(), {.sad = sad("radio"), .replace = true}).document["replaced"];
  EXPECT_EQ(replaced, Json::array({"/subject/subject.prf.xml"}));
  create(here(), {.application = "radio"});
  release(here(), "radio");
  uninstall(here(), {.application = "radio"});
  EXPECT_EQ(domain_files(), before);
}

TEST_F(AnOperatedDomain, replaces_an_application_that_is_installed) {
  control::install(here(), {.sad = sad("radio")});
  const auto before = domain_files();
  const auto running = manager->applicationFactories().front()->create("old", {}, {});
  auto text = domain::test::sad(domain::test::given("gain", "2"));
  text.replace(text.find("name=\"radio\""), 12, "name=\"better\"");
  write_sad("radio", text);
  const auto report = control::install(here(), {.sad = sad("radio"), .replace = true}).document;
  EXPECT_EQ(report["name"], "better");
  EXPECT_EQ(report["replaced"], Json::array({"/waveforms/radio/radio.sad.xml"}));
  EXPECT_EQ(domain_files(), before) << "the folder of the new files is gone";
  EXPECT_EQ(manager->applicationFactories().size(), 1U);
  running->start();
  running->releaseObject();
  create(here(), {.application = "better", .name = "new"});
  EXPECT_EQ(property_of("new/rx", "gain"), 2.0);
  release(here(), "new");
  uninstall(here(), {.application = "better"});
  EXPECT_TRUE(domain_files().empty());
}

TEST_F(AnOperatedDomain, is_as_before_if_an_application_cannot_be_replaced) {
  control::install(here(), {.sad = sad("radio")});
  write_other("other");
  control::install(here(), {.sad = sad("other")});
  const auto before = domain_files();
  write_sad("other", domain::test::sad(domain::test::given("gain", "2")));  // radio's id
  const auto said =
      failure([&] { control::install(here(), {.sad = sad("other"), .replace = true}); });
  EXPECT_NE(said.find("ApplicationAlreadyInstalled"), std::string::npos) << said;
  EXPECT_EQ(domain_files(), before);
  std::ifstream from{served() / "waveforms/other/other.sad.xml"};
  const std::string text{std::istreambuf_iterator<char>{from}, {}};
  EXPECT_NE(text.find("other-id"), std::string::npos) << "the file is the old one";
  EXPECT_EQ(manager->applicationFactories().size(), 2U);
  create(here(), {.application = "other"});
  release(here(), "other");
}

TEST_F(AnOperatedDomain, is_as_before_if_it_refuses_the_application) {
  control::install(here(), {.sad = sad("radio")});
  const auto before = domain_files();
  write_sad("same", domain::test::sad());  // of the same id
  EXPECT_NE(failure([&] {
              control::install(here(), {.sad = sad("same")});
            }).find("ApplicationAlreadyInstalled"),
            std::string::npos);
  EXPECT_EQ(domain_files(), before);
  EXPECT_NE(failure([&] {
              control::install(here(), {.sad = sad("radio")});
            }).find("ApplicationAlreadyInstalled"),
            std::string::npos);
  EXPECT_EQ(domain_files(), before);
  uninstall(here(), {.application = "radio"});
  EXPECT_TRUE(domain_files().empty());
}

TEST_F(AnOperatedDomain, refuses_an_application_whose_profiles_are_wrong_before_it_copies) {
  write_sad("wrong", domain::test::sad(domain::test::given("gain", "loud")));
  EXPECT_NE(
      failure([&] { control::install(here(), {.sad = sad("wrong")}); }).find("wrong.sad.xml:"),
      std::string::npos);
  EXPECT_TRUE(domain_files().empty());
}

TEST_F(AnOperatedDomain, keeps_what_another_application_needs_until_that_one_goes) {
  write_other("other");
  control::install(here(), {.sad = sad("radio")});
  control::install(here(), {.sad = sad("other")});
  const auto gone = uninstall(here(), {.application = "radio"}).document;
  EXPECT_EQ(gone["removed"], Json::array({"/waveforms/radio/radio.sad.xml"}));
  EXPECT_EQ(gone["kept"].size(), 4U);
  create(here(), {.application = "other"});
  release(here(), "other");
  uninstall(here(), {.application = "other"});
  EXPECT_TRUE(domain_files().empty());
}

TEST_F(AnOperatedDomain, keeps_what_an_application_needs_that_was_installed_without_copying) {
  write_other("other");
  std::filesystem::create_directories(served() / "other");
  std::filesystem::copy(sad("other"), served() / "other/other.sad.xml");
  control::install(here(), {.sad = sad("radio")});
  const auto installed = install_without_copying(here(), "/other/other.sad.xml").document;
  EXPECT_EQ(installed["identifier"], "other-id");
  uninstall(here(), {.application = "radio"});
  create(here(), {.application = "other"});
  release(here(), "other");
  const auto gone = uninstall(here(), {.application = "other"}).document;
  EXPECT_EQ(gone["removed"], Json::array());
  EXPECT_TRUE(domain_files().contains("/other/other.sad.xml"));
}

TEST_F(AnOperatedDomain, does_not_uninstall_what_runs_unless_it_is_forced) {
  control::install(here(), {.sad = sad("radio")});
  create(here(), {.application = "radio"});
  EXPECT_NE(failure([&] { uninstall(here(), {.application = "radio"}); }).find("--force"),
            std::string::npos);
  EXPECT_EQ(manager->applicationFactories().size(), 1U);
  uninstall(here(), {.application = "radio", .force = true});
  EXPECT_TRUE(domain_files().empty());
  release(here(), "radio");
}

TEST_F(AnOperatedDomain, loses_the_files_of_an_application_that_it_has_forgotten) {
  control::install(here(), {.sad = sad("radio")});
  manager->uninstallApplication("radio-id");  // as a domain that was started anew
  uninstall(here(), {.application = "/waveforms/radio/radio.sad.xml"});
  EXPECT_TRUE(domain_files().empty());
}

TEST_F(AnOperatedDomain, still_owns_its_files_when_it_is_installed_again) {
  control::install(here(), {.sad = sad("radio")});
  manager->uninstallApplication("radio-id");
  const auto again = control::install(here(), {.sad = sad("radio")}).document;
  EXPECT_EQ(again["copied"], Json::array());
  uninstall(here(), {.application = "radio"});
  EXPECT_TRUE(domain_files().empty());
}

TEST_F(AnOperatedDomain, has_the_application_where_the_user_wants_it) {
  const auto installed =
      control::install(here(), {.sad = sad("radio"), .as = "/my/radios/"}).document;
  EXPECT_EQ(installed["profile"], "/my/radios/radio.sad.xml");
  EXPECT_EQ(installed["name"], "radio");
  uninstall(here(), {.application = "/my/radios/radio.sad.xml"});
  EXPECT_TRUE(domain_files().empty());
}

TEST_F(AnOperatedDomain, gets_a_large_file_as_it_is) {
  {
    std::ofstream program{files.root() / "subject/subject", std::ios::binary | std::ios::app};
    for (int i = 0; i < 3'000'000; ++i) program.put(static_cast<char>(i * 7));
  }
  control::install(here(), {.sad = sad("radio")});
  EXPECT_EQ(std::filesystem::file_size(served() / "subject/subject"),
            std::filesystem::file_size(files.root() / "subject/subject"));
  manager->uninstallApplication("radio-id");
  EXPECT_EQ(control::install(here(), {.sad = sad("radio")}).document["used"].size(), 5U);
}

TEST_F(AnOperatedDomain, leaves_files_alone_whose_list_is_damaged) {
  control::install(here(), {.sad = sad("radio")});
  files.write("served/waveforms/radio/radio.sad.xml.installed", "{}");
  EXPECT_NE(failure([&] {
              uninstall(here(), {.application = "radio"});
            }).find("it is no list of copied files"),
            std::string::npos);
  EXPECT_TRUE(domain_files().contains("/subject/subject"));
  EXPECT_EQ(manager->applicationFactories().size(), 1U);
}

}  // namespace
}  // namespace orbweaver::control::test
