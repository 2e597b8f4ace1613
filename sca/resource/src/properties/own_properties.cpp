// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/resource/own_properties.hpp>

namespace orbweaver::resource {

void query(CF::Properties& asked, const OwnProperties& own,
           const std::function<void(CF::Properties&)>& others) {
  CF::Properties rest;
  for (const auto& property : asked)
    if (!own.contains(property.id())) rest.push_back(property);
  if (asked.empty() || !rest.empty()) others(rest);
  for (const auto& property : asked)
    if (const auto found = own.find(property.id()); found != own.end())
      rest.emplace_back(property.id(), found->second());
  asked = std::move(rest);
}

}  // namespace orbweaver::resource
