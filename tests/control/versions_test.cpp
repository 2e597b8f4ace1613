// SPDX-License-Identifier: Apache-2.0
// A new version of an application beside the one that runs, and the way back.
#include <orbweaver/control/versions.hpp>

#include <fstream>
#include <iterator>

#include "files/domain_files.hpp"
#include "files/new_version.hpp"
#include "operated_domain.hpp"
#include "unanswering_domain.hpp"

namespace orbweaver::control::test {
namespace {

const std::string kFirst = "/waveforms/radio/radio.sad.xml";
const std::string kSecond = "/versions/radio/2/waveforms/radio/radio.sad.xml";

class AnUpgradedDomain : public AnOperatedDomain {
 protected:
  AnUpgradedDomain() {
    control::install(here(), {.sad = sad("radio")});
    create(here(), {.application = "radio", .set = {"gain=2"}});
    start(here(), "radio");
    before = domain_files();
  }
  /// Of the same name and identifier as the first one, as versions of an application are.
  [[nodiscard]] std::filesystem::path second(const std::string& of_rx = {}) const {
    files.write("second/subject/subject.prf.xml", "");
    for (const auto& file : std::filesystem::directory_iterator(files.root() / "subject"))
      std::filesystem::copy(file.path(), root_of_second() / "subject" / file.path().filename(),
                            std::filesystem::copy_options::overwrite_existing);
    files.write("second/waveforms/radio/radio.sad.xml", domain::test::sad(of_rx));
    return root_of_second() / "waveforms/radio/radio.sad.xml";
  }
  [[nodiscard]] std::filesystem::path root_of_second() const { return files.folder() / "second"; }
  /// The profile of the one application that runs.
  [[nodiscard]] std::string profile() const {
    const auto running = list_applications(here()).document["running"];
    return running.size() == 1 ? running[0]["profile"].get<std::string>()
                               : std::to_string(running.size()) + " run";
  }
  [[nodiscard]] std::string installed() const {
    const auto all = manager->applicationFactories();
    return all.size() == 1 ? all.front()->softwareProfile()
                           : std::to_string(all.size()) + " are installed";
  }
  /// Of a file of this machine.
  [[nodiscard]] std::string files_text(const std::string& file) const {
    std::ifstream stream{files.folder() / file};
    return {std::istreambuf_iterator<char>{stream}, {}};
  }
  std::set<std::string> before;
};

TEST_F(AnUpgradedDomain, runs_the_new_version_under_the_name_of_the_old_one) {
  const auto report = upgrade(here(), {.sad = second(),
                                       .root = root_of_second(),
                                       .exchange = {.application = "radio", .set = {"gain=5"}}});
  EXPECT_TRUE(report.is_well);
  EXPECT_EQ(report.document["profile"], kSecond);
  EXPECT_EQ(report.document["before"]["profile"], kFirst);
  EXPECT_EQ(profile(), kSecond);
  EXPECT_EQ(installed(), kSecond);
  EXPECT_EQ(property_of("radio", "gain"), 5);
  const auto after = domain_files();
  EXPECT_TRUE(std::ranges::includes(after, before));
  EXPECT_TRUE(after.contains("/versions/radio/2/subject/subject"));
}

TEST_F(AnUpgradedDomain, goes_back_with_the_values_and_leaves_no_file) {
  upgrade(here(),
          {.sad = second(), .root = root_of_second(), .exchange = {.application = "radio"}});
  EXPECT_EQ(property_of("radio", "gain"), 1);
  const auto report = roll_back(here(), {.application = "radio"});
  EXPECT_TRUE(report.is_well);
  EXPECT_EQ(profile(), kFirst);
  EXPECT_EQ(installed(), kFirst);
  EXPECT_EQ(property_of("radio", "gain"), 2);
  EXPECT_EQ(domain_files(), before);
  EXPECT_NE(failure([&] { roll_back(here(), {.application = "radio"}); }).find("was not upgraded"),
            std::string::npos);
}

TEST_F(AnUpgradedDomain, goes_back_step_by_step) {
  const Upgrade again{
      .sad = second(), .root = root_of_second(), .exchange = {.application = "radio"}};
  upgrade(here(), again);
  EXPECT_EQ(upgrade(here(), again).document["profile"],
            "/versions/radio/3/waveforms/radio/radio.sad.xml");
  EXPECT_EQ(installed_version(here(), kFirst), "radio-id");
  roll_back(here(), {.application = "radio"});
  EXPECT_EQ(profile(), kSecond);
  roll_back(here(), {.application = "radio"});
  EXPECT_EQ(profile(), kFirst);
  EXPECT_EQ(domain_files(), before);
}

class AVersionThatFails : public AnUpgradedDomain,
                          public testing::WithParamInterface<std::tuple<const char*, bool>> {};

TEST_P(AVersionThatFails, leaves_the_old_one_and_no_file) {
  const auto [step, stop_first] = GetParam();
  const auto broken = second(domain::test::given("behave", std::string{"fail at "} + step));
  const auto said = failure([&] {
    upgrade(here(), {.sad = broken,
                     .root = root_of_second(),
                     .exchange = {.application = "radio", .stop_first = stop_first}});
  });
  EXPECT_TRUE(said.starts_with("switch to " + kSecond)) << said;
  const auto* state = stop_first ? "'radio' was made again as it was" : "'radio' goes on as it was";
  EXPECT_NE(said.find(state), std::string::npos) << said;
  EXPECT_EQ(profile(), kFirst);
  EXPECT_EQ(installed(), kFirst);
  EXPECT_EQ(property_of("radio", "gain"), 2);
  EXPECT_EQ(domain_files(), before);
}

INSTANTIATE_TEST_SUITE_P(Steps, AVersionThatFails,
                         testing::Combine(testing::Values("construct", "initialize", "start"),
                                          testing::Bool()));

TEST_F(AnUpgradedDomain, is_as_before_if_a_profile_of_the_new_version_is_wrong) {
  const auto wrong = second(domain::test::given("gain", "loud"));
  EXPECT_NE(failure([&] {
              upgrade(
                  here(),
                  {.sad = wrong, .root = root_of_second(), .exchange = {.application = "radio"}});
            }),
            "it did not fail");
  EXPECT_EQ(profile(), kFirst);
  EXPECT_EQ(domain_files(), before);
}

TEST_F(AnUpgradedDomain, has_one_application_at_a_time_if_the_user_says_so) {
  upgrade(here(), {.sad = second(),
                   .root = root_of_second(),
                   .exchange = {.application = "radio", .stop_first = true}});
  EXPECT_EQ(profile(), kSecond);
  const auto running = list_applications(here()).document["running"][0];
  EXPECT_EQ(running["identifier"], "radio-id:radio");  // no other one had the name
  roll_back(here(), {.application = "radio", .stop_first = true});
  EXPECT_EQ(profile(), kFirst);
}

TEST_F(AnUpgradedDomain, keeps_the_files_of_a_version_of_which_another_application_runs) {
  upgrade(here(),
          {.sad = second(), .root = root_of_second(), .exchange = {.application = "radio"}});
  create(here(), {.application = "radio", .name = "other"});
  const auto report = roll_back(here(), {.application = "radio"});
  EXPECT_NE(report.text.find("the files of " + kSecond + " stay"), std::string::npos)
      << report.text;
  release(here(), "other");
  uninstall(here(), {.application = kSecond});
  EXPECT_EQ(domain_files(), before);
}

TEST_F(AnUpgradedDomain, says_that_the_version_before_is_gone) {
  upgrade(here(),
          {.sad = second(), .root = root_of_second(), .exchange = {.application = "radio"}});
  uninstall(here(), {.application = kFirst});
  const auto said = failure([&] { roll_back(here(), {.application = "radio"}); });
  EXPECT_NE(said.find(kFirst + ", its version before, is not in the domain any more"),
            std::string::npos)
      << said;
  EXPECT_EQ(profile(), kSecond);
}

TEST_F(AnUpgradedDomain, goes_back_to_a_value_that_is_the_default_where_the_sad_has_another_one) {
  const auto louder = second(domain::test::given("gain", "5"));
  upgrade(here(), {.sad = louder,
                   .root = root_of_second(),
                   .exchange = {.application = "radio", .set = {"gain=1"}}});
  upgrade(here(),
          {.sad = second(), .root = root_of_second(), .exchange = {.application = "radio"}});
  roll_back(here(), {.application = "radio"});
  EXPECT_EQ(profile(), kSecond);
  EXPECT_EQ(property_of("radio", "gain"), 1);
}

TEST_F(AnUpgradedDomain, goes_back_to_zero_where_the_profile_has_no_value) {
  const auto sad = second();
  auto profile_of_rx = files_text("second/subject/subject.prf.xml");
  const std::string end = "</properties>";
  profile_of_rx.replace(
      profile_of_rx.find(end), end.size(),
      R"(<simple id="later" type="short"><kind kindtype="configure"/></simple>)" + end);
  files.write("second/subject/subject.prf.xml", profile_of_rx);
  upgrade(here(), {.sad = sad,
                   .root = root_of_second(),
                   .exchange = {.application = "radio", .set = {"later=0"}}});
  upgrade(here(), {.sad = sad, .root = root_of_second(), .exchange = {.application = "radio"}});
  roll_back(here(), {.application = "radio"});
  EXPECT_EQ(property_of("radio", "later"), 0);
}

TEST_F(AnUpgradedDomain, goes_back_with_the_values_of_named_components) {
  release(here(), "radio");
  create(here(), {.application = "radio", .set = {"tx.gain=3", "tx.level=4"}});
  upgrade(here(),
          {.sad = second(), .root = root_of_second(), .exchange = {.application = "radio"}});
  EXPECT_EQ(property_of("radio/tx", "gain"), 1);
  roll_back(here(), {.application = "radio"});
  EXPECT_EQ(property_of("radio/tx", "gain"), 3);
  EXPECT_EQ(property_of("radio/tx", "level"), 4);
  EXPECT_EQ(property_of("radio", "gain"), 1);
}

TEST_F(AnUpgradedDomain, starts_what_it_makes_again_also_if_the_new_one_was_not_to_be_started) {
  lines.await(R"(rx: {"event":"start"})");
  const auto broken = second(domain::test::given("behave", "fail at initialize"));
  const auto said = failure([&] {
    upgrade(here(), {.sad = broken,
                     .root = root_of_second(),
                     .exchange = {.application = "radio", .start = false, .stop_first = true}});
  });
  EXPECT_NE(said.find("'radio' was made again as it was"), std::string::npos) << said;
  lines.await(R"(rx: {"event":"start"})", 2);
}

TEST_F(AnUpgradedDomain, knows_one_that_is_released_although_a_part_of_it_fails) {
  const auto sad = second(domain::test::given("behave", "fail at release"));
  upgrade(here(), {.sad = sad, .root = root_of_second(), .exchange = {.application = "radio"}});
  for (const bool stop_first : {false, true}) {
    const auto report =
        stop_first
            ? upgrade(here(), {.sad = sad,
                               .root = root_of_second(),
                               .exchange = {.application = "radio", .stop_first = true}})
            : upgrade(here(),
                      {.sad = sad, .root = root_of_second(), .exchange = {.application = "radio"}});
    EXPECT_FALSE(report.is_well) << report.text;
    EXPECT_NE(report.text.find(" runs instead of "), std::string::npos) << report.text;
    EXPECT_EQ(list_applications(here()).document["running"].size(), 1U);
  }
}

TEST_F(AnUpgradedDomain, goes_back_with_each_of_two_applications) {
  create(here(), {.application = "radio", .name = "other"});
  const auto sad = second();
  for (const auto* name : {"radio", "other"})
    upgrade(here(), {.sad = sad, .root = root_of_second(), .exchange = {.application = name}});
  for (const auto* name : {"radio", "other"}) {
    EXPECT_TRUE(roll_back(here(), {.application = name}).is_well);
    EXPECT_EQ(installed(), kFirst);
  }
  EXPECT_EQ(domain_files(), before);
}

TEST_F(AnUpgradedDomain, is_upgraded_beside_an_application_whose_record_is_damaged) {
  write_other("other");
  control::install(here(), {.sad = sad("other")});
  files.write("served/waveforms/other/other.sad.xml.before", "damaged");
  files.write("served" + kFirst + ".before", "damaged");
  EXPECT_EQ(installed_version(here(), "/none.sad.xml"), "");
  upgrade(here(),
          {.sad = second(), .root = root_of_second(), .exchange = {.application = "radio"}});
  EXPECT_EQ(profile(), kSecond);
  EXPECT_EQ(installed_version(here(), kFirst), "radio-id");
}

TEST_F(AnUpgradedDomain, knows_the_first_version_when_one_between_is_gone) {
  const Upgrade again{
      .sad = second(), .root = root_of_second(), .exchange = {.application = "radio"}};
  for (int i = 0; i < 3; ++i) upgrade(here(), again);
  uninstall(here(), {.application = kSecond});
  EXPECT_EQ(installed_version(here(), kFirst), "radio-id");
}

TEST_F(AnUpgradedDomain, gives_each_new_version_a_folder_of_its_own) {
  const auto in_domain = files_of(here());
  const VersionFolder one{in_domain, "radio.sad.xml"};
  {
    const VersionFolder other{in_domain, "radio.sad.xml"};
    EXPECT_EQ(one.name(), "/versions/radio/2");
    EXPECT_EQ(other.name(), "/versions/radio/3");
  }
  EXPECT_FALSE(in_domain.exists("/versions/radio/3"));
  EXPECT_TRUE(in_domain.exists("/versions/radio/2"));
}

/// Of which some calls are not answered.
class AnUnansweringDomain : public AnUpgradedDomain {
 protected:
  AnUnansweringDomain() {
    const auto adapter =
        IDL::traits<PortableServer::POA>::narrow(client->resolve_initial_references("RootPOA"));
    adapter->the_POAManager()->activate();
    unanswering = CORBA::make_reference<UnansweringManager>(manager, adapter);
    reference = IDL::traits<CF::DomainManager>::narrow(
        adapter->id_to_reference(adapter->activate_object(unanswering)));
  }
  [[nodiscard]] Domain there() const {
    auto result = here();
    result.manager = reference;
    return result;
  }
  std::string failure_of_upgrade(bool stop_first = false) {
    return failure([&] {
      upgrade(there(), {.sad = second(),
                        .root = root_of_second(),
                        .exchange = {.application = "radio", .stop_first = stop_first}});
    });
  }
  CORBA::servant_reference<UnansweringManager> unanswering;
  CORBA::object_reference<CF::DomainManager> reference;
};

TEST_F(AnUnansweringDomain, takes_back_an_application_that_came_without_an_answer) {
  unanswering->faults.create_has_no_answer = true;
  const auto said = failure_of_upgrade();
  EXPECT_NE(said.find("TIMEOUT"), std::string::npos) << said;
  EXPECT_NE(said.find("'radio' goes on as it was"), std::string::npos) << said;
  EXPECT_EQ(said.find("may be there"), std::string::npos) << said;
  EXPECT_EQ(profile(), kFirst);
  EXPECT_EQ(installed(), kFirst);
  EXPECT_EQ(domain_files(), before);
}

TEST_F(AnUnansweringDomain, keeps_the_files_of_a_version_that_may_come_yet_and_says_so) {
  unanswering->faults.create_is_lost = true;
  const auto said = failure_of_upgrade();
  EXPECT_NE(said.find("may be there yet"), std::string::npos) << said;
  EXPECT_NE(said.find("'orbweaver uninstall " + kSecond + "'"), std::string::npos) << said;
  EXPECT_EQ(profile(), kFirst);
  EXPECT_EQ(installed(), kFirst);
  EXPECT_TRUE(domain_files().contains(kSecond));
  uninstall(here(), {.application = kSecond});
  EXPECT_EQ(domain_files(), before);
}

TEST_F(AnUnansweringDomain, starts_one_again_that_cannot_be_released) {
  lines.await(R"(rx: {"event":"start"})");
  unanswering->faults.release_fails = true;
  const auto said = failure_of_upgrade(true);
  EXPECT_TRUE(said.starts_with("switch to " + kSecond + ": release ")) << said;
  EXPECT_NE(said.find("'radio' goes on as it was"), std::string::npos) << said;
  lines.await(R"(rx: {"event":"start"})", 2);
  EXPECT_EQ(profile(), kFirst);
  EXPECT_EQ(installed(), kFirst);
  EXPECT_EQ(domain_files(), before);
}

TEST_F(AnUnansweringDomain, installs_again_what_was_uninstalled_without_an_answer) {
  unanswering->faults.uninstall_has_no_answer = true;
  EXPECT_NE(failure_of_upgrade().find("TIMEOUT"), std::string::npos);
  EXPECT_EQ(installed(), kFirst);
  EXPECT_EQ(domain_files(), before);
}

TEST_F(AnUnansweringDomain, says_that_the_version_before_could_not_be_installed_again) {
  unanswering->faults.not_installed = {kFirst, kSecond};
  const auto said = failure_of_upgrade();
  EXPECT_NE(said.find(kFirst + " could not be installed again: "), std::string::npos) << said;
  EXPECT_EQ(profile(), kFirst);
}

}  // namespace
}  // namespace orbweaver::control::test
