// SPDX-License-Identifier: Apache-2.0
// Options that the programs which run components have in common.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>

#include <string>
#include <utility>
#include <vector>

namespace orbweaver::program {

/// Exit status after a line for the user.
inline constexpr int kWrongUsage = 2;
/// The largest time that an option takes.
inline constexpr double kMostSeconds = 1e9;

/// Requires: at most kMostSeconds.
[[nodiscard]] Nanoseconds from_seconds(double seconds) noexcept;

/// Execute parameters of a component: a name and a value.
using Parameters = std::vector<std::pair<std::string, std::string>>;
/// From --orb NAME=VALUE, which gives the parameter -ORBNAME. Fails: with a line for the user.
[[nodiscard]] Result<Parameters, std::string> orb_parameters(const std::vector<std::string>& words);

}  // namespace orbweaver::program
