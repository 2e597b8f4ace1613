// SPDX-License-Identifier: Apache-2.0
// The report for programs: docs/reference/profiles.md has its members.
#pragma once
#include <orbweaver/profile/check.hpp>

#include <string>

namespace orbweaver::profile {

/// One JSON object. Bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string json_report(const CheckReport& report);

}  // namespace orbweaver::profile
