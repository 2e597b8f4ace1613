// SPDX-License-Identifier: Apache-2.0
// The profiles that are made of the classes.
#include <orbweaver/profile/check.hpp>

#include <gtest/gtest.h>

extern const char* const kSdrDom;  // by the build

namespace orbweaver::adsb {
namespace {

// Not strictly: the SAD has a startorder. tests/sca/test_made_profiles.py holds those of the
// components so.
TEST(TheProfiles, leave_nothing_to_find) {
  const auto report = profile::check({std::string{kSdrDom} + "/waveforms/adsb/adsb.sad.xml"}, {});
  EXPECT_EQ(report.profiles, 13U);
  for (const auto& finding : report.findings)
    ADD_FAILURE() << finding.at.text() << ": " << finding.what << ": " << finding.cause;
}

}  // namespace
}  // namespace orbweaver::adsb
