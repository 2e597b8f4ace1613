// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/program_to_start.hpp>

namespace orbweaver::device {

std::string application_of(std::string_view component_identifier) {
  const auto colon = component_identifier.rfind(':');
  return colon == std::string_view::npos ? std::string{}
                                         : std::string{component_identifier.substr(colon + 1)};
}

const std::string* value_of(const Parameters& parameters, std::string_view id) {
  for (const auto& [one, value] : parameters)
    if (one == id) return &value;
  return nullptr;
}

}  // namespace orbweaver::device
