// SPDX-License-Identifier: Apache-2.0
// The profiles, which the build makes from the classes, keep to the standard.
#include <string>

#include <gtest/gtest.h>

#include <orbweaver/profile/check.hpp>

extern const char* const kSdrDom;  // by the build

namespace orbweaver::ax25 {
namespace {

TEST(Ax25Profiles, keep_to_the_standard_and_leave_nothing_to_find) {
  const auto report = profile::check({std::string{kSdrDom} + "/waveforms/ax25/ax25.sad.xml"},
                                     {.strictness = profile::Strictness::strict});
  EXPECT_EQ(report.profiles, 31U);
  for (const auto& finding : report.findings) {
    ADD_FAILURE() << finding.at.text() << ": " << finding.what << ": " << finding.cause;
  }
}

}  // namespace
}  // namespace orbweaver::ax25
