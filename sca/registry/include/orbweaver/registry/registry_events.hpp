// SPDX-License-Identifier: Apache-2.0
// The events that the registry reports to its domain, whose applications use the nodes, devices and
// services.
#pragma once
#include <orbweaver/device/kept.hpp>
#include <orbweaver/registry/device_book.hpp>
#include <orbweaver/registry/node_options.hpp>
#include <orbweaver/registry/program_ends.hpp>

#include <optional>
#include <string>
#include <vector>

namespace orbweaver::registry {

/// Threads: any, several at the same time. A function must not block unless its comment says that
/// it may, as a lock of Nodes may be held.
class RegistryEvents {
 public:
  RegistryEvents() = default;
  virtual ~RegistryEvents() = default;
  RegistryEvents(const RegistryEvents&) = delete;
  RegistryEvents& operator=(const RegistryEvents&) = delete;

  /// A node, device or service was added or removed.
  virtual void node_changed(NodeChange change) = 0;
  /// One line about an error in a device's profile.
  virtual void problem(const std::string& line) = 0;

  /// A device was added to the book of devices.
  virtual void device_came() = 0;
  /// Returns the domain's uses of a device that is about to register, which gives back all other
  /// uses. If it returns nothing, the device gives back none. No lock is held.
  [[nodiscard]] virtual std::optional<device::Kept> use_of(const KnownDevice& known) = 0;
  /// A device is about to leave: the domain gives back its uses. Blocks: until that is done. No
  /// lock is held.
  virtual void device_leaves(const std::string& id) = 0;
  /// A device was lost, with the programs that it executed. No lock is held.
  virtual void device_gone(const std::string& id, const std::string& how) = 0;
  /// The device reports that programs ended. They may be programs of another device.
  virtual void programs_ended(const std::string& device,
                              const std::vector<EndOfProgram>& programs) = 0;

  /// A service was added to the book of services, or removed from it.
  virtual void service_came() = 0;
  virtual void service_went(const std::string& name) = 0;
};

}  // namespace orbweaver::registry
