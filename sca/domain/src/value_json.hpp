// SPDX-License-Identifier: Apache-2.0
// Converts values of properties to JSON. A simple value is written with its type, as in a profile.
#pragma once
#include <nlohmann/json.hpp>
#include <orbweaver/deploy/device.hpp>

namespace orbweaver::domain {

[[nodiscard]] nlohmann::ordered_json json_of_values(const deploy::Capacities& values);

/// Throws std::exception if the JSON is not as json_of_values() writes it.
[[nodiscard]] deploy::Capacities values_of(const nlohmann::ordered_json& json);

}  // namespace orbweaver::domain
