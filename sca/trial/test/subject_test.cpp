// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/trial/subject.hpp>

#include <gmock/gmock.h>

#include "subject_files.hpp"

namespace orbweaver::trial {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Pair;

class ASubject : public testing::Test {
 protected:
  [[nodiscard]] Request request(std::vector<std::string> settings = {}) const {
    Request request;
    request.spd = files.spd();
    request.inputs = {"in.s16"};
    request.settings = std::move(settings);
    return request;
  }
  static SubjectRefusal refusal(const Request& request) {
    const auto subject = read_subject(request);
    return subject ? SubjectRefusal{} : subject.error();
  }
  static std::string line(const Request& request) {
    const auto refused = refusal(request);
    return refused.lines.empty() ? "" : refused.lines.front();
  }

  test::SubjectFiles files;
};

TEST_F(ASubject, is_what_deployment_would_run_with_the_values_of_its_profile) {
  const auto subject = read_subject(request({"gain=-2", "behave=a=b"}));
  ASSERT_TRUE(subject) << subject.error().lines.front();
  EXPECT_EQ(subject->name, "subject");
  EXPECT_EQ(subject->identifier, "subject:try");
  EXPECT_EQ(subject->implementation, "here");
  EXPECT_EQ(subject->program, std::filesystem::canonical(files.path("subject")));
  EXPECT_EQ(subject->messaging, "ordered");
  EXPECT_THAT(subject->parameters, Contains(Pair("behave", "a=b")));
  EXPECT_THAT(subject->parameters, Contains(Pair("count", "3")));
  ASSERT_EQ(subject->configure.size(), 1U);
  EXPECT_EQ(subject->configure[0].id, "gain");
  EXPECT_EQ(subject->configure[0].value, property::Value{property::Scalar{std::int16_t{-2}}});
}

TEST_F(ASubject, is_sent_to_in_the_messaging_mode_that_was_asked_for) {
  auto asked = request();
  asked.messaging = "twoway";
  const auto subject = read_subject(asked);
  ASSERT_TRUE(subject);
  EXPECT_EQ(subject->messaging, "twoway");
  EXPECT_THAT(subject->parameters, Contains(Pair("messaging", "twoway")));
}

TEST_F(ASubject, is_executed_as_the_settings_say) {
  const auto subject = read_subject(request({"EXECUTE_OPTION::CORE_AFFINITY=0"}));
  ASSERT_TRUE(subject) << subject.error().lines.front();
  EXPECT_EQ(subject->options, (deploy::ExecuteOptions{{"CORE_AFFINITY", "0"}}));
}

TEST_F(ASubject, is_refused_for_a_setting_that_does_not_fit_its_profile) {
  EXPECT_EQ(line(request({"gain"})), "'gain' is no setting; write PROPERTY=VALUE");
  EXPECT_EQ(line(request({"gin=1"})),
            "--set gin=1: no such property; choose from behave, count, gain, messaging, shape");
  EXPECT_EQ(line(request({"gain=loud"})),
            "--set gain: 'loud' is no whole number (short), as 42 or 0x2A");
  EXPECT_THAT(line(request({"gain=10"})), HasSubstr("--set gain: 10"));
}

TEST_F(ASubject, is_refused_where_nothing_of_it_fits_this_machine) {
  auto asked = request();
  asked.implementation = "elsewhere";
  const auto refused = refusal(asked);
  ASSERT_EQ(refused.lines.size(), 1U);
  EXPECT_TRUE(refused.fits_nowhere);
  EXPECT_THAT(refused.lines[0], HasSubstr("component 'subject:try': plan: refused: "));
  EXPECT_THAT(refused.lines[0], HasSubstr("os: wants VxWorks, found Linux"));
  asked.implementation = "nowhere";
  EXPECT_EQ(line(asked), "--implementation nowhere: there is none; choose from here, elsewhere");
}

TEST_F(ASubject, is_refused_for_profiles_that_deployment_could_not_survive) {
  files.write("subject.scd.xml", "<softwarecomponent>");
  EXPECT_THAT(line(request()), HasSubstr("subject.scd.xml:1"));
  std::filesystem::remove(files.path("subject.scd.xml"));
  EXPECT_THAT(line(request()), HasSubstr("subject.spd.xml:5: "));
  files.write("subject.spd.xml", "<?xml version=\"1.0\"?><properties/>");
  EXPECT_THAT(line(request()), HasSubstr("it is no software package (SPD)"));
  EXPECT_THAT(line(request()), HasSubstr("but a profile of kind PRF; name the component's X.spd"));
  files.write("subject.spd.xml", "<?xml version=\"1.0\"?><softwareassembly id=\"a\"/>");
  EXPECT_EQ(line(request()), files.spd().string() +
                                 ": it is a waveform (SAD), not a component (SPD): orbweaver run " +
                                 files.spd().string());
  std::filesystem::remove(files.spd());
  EXPECT_FALSE(refusal(request()).lines.empty());
}

TEST_F(ASubject, is_refused_if_its_program_is_not_there) {
  std::filesystem::remove(files.path("subject"));
  const auto refused = refusal(request());
  ASSERT_EQ(refused.lines.size(), 1U);
  EXPECT_TRUE(refused.fits_nowhere);
  EXPECT_THAT(refused.lines[0], HasSubstr("no file"));
}

}  // namespace
}  // namespace orbweaver::trial
