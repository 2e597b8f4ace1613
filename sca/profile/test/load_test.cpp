// SPDX-License-Identifier: Apache-2.0
// Whole applications and components.
#include <gtest/gtest.h>

#include <orbweaver/profile/application.hpp>

#include "sample.hpp"

namespace orbweaver::profile {
namespace {

TEST(Application, is_loaded_with_all_its_components) {
  const Sample sample;
  Library library;
  const auto loaded = load_application(sample.path("waveforms/radio/radio.sad.xml"), library);
  ASSERT_TRUE(loaded.usable()) << summary(loaded.findings);
  const auto& application = loaded.application;
  ASSERT_NE(application.assembly, nullptr);
  EXPECT_EQ(application.assembly->name, "Radio");
  EXPECT_EQ(application.components.size(), 3U);
  const auto placed = placed_in(*application.assembly);
  ASSERT_EQ(placed.size(), 4U);
  EXPECT_EQ(placed[3].instantiation->id, "Filter2");
  EXPECT_EQ(placed[3].collocation->id, "Host1");
  const auto* filter = application.component_of(*placed[3].placement);
  ASSERT_NE(filter, nullptr);
  EXPECT_EQ(filter->package->name, "filter");
  EXPECT_EQ(filter->descriptor->ports.size(), 2U);
  EXPECT_EQ(filter->dependencies.at("../../packages/taps/taps.spd.xml")->package->name, "taps");
}

TEST(Application, that_is_no_sad_is_not_usable) {
  const Sample sample;
  Library library;
  const auto loaded = load_application(sample.path("components/filter/filter.spd.xml"), library);
  EXPECT_EQ(loaded.application.assembly, nullptr);
  EXPECT_EQ(summary(loaded.findings), "root-element-wrong filter.spd.xml:1\n");
  EXPECT_FALSE(load_application("/none.sad.xml", library).usable());
}

TEST(Application, whose_component_is_missing_names_it_and_loads_the_others) {
  const Sample sample;
  std::filesystem::remove(sample.path("components/filter/filter.scd.xml"));
  Library library;
  const auto loaded = load_application(sample.path("waveforms/radio/radio.sad.xml"), library);
  EXPECT_EQ(summary(loaded.findings), "file-missing filter.spd.xml:13\n");
  EXPECT_EQ(loaded.application.components.at("FilterFile")->descriptor, nullptr);
  EXPECT_NE(loaded.application.components.at("SourceFile")->descriptor, nullptr);
}

Findings findings_of_package(const Sample& sample, const std::string& file) {
  CheckOptions options;
  options.root = sample.folder();
  return check({sample.path(file)}, options).findings;
}

std::string package_needing(const std::string& file);

TEST(Component, packages_that_depend_on_each_other_without_end_are_refused) {
  const Sample sample;
  const auto name = [](int i) { return "p" + std::to_string(i) + ".spd.xml"; };
  for (int i = 0; i < 5'000; ++i) sample.write(name(i), package_needing(name(i + 1)));
  sample.write(name(5'000), package_needing(name(5'000)));
  const auto found = summary(findings_of_package(sample, name(0)));
  EXPECT_NE(found.find("dependency-too-deep p999.spd.xml:1"), std::string::npos) << found;
}

std::string package_needing(const std::string& file) {
  return "<softpkg id='a' name='a'><implementation id='i'><code type='Driver'><localfile name='" +
         file + "'/></code><dependency type='d'><softpkgref><localfile name='" + file +
         "'/></softpkgref></dependency></implementation></softpkg>";
}

TEST(Component, packages_that_need_each_other_end) {
  const Sample sample;
  sample.write("a.spd.xml", package_needing("b.spd.xml"));
  sample.write("b.spd.xml", package_needing("c.spd.xml"));
  sample.write("c.spd.xml", package_needing("a.spd.xml"));
  EXPECT_EQ(summary(findings_of_package(sample, "a.spd.xml")), "dependency-cycle c.spd.xml:1\n");
}

TEST(Component, a_long_chain_of_packages_is_loaded) {
  const Sample sample;
  for (int i = 0; i < 300; ++i)
    sample.write("p" + std::to_string(i) + ".spd.xml",
                 package_needing("p" + std::to_string(i + 1) + ".spd.xml"));
  sample.write("p300.spd.xml", "<softpkg id='a' name='a'/>");
  EXPECT_EQ(summary(findings_of_package(sample, "p0.spd.xml")),
            "spd-no-implementation p300.spd.xml:1\n");
}

std::string simple(const std::string& id, const std::string& value) {
  return "<simple id='" + id + "' type='long'><value>" + value + "</value></simple>";
}

TEST(Component, properties_of_an_implementation_go_before_those_of_package_and_descriptor) {
  const Sample sample;
  sample.write("c.scd.xml",
               "<softwarecomponent><componentfeatures><ports/></componentfeatures>"
               "<propertyfile><localfile name='scd.prf.xml'/></propertyfile></softwarecomponent>");
  sample.write("scd.prf.xml", "<properties>" + simple("a", "1") + simple("b", "1") +
                                  simple("c", "1") + "</properties>");
  sample.write("spd.prf.xml",
               "<properties>" + simple("b", "2") + simple("c", "2") + "</properties>");
  sample.write("impl.prf.xml", "<properties>" + simple("c", "3") + "</properties>");
  sample.write(
      "c.spd.xml",
      "<softpkg id='c' name='c'><propertyfile><localfile name='spd.prf.xml'/></propertyfile>"
      "<descriptor><localfile name='c.scd.xml'/></descriptor><implementation id='i'>"
      "<propertyfile><localfile name='impl.prf.xml'/></propertyfile></implementation>"
      "</softpkg>");
  Library library;
  const Root root(sample.folder());
  Findings findings;
  ComponentLoader loader(library, root, findings);
  const auto component = loader.load({"/c.spd.xml", {}}, sample.folder());
  ASSERT_NE(component, nullptr) << summary(findings);
  std::string values;
  for (const auto& property : component->properties("i"))
    values += common_of(property).id + std::get<property::Simple>(property).value->text + " ";
  EXPECT_EQ(values, "a1 b2 c3 ");
  EXPECT_EQ(std::get<property::Simple>(component->properties("other").at(2)).value->text, "2");
  EXPECT_EQ(loader.load({"/c.spd.xml", {}}, sample.folder()), component);
}

TEST(Check, of_two_thousand_profiles_reads_each_file_once) {
  const Sample sample;
  std::vector<std::filesystem::path> files;
  for (int i = 0; i < 2000; ++i) {
    const auto name = "waveforms/w" + std::to_string(i) + "/radio.sad.xml";
    sample.write(name, sample.read("waveforms/radio/radio.sad.xml"));
    files.push_back(sample.path(name));
  }
  const auto report = check(files, {});
  EXPECT_EQ(summary(report.findings), "");
  EXPECT_EQ(report.profiles, 2000U + 11U);
}

}  // namespace
}  // namespace orbweaver::profile
