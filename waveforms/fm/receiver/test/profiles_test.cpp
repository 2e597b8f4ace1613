// SPDX-License-Identifier: Apache-2.0
// The profiles that are made of the classes say what the classes do.
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/profile/check.hpp>
#include <orbweaver/profile/component_profile.hpp>
#include <orbweaver/profile/differences.hpp>

#include "components.hpp"

extern const char* const kSdrDom;  // by the build

namespace orbweaver::fm::components {
namespace {

template <class Class>
void expect_as_shipped(const std::string& part) {
  profile::Library library;
  const profile::Root root(kSdrDom);
  profile::Findings findings;
  profile::ComponentLoader loader(library, root, findings);
  const auto shipped =
      loader.load({"/components/fm/" + part + "/" + part + ".spd.xml", {}}, kSdrDom);
  ASSERT_TRUE(shipped && shipped->descriptor && shipped->package_properties) << part;
  EXPECT_THAT(
      profile::differences(Class{}.all_definitions(), shipped->package_properties->properties),
      testing::IsEmpty());
  std::vector<component::PortDescription> ports;
  for (const auto& port : shipped->descriptor->ports) {
    ports.push_back(
        {port.name, port.repid, port.direction == profile::ComponentPort::Direction::provides});
  }
  EXPECT_THAT(Class::ports(), testing::UnorderedElementsAreArray(ports));
}

TEST(FmProfiles, have_the_ports_and_properties_of_the_classes) {
  expect_as_shipped<Source>("source");
  expect_as_shipped<Tuner>("tuner");
  expect_as_shipped<Demodulator>("demodulator");
  expect_as_shipped<Audio>("audio");
  expect_as_shipped<Wav>("wav");
}

TEST(FmProfiles, keep_to_the_standard_and_leave_nothing_to_find) {
  const auto report = profile::check({std::string{kSdrDom} + "/waveforms/fm/fm.sad.xml"},
                                     {.strictness = profile::Strictness::strict});
  EXPECT_EQ(report.profiles, 16U);
  for (const auto& finding : report.findings) {
    ADD_FAILURE() << finding.at.text() << ": " << finding.what << ": " << finding.cause;
  }
}

}  // namespace
}  // namespace orbweaver::fm::components
