#include <orbweaver/resource/own_properties.hpp>

namespace orbweaver::resource {

void query(CF::Properties& asked, const OwnProperties& own,
           const std::function<void(CF::Properties&)>& others) {
  CF::Properties rest;
  for (const auto& each : asked)
    if (!own.contains(each.id())) rest.push_back(each);
  if (asked.empty() || !rest.empty()) others(rest);
  for (const auto& each : asked)
    if (const auto found = own.find(each.id()); found != own.end())
      rest.emplace_back(each.id(), found->second());
  asked = std::move(rest);
}

}  // namespace orbweaver::resource
