// SPDX-License-Identifier: Apache-2.0
#include "known_ports.hpp"

#include <algorithm>

#include "files/domain_profiles.hpp"

namespace orbweaver::control {

namespace {

using Kind = profile::PortEnd::Kind;
using Direction = profile::ComponentPort::Direction;

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::uses:
      return "uses";
    case Kind::provides:
      return "provides";
    case Kind::supported:
      return "supports";
  }
  return "";
}

/// Reads the ports of an object from the profiles in the domain's file system.
class PortReader {
 public:
  PortReader(const Domain& domain, const ApplicationTarget& target)
      : profiles_(attempt("ask for the file manager", [&] { return domain.manager->fileMgr(); })),
        sad_(attempt("ask for the profile", [&] { return target.application->profile(); })),
        target_(&target) {}

  std::vector<KnownPort> list() {
    return target_->component.empty() ? of_application() : of_component();
  }

 private:
  std::vector<KnownPort> of_application() {
    std::vector<KnownPort> known_ports;
    for (const auto& external_port : profiles_.assembly(sad_).external_ports)
      known_ports.push_back(
          {external_port.name(), name_of(external_port.kind), repid_of(external_port),
           external_port.component,
           external_port.kind == Kind::supported ? std::string{} : external_port.identifier});
    return known_ports;
  }
  /// Returns the port's repository id; empty if the component's profiles do not have it.
  std::string repid_of(const profile::ExternalPort& port) {
    if (port.kind == Kind::supported) return port.identifier;
    try {
      const auto* descriptor = descriptor_of(port.component);
      if (descriptor == nullptr) return {};
      const auto found = std::ranges::find_if(descriptor->ports, [&](const auto& entry) {
        return entry.name == port.identifier &&
               (entry.direction == Direction::uses) == (port.kind == Kind::uses);
      });
      return found == descriptor->ports.end() ? std::string{} : found->repid;
    } catch (const Failed&) {
      return {};
    }
  }
  std::vector<KnownPort> of_component() {
    std::vector<KnownPort> known_ports;
    const auto* descriptor = descriptor_of(instantiation_in(target_->component, target_->name));
    if (descriptor == nullptr)
      fail("list the ports of '" + target_->text + "'", "its package has no descriptor (SCD)",
           "name a port");
    for (const auto& port : descriptor->ports)
      known_ports.push_back(
          {port.name, port.direction == Direction::uses ? "uses" : "provides", port.repid});
    return known_ports;
  }
  const profile::SoftwareComponent* descriptor_of(const std::string& component) {
    const auto package = profiles_.package_of(sad_, component);
    return package.empty() ? nullptr : profiles_.descriptor_of(package);
  }

  DomainProfiles profiles_;
  std::string sad_;
  const ApplicationTarget* target_;
};

}  // namespace

std::vector<KnownPort> known_ports(const Domain& domain, const ApplicationTarget& target) {
  return PortReader{domain, target}.list();
}

}  // namespace orbweaver::control
