// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/resource/own_properties.hpp>

namespace orbweaver::resource {

void query(CF::Properties& asked, const OwnProperties& own,
           const std::function<void(CF::Properties&)>& others) {
  CF::Properties rest;
  for (const auto& text : asked)
    if (!own.contains(text.id())) rest.push_back(text);
  if (asked.empty() || !rest.empty()) others(rest);
  for (const auto& text : asked)
    if (const auto found = own.find(text.id()); found != own.end())
      rest.emplace_back(text.id(), found->second());
  asked = std::move(rest);
}

}  // namespace orbweaver::resource
