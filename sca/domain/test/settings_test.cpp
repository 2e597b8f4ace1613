// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/domain/settings.hpp>
#include <orbweaver/profile/application.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "radio_files.hpp"

namespace orbweaver::domain::test {
namespace {

class Settings : public testing::Test {
 protected:
  Settings() {
    files.write("dom/radio.sad.xml", sad());
    loaded = profile::load_application(files.root() / "radio.sad.xml", library,
                                       profile::Root{files.root()});
  }
  [[nodiscard]] std::string failure_of(const std::string& text) const {
    const auto settings = settings_for(loaded.application, std::vector{text});
    return settings ? "" : settings.error();
  }

  RadioFiles files;
  profile::Library library;
  profile::LoadedApplication loaded;
};

TEST_F(Settings, are_for_one_component_or_for_all_that_have_the_property) {
  ASSERT_TRUE(loaded.usable());
  const std::vector<std::string> texts{"rx.gain=2", "*.level=-3", "tx.behave=a=b.c"};
  const auto settings = settings_for(loaded.application, texts);
  ASSERT_TRUE(settings) << settings.error();
  ASSERT_EQ(settings->size(), 4U);
  EXPECT_EQ((*settings)[0].component, "rx");
  EXPECT_EQ((*settings)[0].value.refid, "gain");
  EXPECT_EQ((*settings)[1].component, "rx");
  EXPECT_EQ((*settings)[2].component, "tx");
  EXPECT_EQ(std::get<std::string>((*settings)[2].value.value), "-3");
  EXPECT_EQ(std::get<std::string>((*settings)[3].value.value), "a=b.c");
}

TEST_F(Settings, are_execute_options_that_no_component_declares) {
  const std::vector<std::string> texts{"*.EXECUTE_OPTION::CORE_AFFINITY=0,1",
                                       "tx.EXECUTE_OPTION::PRIORITY=10"};
  const auto settings = settings_for(loaded.application, texts);
  ASSERT_TRUE(settings) << settings.error();
  ASSERT_EQ(settings->size(), 3U);
  EXPECT_EQ((*settings)[0].component, "rx");
  EXPECT_EQ((*settings)[0].value.refid, "EXECUTE_OPTION::CORE_AFFINITY");
  EXPECT_EQ(std::get<std::string>((*settings)[0].value.value), "0,1");
  EXPECT_EQ((*settings)[2].component, "tx");
  EXPECT_EQ(failure_of("ax.EXECUTE_OPTION::PRIORITY=1"),
            "ax.EXECUTE_OPTION::PRIORITY=1: no such component; choose from *, rx, tx");
}

TEST_F(Settings, say_what_is_wrong_with_them_and_what_there_is) {
  EXPECT_EQ(failure_of("gain=1"), "'gain=1' is no setting; write COMPONENT.PROPERTY=VALUE");
  EXPECT_EQ(failure_of("rx.=1"), "'rx.=1' is no setting; write COMPONENT.PROPERTY=VALUE");
  EXPECT_EQ(failure_of(""), "'' is no setting; write COMPONENT.PROPERTY=VALUE");
  EXPECT_EQ(failure_of("ax.gain=1"), "ax.gain=1: no such component; choose from *, rx, tx");
  EXPECT_EQ(failure_of("rx.gin=1"),
            "rx.gin=1: no such property; choose from behave, child, follow, gain, level");
  EXPECT_EQ(failure_of("rx.gain=loud"), "rx.gain: 'loud' is no number (float), as 2.5 or 1e6");
}

class SettingsOfStructs : public Settings {
 protected:
  SettingsOfStructs() {
    files.write("dom/subject/subject.prf.xml", R"(<?xml version="1.0"?>
<properties>
  <simplesequence id="taps" type="short" mode="readwrite"><kind kindtype="configure"/></simplesequence>
  <struct id="filter" mode="readwrite">
    <simple id="width" type="float"><value>1</value></simple>
    <simple id="shape" type="string"><value>box</value></simple>
    <configurationkind kindtype="configure"/>
  </struct>
  <struct id="fixed" mode="readonly">
    <simple id="width" type="float"><value>1</value></simple>
    <configurationkind kindtype="configure"/>
  </struct>
  <structsequence id="alarms" mode="readwrite">
    <struct id="alarm">
      <simple id="level" type="long"><value>1</value></simple>
      <simple id="text" type="string"><value>none</value></simple>
    </struct>
    <structvalue><simpleref refid="level" value="5"/></structvalue>
    <configurationkind kindtype="configure"/>
  </structsequence>
</properties>)");
    loaded = profile::load_application(files.root() / "radio.sad.xml", again,
                                       profile::Root{files.root()});
  }
  [[nodiscard]] property::Override made(const std::vector<std::string>& texts) const {
    const auto settings = settings_for(loaded.application, texts);
    EXPECT_TRUE(settings) << settings.error();
    EXPECT_EQ(settings->size(), 1U);
    return settings->front().value;
  }

  profile::Library again;
};

TEST_F(SettingsOfStructs, are_written_as_json) {
  const auto alarms = made({R"(rx.alarms=[{"level": 2, "text": "hot, or so"}, {}])"});
  const auto& items = std::get<std::vector<property::StructValue>>(alarms.value);
  ASSERT_EQ(items.size(), 2U);
  ASSERT_EQ(items[0].members.size(), 2U);
  EXPECT_EQ(std::get<std::string>(items[0].members[0].value), "2");
  EXPECT_EQ(std::get<std::string>(items[0].members[1].value), "hot, or so");
  EXPECT_TRUE(items[1].members.empty());
  const auto filter = made({R"(rx.filter={"width": 2.5})"});
  EXPECT_EQ(std::get<property::StructValue>(filter.value).members.size(), 1U);
  EXPECT_TRUE(std::get<std::vector<property::StructValue>>(made({"rx.alarms=[]"}).value).empty());
}

TEST_F(SettingsOfStructs, and_of_single_members_come_together) {
  const auto filter = made({"rx.filter.width=2", "rx.filter.shape=hann", "rx.filter.width=3"});
  const auto& members = std::get<property::StructValue>(filter.value).members;
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(members[0].refid, "shape");
  EXPECT_EQ(std::get<std::string>(members[1].value), "3");
}

TEST_F(SettingsOfStructs, and_of_sequences_may_be_json_too) {
  const auto plain = made({"rx.taps=1,-2"});
  const auto json = made({"rx.taps=[1, -2]"});
  for (const auto* entry : {&plain, &json}) {
    const auto& texts = std::get<std::vector<property::Text>>(entry->value);
    ASSERT_EQ(texts.size(), 2U);
    EXPECT_EQ(texts[1].text, "-2");
  }
}

TEST_F(SettingsOfStructs, say_how_they_are_written) {
  EXPECT_EQ(failure_of("rx.alarms=2"),
            R"(rx.alarms: a sequence of structs is written as [{"member": value}])");
  EXPECT_EQ(failure_of("rx.alarms=[{]"), "rx.alarms: '[{]' is no JSON");
  EXPECT_EQ(failure_of(R"(rx.filter=[1])"),
            R"(rx.filter: a struct is written as {"member": value})");
  EXPECT_EQ(failure_of(R"(rx.filter={"width": {"a": 1}})"),
            R"(rx.filter: width: '{"a":1}' is not one value)");
  EXPECT_NE(failure_of(R"(rx.filter={"width": "wide"})").find("'wide' is no number"),
            std::string::npos);
  EXPECT_NE(failure_of(R"(rx.alarms=[{"colour": 1}])").find("colour"), std::string::npos);
  EXPECT_NE(failure_of("rx.filter.width=wide").find("'wide' is no number"), std::string::npos);
  EXPECT_NE(failure_of("rx.fixed.width=2").find("readonly"), std::string::npos);
  EXPECT_NE(failure_of("rx.filter.colour=2").find("no such property"), std::string::npos);
}

TEST_F(Settings, of_what_cannot_be_set_are_refused_with_what_can) {
  files.write("dom/subject/subject.prf.xml", R"(<?xml version="1.0"?>
<properties>
  <simple id="seen" type="ulong" mode="readonly"><kind kindtype="configure"/></simple>
  <simple id="cores" type="ulong" mode="readwrite"><kind kindtype="allocation"/></simple>
  <simple id="device" type="string" mode="readonly"><kind kindtype="execparam"/></simple>
  <simple id="gain" type="float" mode="readwrite"><kind kindtype="configure"/></simple>
</properties>)");
  profile::Library again;
  loaded =
      profile::load_application(files.root() / "radio.sad.xml", again, profile::Root{files.root()});
  EXPECT_EQ(failure_of("rx.seen=1"), "rx.seen=1: its mode is readonly; choose from device, gain");
  EXPECT_EQ(failure_of("*.seen=1"), "*.seen=1: its mode is readonly; choose from device, gain");
  EXPECT_EQ(
      failure_of("rx.cores=1"),
      "rx.cores=1: its kind is allocation; only configure, property and execparam can be set; "
      "choose from device, gain");
  EXPECT_EQ(failure_of("rx.device=sdr0"), "");
}

}  // namespace
}  // namespace orbweaver::domain::test
