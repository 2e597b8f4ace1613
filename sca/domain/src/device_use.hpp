// SPDX-License-Identifier: Apache-2.0
// The uses of a device that an application of the domain's predecessor has, by its record.
#pragma once
#include <orbweaver/device/kept.hpp>
#include <orbweaver/domain/application_record.hpp>
#include <orbweaver/resource/any_bridge.hpp>

#include <string>

namespace orbweaver::domain {

/// Whether a record of this state lists exactly what the application took. It may not while the
/// application is created or released.
[[nodiscard]] bool is_certain(deploy::DeploymentState state);

/// Adds the application's uses of the device.
void add_use(const ApplicationRecord& record, const std::string& device,
             const resource::AnyBridge& bridge, device::Kept& kept);

}  // namespace orbweaver::domain
