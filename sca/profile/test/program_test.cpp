// SPDX-License-Identifier: Apache-2.0
// Profiles against what the component's program carries.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elf.hpp"
#include "sample.hpp"

namespace orbweaver::profile {
namespace {

using testing::ElementsAre, testing::IsEmpty;

std::string scd(const std::string& ports) {
  return "<softwarecomponent><corbaversion>2.2</corbaversion><componentrepid "
         "repid='IDL:CF/Resource:1.0'/><componenttype>resource</componenttype><componentfeatures>"
         "<supportsinterface repid='IDL:CF/Resource:1.0' supportsname='Resource'/><ports>" +
         ports + "</ports></componentfeatures><interfaces/></softwarecomponent>";
}
std::string prf(const std::string& properties) {
  return "<properties>" + properties + "</properties>";
}
const char* const kPort = "<uses repid='IDL:standardInterfaces/complexShort:1.0' usesname='out'/>";

/// A component of the hand-written profiles, and a program with these.
class Component {
 public:
  void write(const std::string& ports, const std::string& properties) const {
    sample_.write("components/a/a.spd.xml",
                  "<softpkg id='DCE:a' name='a'><title/><author/><propertyfile><localfile "
                  "name='a.prf.xml'/></propertyfile><descriptor><localfile name='a.scd.xml'/>"
                  "</descriptor>\n<implementation id='DCE:p'><code type='Executable'><localfile "
                  "name='a'/></code><os name='Linux'/></implementation></softpkg>");
    sample_.write("components/a/a.scd.xml", "\n" + scd("\n" + ports));
    sample_.write("components/a/a.prf.xml", "\n" + prf("\n" + properties));
  }
  void write_program(const Elf::Sections& sections) const {
    sample_.write("components/a/a", Elf{sections}.bytes);
  }
  void write_program(const std::string& ports, const std::string& properties) const {
    write_program({{".orbweaver.scd", scd(ports)}, {".orbweaver.prf", prf(properties)}});
  }
  /// "code file:line cause".
  [[nodiscard]] std::vector<std::string> findings() const {
    const auto file = sample_.path("components/a/a.spd.xml");
    std::vector<std::string> lines;
    for (const auto& finding : check({file}, {.root = sample_.folder()}).findings) {
      if (!name_of(finding.code).starts_with("program")) continue;
      auto cause = finding.cause;
      const auto at = summary({finding});
      for (auto from = cause.find(sample_.folder().string()); from != std::string::npos;
           from = cause.find(sample_.folder().string()))
        cause.erase(from, sample_.folder().string().size());
      lines.push_back(at.substr(0, at.size() - 1) + " " + finding.what + ": " + cause);
      EXPECT_FALSE(finding.remedy.empty());
    }
    return lines;
  }

 private:
  Sample sample_;
};

TEST(AProgram, that_is_as_its_profiles_say_leaves_nothing_to_find) {
  const Component component;
  component.write(kPort,
                  "<simple id='gain' type='float' name='Gain'><description>d</description>"
                  "<value>1.50</value><range min='-01' max='5e1'/></simple>"
                  "<simple id='memory' type='long'><kind kindtype='allocation'/></simple>");
  component.write_program(kPort,
                          "<simple id='gain' type='float'><value>1.5</value>"
                          "<range min='-1' max='50'/></simple>");
  EXPECT_THAT(component.findings(), IsEmpty());
}

TEST(AProgram, without_sections_of_its_own_is_not_compared) {
  const Component component;
  component.write(kPort, "");
  component.write_program({{".text", "code"}});
  EXPECT_THAT(component.findings(), IsEmpty());
}

TEST(AProgram, with_other_ports_is_told_of_each) {
  const Component component;
  component.write(std::string{kPort} +
                      "\n<provides repid='IDL:A:1.0' providesname='in'/>"
                      "\n<provides repid='IDL:A:1.0' providesname='more'/>",
                  "");
  component.write_program(
      "<provides repid='IDL:B:1.0' providesname='in'/>"
      "<provides repid='IDL:standardInterfaces/complexShort:1.0' "
      "providesname='out'/><uses repid='IDL:C:1.0' usesname='log'/>",
      "");
  EXPECT_THAT(
      component.findings(),
      ElementsAre(
          "program-port-unlisted a.scd.xml:2 port 'log': /components/a/a has this uses port of "
          "IDL:C:1.0, and the descriptor does not list it",
          "program-port-wrong a.scd.xml:3 port 'out': it is a uses port of "
          "IDL:standardInterfaces/complexShort:1.0 here, and a provides port of "
          "IDL:standardInterfaces/complexShort:1.0 in /components/a/a",
          "program-port-wrong a.scd.xml:4 port 'in': it is a provides port of IDL:A:1.0 here, and "
          "a provides port of IDL:B:1.0 in /components/a/a",
          "program-port-wrong a.scd.xml:5 port 'more': /components/a/a has no such port"));
}

TEST(AProgram, with_other_properties_is_told_of_each) {
  const Component component;
  component.write("",
                  "<simple id='gain' type='float'><value>2</value></simple>\n"
                  "<simple id='old' type='float'/>\n"
                  "<simple id='mode' type='string' mode='readonly'><enumerations>"
                  "<enumeration label='a' value='a'/></enumerations></simple>");
  component.write_program(
      "",
      "<simple id='gain' type='double'><value>1</value></simple>"
      "<simple id='mode' type='string'><enumerations><enumeration label='b' value='b'/>"
      "</enumerations></simple><simple id='new' type='float'/>");
  EXPECT_THAT(
      component.findings(),
      ElementsAre(
          "program-type-differs a.prf.xml:3 property 'gain': its type is float here, and double "
          "in /components/a/a",
          "program-property-differs a.prf.xml:3 property 'gain': its value is 2 here, and 1 in "
          "/components/a/a",
          "program-property-differs a.prf.xml:4 property 'old': /components/a/a has no such "
          "property",
          "program-property-differs a.prf.xml:5 property 'mode': its enumerations are a here, and "
          "b "
          "in /components/a/a",
          "program-property-differs a.prf.xml:5 property 'mode': its mode is readonly here, and "
          "readwrite in /components/a/a",
          "program-property-differs a.spd.xml:1 property 'new': /components/a/a has it, and no "
          "property file does"));
}

TEST(AProgram, with_members_of_a_struct_that_differ_is_told_of) {
  const Component component;
  const auto with = [](const std::string& member) {
    return "<struct id='alarm'>" + member + "<configurationkind kindtype='configure'/></struct>" +
           "<structsequence id='alarms' structrefid='alarm'/>";
  };
  component.write("", with("<simple id='level' type='float'><value>1</value></simple>"));
  component.write_program("", with("<simple id='level' type='double'><value>1</value></simple>"));
  EXPECT_THAT(component.findings(),
              ElementsAre("program-property-differs a.prf.xml:3 property 'alarm': its members are "
                          "level float 1 here, and level double 1 in /components/a/a",
                          "program-property-differs a.prf.xml:3 property 'alarms': its members are "
                          "level float 1 here, and level double 1 in /components/a/a"));
}

TEST(AProgram, whose_sections_are_no_profiles_is_told_of) {
  const Component component;
  component.write(kPort, "");
  component.write_program({{".orbweaver.scd", "<properties"}, {".orbweaver.prf", "\1"}});
  const auto findings = component.findings();
  ASSERT_EQ(findings.size(), 2U);
  for (const auto& finding : findings)
    EXPECT_TRUE(finding.starts_with("program-unreadable a.spd.xml:2 program ")) << finding;
}

}  // namespace
}  // namespace orbweaver::profile
