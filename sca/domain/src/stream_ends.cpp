#include <orbweaver/domain/stream_ends.hpp>

namespace orbweaver::domain {

namespace {

const std::string* component_at(const profile::PortEnd& end) {
  if (!end.target) return nullptr;
  const auto* component = std::get_if<profile::InstantiationRef>(&*end.target);
  return component ? &component->refid : nullptr;
}

}  // namespace

std::set<std::string> sinks_of(const profile::SoftwareAssembly& assembly) {
  std::set<std::string> users, providers;
  for (const auto& each : assembly.connections) {
    if (const auto* user = each.uses ? component_at(*each.uses) : nullptr) users.insert(*user);
    const auto* other = std::get_if<profile::PortEnd>(&each.other);
    if (other == nullptr || other->kind != profile::PortEnd::Kind::provides) continue;
    if (const auto* provider = component_at(*other)) providers.insert(*provider);
  }
  for (const auto& each : users) providers.erase(each);
  return providers;
}

}  // namespace orbweaver::domain
