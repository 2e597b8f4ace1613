// SPDX-License-Identifier: Apache-2.0
// The devices of a domain: what deployment plans with, and the references that it calls.
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
  IDL::traits<CF::LoadableDevice>::ref_type loadable;      // nil: it loads nothing
  IDL::traits<CF::ExecutableDevice>::ref_type executable;  // nil: it executes nothing
  /// How the domain learns that a program of the device has ended. A device of this process reports
  /// it. For any other device the domain asks the components whether they are there.
  enum class Ends { are_reported, are_found } ends = Ends::are_reported;
  /// When it came, it gave back what this domain does not know of.
  bool has_given_back = false;
  std::uint64_t entry = 0;  // which the book gives: a device that comes again has another
  bool is_leaving = false;  // it takes no more; what was taken of it can still be given back
};

/// Threads: any.
class DeviceBook {
 public:
  /// Replaces a device with the same id.
  void add(KnownDevice device);
  void set_leaving(const std::string& id);
  void remove(const std::string& id);
  /// Also one that is leaving.
  [[nodiscard]] std::optional<KnownDevice> find(const std::string& id) const;
  /// Without those that are leaving.
  [[nodiscard]] std::vector<KnownDevice> all() const;
  /// As all(), in the order in which they came, each with the states that it has now. A device that
  /// does not answer is disabled. Blocks: calls to each device, eight devices at once, bounded by a
  /// second.
  [[nodiscard]] deploy::Devices descriptions() const;

 private:
  mutable os::Mutex mutex_;
  std::uint64_t last_entry_ = 0;
  std::vector<KnownDevice> devices_;
};

/// The description of a device of this process for deployment, made without calling it. Capacities
/// and text properties become allocation properties; an SPD's `os` and `processor` are also
/// compared with os_name and processor_name.
[[nodiscard]] deploy::DeployDevice deployment_view_of(const device::DeviceDescription& description);

/// Every name under which profiles ask for the processor: "x86_64" is also "amd64" and "x86".
[[nodiscard]] std::vector<std::string> names_of_processor(const std::string& name);

/// This machine as an executable device without a process: for plans that are only shown.
[[nodiscard]] deploy::DeployDevice plan_for_this_machine(const std::string& id,
                                                         const std::string& label);

}  // namespace orbweaver::registry
