// SPDX-License-Identifier: Apache-2.0
// The names with which every test of names tries what it tests.
#pragma once
#include <array>
#include <string_view>

namespace orbweaver {

inline constexpr auto kOddNames = std::to_array<std::string_view>({
#include "odd_names.inc"
});

/// Those with a slash, which some names may not have: "a/b" is two steps of a file's name.
inline constexpr auto kOddNamesWithSlash =
    std::to_array<std::string_view>({"a/b", "/begins", "b/"});

}  // namespace orbweaver
