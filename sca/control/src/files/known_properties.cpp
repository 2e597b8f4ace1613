// SPDX-License-Identifier: Apache-2.0
#include "known_properties.hpp"

#include <orbweaver/control/failure.hpp>
#include <orbweaver/property/settable.hpp>

#include <algorithm>
#include <utility>

namespace orbweaver::control {

KnownProperties::KnownProperties(const Domain& domain, std::string sad, std::string component)
    : profiles_(attempt("ask for the file manager", [&] { return domain.manager->fileMgr(); })),
      sad_(std::move(sad)),
      component_(std::move(component)),
      is_application_(component_.empty()) {}

std::optional<KnownProperty> KnownProperties::find(const std::string& id) {
  if (is_application_) {
    const auto& external = profiles_.assembly(sad_).external_properties;
    const auto found = std::ranges::find_if(external, [&](const auto& e) { return e.id() == id; });
    if (found != external.end()) return find_in(found->component, found->property);
  }
  if (auto found = find_in(component(), id); found || !is_application_) return found;
  for (auto dot = id.find('.'); dot != std::string::npos; dot = id.find('.', dot + 1)) {
    const auto instantiation = id.substr(0, dot);
    if (profiles_.package_of(sad_, instantiation).empty()) continue;
    if (auto found = find_in(instantiation, id.substr(dot + 1))) return found;
  }
  return std::nullopt;
}

std::optional<KnownProperty> KnownProperties::find_in(const std::string& component,
                                                      const std::string& id) {
  const auto& all = of(component);
  const auto* definition = property::find(all, id);
  if (definition == nullptr) return std::nullopt;
  return KnownProperty{*definition, all, component, given_by_assembly(component, id)};
}

std::optional<property::Override> KnownProperties::given_by_assembly(const std::string& component,
                                                                     const std::string& id) {
  for (const auto& placed : profile::placed_in(profiles_.assembly(sad_))) {
    if (placed.instantiation->id != component) continue;
    const auto& given = placed.instantiation->properties;
    const auto found = std::ranges::find(given, id, &property::Override::refid);
    if (found != given.end()) return *found;
  }
  return std::nullopt;
}

std::vector<std::string> KnownProperties::settable() {
  std::vector<std::string> ids;
  if (is_application_)
    for (const auto& external_property : profiles_.assembly(sad_).external_properties)
      ids.push_back(external_property.id());
  for (auto& id : settable_of(component())) ids.push_back(std::move(id));
  return ids;
}

std::vector<std::string> KnownProperties::settable_of(const std::string& component) {
  std::vector<std::string> ids;
  for (const auto& property : of(component))
    if (!property::why_not_settable(property)) ids.push_back(common_of(property).id);
  return ids;
}

std::vector<std::string> KnownProperties::components() {
  std::vector<std::string> ids;
  for (const auto& placed : profile::placed_in(profiles_.assembly(sad_)))
    ids.push_back(placed.instantiation->id);
  return ids;
}

const std::string& KnownProperties::component() {
  if (!component_.empty()) return component_;
  const auto& controller = profiles_.assembly(sad_).controller;
  if (!controller) fail("read " + sad_ + " of the domain", "it names no assembly controller");
  return component_ = controller->refid;
}

const std::vector<property::Property>& KnownProperties::of(const std::string& component) {
  const auto [entry, is_new] = known_.try_emplace(component);
  if (!is_new) return entry->second;
  const auto package = profiles_.package_of(sad_, component);
  if (package.empty())
    fail("read " + sad_ + " of the domain", "it has no component '" + component + "'");
  return entry->second = profiles_.properties_of(package);
}

}  // namespace orbweaver::control
