// SPDX-License-Identifier: Apache-2.0
// Execute options as properties: a simple property whose id begins with this prefix, such as
// "EXECUTE_OPTION::PRIORITY", says how its component is executed. It is never configured into the
// component. The device knows which options exist. docs/understand/decisions/0011 gives the
// reasons.
#pragma once
#include <string>
#include <string_view>

namespace orbweaver::property {

inline constexpr std::string_view kExecuteOption = "EXECUTE_OPTION::";

[[nodiscard]] constexpr bool is_execute_option(std::string_view id) noexcept {
  return id.starts_with(kExecuteOption) && id.size() > kExecuteOption.size();
}

/// Returns "PRIORITY" for "EXECUTE_OPTION::PRIORITY". Call it only if is_execute_option(id).
[[nodiscard]] inline std::string execute_option_of(std::string_view id) {
  return std::string{id.substr(kExecuteOption.size())};
}

}  // namespace orbweaver::property
