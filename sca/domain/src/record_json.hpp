// SPDX-License-Identifier: Apache-2.0
// The record of an application as JSON, in the state file of a domain.
#pragma once
#include <nlohmann/json.hpp>
#include <orbweaver/domain/application_record.hpp>

namespace orbweaver::domain {

using Json = nlohmann::ordered_json;

[[nodiscard]] Json json_of(const ApplicationRecord& record);

/// Throws std::exception if `json` is no record as json_of() writes it.
[[nodiscard]] ApplicationRecord record_of(const Json& json);

}  // namespace orbweaver::domain
