// SPDX-License-Identifier: Apache-2.0
// The use of a device by an application that a domain before this one left, as its record says.
#pragma once
#include <orbweaver/device/kept.hpp>
#include <orbweaver/domain/application_record.hpp>
#include <orbweaver/resource/any_bridge.hpp>

#include <string>

namespace orbweaver::domain {

/// Whether a record of this state has what the application took, and nothing else: the application
/// is neither being created nor released.
[[nodiscard]] bool is_certain(deploy::DeploymentState state);

/// Adds what the application has of the device.
void add_use(const ApplicationRecord& record, const std::string& device,
             const resource::AnyBridge& bridge, device::Kept& kept);

}  // namespace orbweaver::domain
