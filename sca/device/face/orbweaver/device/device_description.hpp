// SPDX-License-Identifier: Apache-2.0
// The description of a device: its names, capacities and properties.
#pragma once
#include <orbweaver/device/capacity_store.hpp>
#include <orbweaver/generated/sca/CF/Device.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace orbweaver::device {

/// The type of a capacity's value in a property. Both are types of SCA properties:
/// `unsigned_long_long` is ulonglong, `double_precision` is double.
enum class CapacityType { unsigned_long_long, double_precision };

/// A capacity. It has the id of an allocation property in the device's profile. A request of 1
/// takes `units_per_one` units: 1 for bytes; 1000 for cores, so that 0.25 can be requested.
struct CapacityDescription {
  std::string id;  ///< id of the property; unique in the device
  CapacityType type = CapacityType::unsigned_long_long;  ///< type of the property in its profile
  std::uint64_t total = 0;                               ///< in units
  std::uint32_t units_per_one = 1;                       ///< at least 1
};

/// The answers that the device gives to queries. SCA 2.2.2, 3.1.3.3.1.
struct DeviceDescription {
  /// The identifier is unique in the domain; the label is a readable name.
  std::string identifier, label;
  std::string software_profile;                 ///< absolute name of its SPD
  std::vector<CapacityDescription> capacities;  ///< applications may take from them
  CF::Properties properties;                    ///< others that can be queried, e.g. os_name
  /// The device that it is a part of; nil: none.
  IDL::traits<CF::AggregateDevice>::ref_type composite = nullptr;
};

/// Describes this machine. Capacities: `cores` (double, in thousandths: those that affinity and
/// control groups allow) and `memory` (bytes, unsigned long long). Properties: `os_name`,
/// `os_version`, `processor_name` and `host_name`, as SCA profiles spell them ("Linux", "x86_64").
[[nodiscard]] DeviceDescription describe_this_machine(std::string identifier, std::string label);

}  // namespace orbweaver::device
