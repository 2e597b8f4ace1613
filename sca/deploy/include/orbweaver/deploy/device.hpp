// SPDX-License-Identifier: Apache-2.0
// A device as deployment sees it. The front end describes it by its profile and state.
#pragma once
#include <orbweaver/property/definition.hpp>
#include <orbweaver/property/value.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace orbweaver::deploy {

/// The abilities of a device: each kind also has those of the kind before it.
enum class DeviceKind { plain, loadable, executable };

/// Whether the device takes new components: only an available one does (SCA 2.2.2 3.1.3.2.1:
/// unlocked and enabled). Unknown: the device did not report its state.
enum class Availability { available, locked, shutting_down, disabled, unknown };

/// A property of kind allocation, with the value that the device has now.
struct AllocationProperty {
  property::Property definition;         // its action says how values are compared
  std::optional<property::Value> value;  // nothing: the device does not report it
};

struct OperatingSystem {
  std::string name;
  std::string version;  // empty: unknown
};

/// An amount to request from a device by allocateCapacity.
struct Capacity {
  std::string id;
  property::Value value;
  friend bool operator==(const Capacity&, const Capacity&) = default;
};
using Capacities = std::vector<Capacity>;

struct DeployDevice {
  std::string id;
  std::string label;
  DeviceKind kind = DeviceKind::executable;
  Availability availability = Availability::available;
  OperatingSystem os;
  std::vector<std::string> processors;  // all names of its processor
  std::vector<AllocationProperty> properties;
};
using Devices = std::vector<DeployDevice>;

[[nodiscard]] std::string_view name_of(DeviceKind kind);
[[nodiscard]] std::string_view name_of(Availability availability);

/// The action of an allocation property; `external` for forms that have none.
[[nodiscard]] property::Action action_of(const property::Property& definition);

/// The allocation property with this id; null if the device has none.
[[nodiscard]] const AllocationProperty* find(const DeployDevice& device, std::string_view id);
/// The device with this id; null if there is none.
[[nodiscard]] const DeployDevice* find(std::span<const DeployDevice> devices, std::string_view id);

/// Fills the description from a device's properties: those of kind allocation with their defaults;
/// operating system and processors from those with the names os_name, os_version and
/// processor_name (SCA 2.2.2 Appendix D.2.1.6).
void add_properties(DeployDevice& device, std::span<const property::Property> properties);
/// Adds one property of kind allocation to the description, with the value that the device has.
void add_property(DeployDevice& device, AllocationProperty property);

}  // namespace orbweaver::deploy
