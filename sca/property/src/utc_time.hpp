// SPDX-License-Identifier: Apache-2.0
// The text of a utctime: "2024:03:01::12:30:00.25" as REDHAWK writes it, or ISO 8601, or "now".
#pragma once
#include <orbweaver/property/value.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace orbweaver::property {

[[nodiscard]] std::string utc_text(const UtcTime& time);

/// Reads a time. Nothing: the text is no time of the years 1 to 9999.
[[nodiscard]] std::optional<UtcTime> parse_utc(std::string_view text);

}  // namespace orbweaver::property
