// SPDX-License-Identifier: Apache-2.0
// Values of properties as JSON. A simple value is written as a profile writes it, with its type.
#pragma once
#include <nlohmann/json.hpp>
#include <orbweaver/deploy/device.hpp>

namespace orbweaver::domain {

[[nodiscard]] nlohmann::ordered_json json_of_values(const deploy::Capacities& values);

/// Throws std::exception for what json_of_values() does not give.
[[nodiscard]] deploy::Capacities values_of(const nlohmann::ordered_json& json);

}  // namespace orbweaver::domain
