#include "known_properties.hpp"

#include <orbweaver/control/failure.hpp>
#include <orbweaver/property/settable.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace orbweaver::control {

KnownProperties::KnownProperties(const Domain& domain, std::string sad, std::string component)
    : profiles_(attempt("ask for the file manager", [&] { return domain.manager->fileMgr(); })),
      sad_(std::move(sad)),
      component_(std::move(component)),
      is_application_(component_.empty()) {}

std::optional<KnownProperty> KnownProperties::find(const std::string& id) {
  auto at = component();
  auto its_id = id;
  if (is_application_) {
    const auto& external = profiles_.assembly(sad_).external_properties;
    const auto found = std::ranges::find_if(external, [&](const auto& e) { return e.id() == id; });
    if (found != external.end()) std::tie(at, its_id) = std::tie(found->component, found->property);
  }
  const auto& all = of(at);
  const auto* definition = property::find(all, its_id);
  if (definition == nullptr) return std::nullopt;
  return KnownProperty{*definition, all};
}

std::vector<std::string> KnownProperties::settable() {
  std::vector<std::string> ids;
  if (is_application_)
    for (const auto& each : profiles_.assembly(sad_).external_properties) ids.push_back(each.id());
  for (const auto& each : of(component()))
    if (!property::why_not_settable(each)) ids.push_back(common_of(each).id);
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
