// SPDX-License-Identifier: Apache-2.0
// The report as JSON, for programs. docs/reference/profiles.md describes its members.
#pragma once
#include <orbweaver/profile/check.hpp>

#include <string>

namespace orbweaver::profile {

/// Returns one JSON object. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string json_report(const CheckReport& report);

}  // namespace orbweaver::profile
