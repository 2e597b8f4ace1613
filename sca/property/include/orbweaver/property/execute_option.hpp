// SPDX-License-Identifier: Apache-2.0
// Execute options among properties: a simple whose id begins so says how its component is executed,
// as "EXECUTE_OPTION::PRIORITY" does. It is never configured into the component. Which options
// there are is for the device to know. docs/understand/decisions/0011 says why.
#pragma once
#include <string>
#include <string_view>

namespace orbweaver::property {

inline constexpr std::string_view kExecuteOption = "EXECUTE_OPTION::";

[[nodiscard]] constexpr bool is_execute_option(std::string_view id) noexcept {
  return id.starts_with(kExecuteOption) && id.size() > kExecuteOption.size();
}

/// "PRIORITY" of "EXECUTE_OPTION::PRIORITY". Call only if is_execute_option(id).
[[nodiscard]] inline std::string execute_option_of(std::string_view id) {
  return std::string{id.substr(kExecuteOption.size())};
}

}  // namespace orbweaver::property
