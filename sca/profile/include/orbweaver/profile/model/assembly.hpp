// SPDX-License-Identifier: Apache-2.0
// The common parts of a software assembly (SAD) and a device configuration (DCD): files,
// placements, connections.
#pragma once
#include <orbweaver/profile/model/parts.hpp>

#include <cstdint>
#include <variant>

namespace orbweaver::profile {

struct ComponentFile {
  std::string id;
  std::string type;
  LocalFile file;
  Position at;
};

/// REDHAWK's `loggingconfig`.
struct LoggingConfig {
  std::string level;
  std::string uri;
  Position at;
};

/// A named value: REDHAWK's `requires`, `option`, `reservation`.
struct NamedValue {
  std::string name;
  std::string value;
  Position at;
};

/// How the framework finds a component after its start: by name, or from a ResourceFactory.
struct FindComponent {
  std::optional<std::string> naming_name;
  std::optional<std::string> factory_refid;
  std::vector<Override> factory_properties;
  Position at;
};

struct ComponentInstantiation {
  std::string id;
  std::string usagename;
  std::vector<Override> properties;
  std::optional<FindComponent> find;
  // Additions of REDHAWK.
  std::optional<std::int64_t> startorder;
  std::vector<Override> affinity;
  std::optional<LoggingConfig> logging;
  std::vector<NamedValue> requirements;  // devicerequires, deployerrequires
  Position at;
};

struct ComponentPlacement {
  IdReference file;  // a ComponentFile's id
  std::vector<ComponentInstantiation> instantiations;
  // In a DCD only.
  std::optional<IdReference> deploy_on;
  std::optional<IdReference> composite_part_of;
  std::optional<LocalFile> device_package;
  Position at;
};

// Ends of connections.
struct InstantiationRef {
  std::string refid;
};
struct DeviceThatLoaded {
  std::string refid;  // of a component instantiation
};
struct DeviceUsedByComponent {
  std::string refid;
  std::string usesrefid;  // of a usesdevice in the component's SPD
};
struct DeviceUsedByApplication {
  std::string usesrefid;  // REDHAWK: of a usesdevice in the SAD
};
using Target = std::variant<InstantiationRef, DeviceThatLoaded, DeviceUsedByComponent,
                            DeviceUsedByApplication, FindBy>;

struct PortEnd {
  enum class Kind { uses, provides, supported };
  Kind kind = Kind::uses;
  std::string identifier;  // the port's name, or the repository id of a supported interface
  std::optional<Target> target;
  Position at;
};

struct ConnectInterface {
  std::string id;  // empty: deployment makes one
  std::optional<PortEnd> uses;
  /// The other end: a provides port, a supported interface, or an object that a FindBy finds.
  std::variant<std::monostate, PortEnd, FindBy> other;
  Position at;
};

}  // namespace orbweaver::profile
