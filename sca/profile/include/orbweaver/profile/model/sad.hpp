// SPDX-License-Identifier: Apache-2.0
// Software Assembly Descriptor: an application (SCA 2.2.2 Appendix D.6).
#pragma once
#include <orbweaver/profile/model/assembly.hpp>

namespace orbweaver::profile {

/// Components that must run on the same device.
struct HostCollocation {
  std::string id;
  std::string name;
  std::vector<ComponentPlacement> placements;
  std::vector<IdReference> uses_devices;  // REDHAWK
  std::vector<NamedValue> reservations;   // REDHAWK
  Position at;
};

struct ExternalPort {
  PortEnd::Kind kind = PortEnd::Kind::uses;
  std::string identifier;
  std::string external_name;  // REDHAWK; empty: the identifier
  std::string component;      // a component instantiation's id
  std::string description;
  Position at;
  [[nodiscard]] const std::string& name() const {
    return external_name.empty() ? identifier : external_name;
  }
};

/// REDHAWK: a property of a component that is also a property of the application.
struct ExternalProperty {
  std::string component;
  std::string property;
  std::string external_id;  // empty: the property's own id
  Position at;
  [[nodiscard]] const std::string& id() const {
    return external_id.empty() ? property : external_id;
  }
};

struct SoftwareAssembly {
  std::string id;
  std::string name;
  std::string version;
  std::string description;
  std::vector<ComponentFile> files;
  std::vector<ComponentPlacement> placements;  // those outside host collocations
  std::vector<HostCollocation> collocations;
  std::optional<IdReference> controller;
  std::vector<ConnectInterface> connections;
  std::vector<ExternalPort> external_ports;
  std::vector<ExternalProperty> external_properties;  // REDHAWK
  std::vector<NamedValue> options;                    // REDHAWK
  std::vector<UsesDevice> uses_devices;               // REDHAWK
  Position at;
};

/// A component of the assembly, with its placement. The pointers point into the assembly.
struct Placed {
  const ComponentInstantiation* instantiation = nullptr;
  const ComponentPlacement* placement = nullptr;
  const HostCollocation* collocation = nullptr;  // null: none
};

/// Returns all components in the order of the file; those of host collocations come last.
[[nodiscard]] std::vector<Placed> placed_in(const SoftwareAssembly& assembly);

}  // namespace orbweaver::profile
