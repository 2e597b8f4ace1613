// SPDX-License-Identifier: Apache-2.0
// The profiles say what the classes do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/profile/check.hpp>
#include <orbweaver/profile/component_profile.hpp>
#include <orbweaver/profile/differences.hpp>

#include "sender/sender.hpp"

namespace orbweaver::packets_waveform {
namespace {

void expect_no_finding(const std::string& file) {
  const auto report = profile::check({file}, {.strictness = profile::Strictness::strict});
  EXPECT_GT(report.profiles, 1U);
  for (const auto& finding : report.findings)
    ADD_FAILURE() << finding.at.text() << ": " << finding.what << ": " << finding.cause;
}

TEST(PacketsProfiles, keep_to_the_standard_and_leave_nothing_to_find) {
  expect_no_finding(SDR "/dom/waveforms/packets/packets.sad.xml");
  expect_no_finding(SDR "/dev/nodes/packet_node/packet_node.dcd.xml");
}

TEST(PacketsProfiles, have_the_properties_of_the_sender) {
  profile::Library library;
  const profile::Root root(SDR "/dom");
  profile::Findings findings;
  profile::ComponentLoader loader(library, root, findings);
  const auto shipped = loader.load({"/components/packets/sender/sender.spd.xml", {}}, SDR "/dom");
  ASSERT_TRUE(shipped && shipped->package_properties);
  EXPECT_THAT(profile::differences(sender_properties(), shipped->package_properties->properties),
              testing::IsEmpty());
}

}  // namespace
}  // namespace orbweaver::packets_waveform
