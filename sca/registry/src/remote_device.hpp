// SPDX-License-Identifier: Apache-2.0
// Queries a device of another process and reads its profile, for deployment.
#pragma once
#include <orbweaver/generated/sca/CF/DeviceManager.hpp>
#include <orbweaver/registry/device_book.hpp>
#include <orbweaver/resource/any_bridge.hpp>

#include <functional>
#include <string>
#include <vector>

#include <orbweaver/registry/calls_end_by.hpp>
#include "device_profile.hpp"

namespace orbweaver::registry {

/// Asks one device. A value that does not fit the profile is ignored, and the profile's default is
/// used. Threads: one.
class DeviceQuestions {
 public:
  /// All arguments must outlive this.
  DeviceQuestions(const resource::AnyBridge& bridge, CF::DeviceManager& node, CF::FileSystem& files,
                  CallsEndBy& calls)
      : bridge_(&bridge), node_(&node), files_(&files), calls_(&calls) {}

  /// Throws CF::InvalidProfile, after a line for `on_problem`, if the profile cannot be read;
  /// CORBA::SystemException, as the calls do.
  [[nodiscard]] KnownDevice ask(const IDL::traits<CF::Device>::ref_type& device,
                                const std::string& id,
                                const std::function<void(const std::string& line)>& on_problem);

 private:
  [[nodiscard]] DeviceProfile profile_of(
      CF::Device& device, const std::string& id,
      const std::function<void(const std::string& line)>& on_problem);
  [[nodiscard]] std::vector<deploy::AllocationProperty> properties_of(CF::Device& device,
                                                                      const DeviceProfile& profile);
  [[nodiscard]] std::string implementation_of(const std::string& id);

  const resource::AnyBridge* bridge_;
  CF::DeviceManager* node_;
  CF::FileSystem* files_;
  CallsEndBy* calls_;
};

/// Whether the value has the property's type and is within its range.
[[nodiscard]] bool fits(const property::Property& definition, const property::Value& value);

}  // namespace orbweaver::registry
