// SPDX-License-Identifier: Apache-2.0
// Events of the registry for its domain, which has applications that use the nodes, devices and
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

/// Threads: any, several at once. None blocks unless it says so: a lock of Nodes may be held.
class RegistryEvents {
 public:
  RegistryEvents() = default;
  virtual ~RegistryEvents() = default;
  RegistryEvents(const RegistryEvents&) = delete;
  RegistryEvents& operator=(const RegistryEvents&) = delete;

  /// A node, device or service came or went.
  virtual void node_changed(NodeChange change) = 0;
  /// One line: what is wrong in a profile of a device, and where.
  virtual void problem(const std::string& line) = 0;

  /// A device is in the book of devices now.
  virtual void device_came() = 0;
  /// The uses of this device, which is about to register and gives back all others. Nothing: the
  /// device gives back nothing. No lock is held.
  [[nodiscard]] virtual std::optional<device::Kept> use_of(const KnownDevice& known) = 0;
  /// A device is about to leave, and takes back what was taken of it. Blocks: until that is done.
  /// No lock is held.
  virtual void device_leaves(const std::string& id) = 0;
  /// A device is gone, and with it what ran on it. No lock is held.
  virtual void device_gone(const std::string& id, const std::string& how) = 0;
  /// The device says that programs ended. They may be another's.
  virtual void programs_ended(const std::string& device,
                              const std::vector<EndOfProgram>& programs) = 0;

  /// A service is in the book of services now, or was taken out of it.
  virtual void service_came() = 0;
  virtual void service_went(const std::string& name) = 0;
};

}  // namespace orbweaver::registry
