// SPDX-License-Identifier: Apache-2.0
// Compares the requirements of an implementation with a machine. Pure functions.
#pragma once
#include <orbweaver/deploy/device.hpp>
#include <orbweaver/deploy/plan_report.hpp>
#include <orbweaver/profile/model/spd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace orbweaver::deploy {

/// Compares the wanted operating systems with the machine's. One match in `wanted` is enough; if
/// `wanted` is empty, the machine fits without a comparison. Case is ignored. A version fits if it
/// equals the device's or is its beginning: "5" and "5.10" fit "5.10.2", "5.1" does not.
[[nodiscard]] std::optional<Comparison> compare_os(
    const std::vector<profile::NameAndVersion>& wanted, const OperatingSystem& os);
[[nodiscard]] std::optional<Comparison> compare_processor(
    const std::vector<profile::NameAndVersion>& wanted, const std::vector<std::string>& processors);

}  // namespace orbweaver::deploy
