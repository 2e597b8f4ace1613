// SPDX-License-Identifier: Apache-2.0
// Compares one requirement of a profile with a device.
#pragma once
#include <orbweaver/deploy/device.hpp>
#include <orbweaver/deploy/plan_report.hpp>
#include <orbweaver/deploy/requirements.hpp>
#include <orbweaver/profile/model/spd.hpp>

namespace orbweaver::deploy {

[[nodiscard]] Comparison compare_availability(const DeployDevice& device);

/// How the component's code runs: in a process of its own, or in a host process with the libraries
/// of a collocation.
enum class Runs { by_itself, in_host };

/// Whether a device of this kind can do what the code needs.
[[nodiscard]] Comparison compare_code(const profile::ImplementationCode& code, DeviceKind kind,
                                      Runs runs);
/// A shared library is executed in a host, and by itself if it has an entry point; one without is
/// loaded alone (SCA 2.2.2 Appendix D.2.1.6.3).
[[nodiscard]] bool is_executed(const profile::ImplementationCode& code, Runs runs);

/// The result of a comparison. If only the device can decide, `capacity` is what to request from
/// it.
struct PropertyMatch {
  Comparison comparison;
  std::optional<Capacity> capacity;  // ask the device for this
};

/// The device's value stands on the left of the action, the wanted one on its right (SCA 2.2.2
/// Appendix D.4.1.1.7): action ge and value 4 want a device that has 4 or more. One item of
/// a simplesequence that matches is enough.
[[nodiscard]] PropertyMatch compare_property(const profile::PropertyRef& wanted,
                                             const DeployDevice& device);
/// REDHAWK: a value of any form. The device decides about all but simple ones.
[[nodiscard]] PropertyMatch compare_property(const property::Override& wanted,
                                             const DeployDevice& device);

}  // namespace orbweaver::deploy
