// SPDX-License-Identifier: Apache-2.0
// The devices of a domain: their descriptions for deployment, and their references.
#pragma once
#include <orbweaver/deploy/device.hpp>
#include <orbweaver/device/device_description.hpp>
#include <orbweaver/generated/sca/CF/ExecutableDevice.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::registry {

struct KnownDevice {
  deploy::DeployDevice description;
  IDL::traits<CF::Device>::ref_type device;
  IDL::traits<CF::LoadableDevice>::ref_type loadable;      // nil: it cannot load
  IDL::traits<CF::ExecutableDevice>::ref_type executable;  // nil: it cannot execute
  /// How the domain learns that a program on the device has ended. A device of this process reports
  /// it. For any other device, the domain asks the components whether they exist.
  enum class Ends { are_reported, are_found } ends = Ends::are_reported;
  /// When it registered, it gave back the uses that this domain does not know.
  bool has_given_back = false;
  // the book's number for it; a device that registers again gets another one
  std::uint64_t entry = 0;
  bool is_leaving = false;  // no new uses; earlier uses can still be given back
};

/// Threads: any.
class DeviceBook {
 public:
  /// Adds a device; replaces one with the same id.
  void add(KnownDevice device);
  void set_leaving(const std::string& id);
  void remove(const std::string& id);
  /// Returns the device, also one that is leaving; nothing if there is none.
  [[nodiscard]] std::optional<KnownDevice> find(const std::string& id) const;
  /// Returns all devices that are not leaving.
  [[nodiscard]] std::vector<KnownDevice> all() const;
  /// Returns the descriptions of all(), in the order of registration, with their present states. A
  /// device that does not answer is described as disabled. Blocks: for calls of the devices, eight
  /// at once, for a second at most.
  [[nodiscard]] deploy::Devices descriptions() const;

 private:
  mutable os::Mutex mutex_;
  std::uint64_t last_entry_ = 0;
  std::vector<KnownDevice> devices_;
};

/// Describes a device of this process for deployment, without a call of it. Capacities and text
/// properties become allocation properties; an SPD's `os` and `processor` are also compared with
/// os_name and processor_name.
[[nodiscard]] deploy::DeployDevice deployment_view_of(const device::DeviceDescription& description);

/// Returns all names that profiles use for the processor: "x86_64" is also "amd64" and "x86".
[[nodiscard]] std::vector<std::string> names_of_processor(const std::string& name);

/// Describes this machine as an executable device, for plans that are only shown.
[[nodiscard]] deploy::DeployDevice plan_for_this_machine(const std::string& id,
                                                         const std::string& label);

}  // namespace orbweaver::registry
