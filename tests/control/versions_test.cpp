// A new version of an application beside the one that runs, and the way back.
#include <orbweaver/control/versions.hpp>

#include "operated_domain.hpp"

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
    for (const auto& each : std::filesystem::directory_iterator(files.root() / "subject"))
      std::filesystem::copy(each.path(), root_of_second() / "subject" / each.path().filename(),
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

}  // namespace
}  // namespace orbweaver::control::test
