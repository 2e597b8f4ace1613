// SPDX-License-Identifier: Apache-2.0
// A device with rules gives each application that it runs components of rules of its own.
#pragma once
#include <orbweaver/device/executable_device.hpp>
#include <orbweaver/program/rules_of_applications.hpp>

#include <memory>

namespace orbweaver::executable_device {

/// Adds to what the options do: a component gets the file of its application as its first rules,
/// and the files follow which components run, and which process is the domain.
void use_rules(device::ExecutableDeviceOptions& options,
               std::shared_ptr<program::RulesOfApplications> rules);

}  // namespace orbweaver::executable_device
