// SPDX-License-Identifier: Apache-2.0
// An application's record as JSON, in the state file of a domain.
#pragma once
#include <nlohmann/json.hpp>
#include <orbweaver/domain/application_record.hpp>

namespace orbweaver::domain {

using Json = nlohmann::ordered_json;

[[nodiscard]] Json json_of(const ApplicationRecord& record);

/// Throws std::exception for what json_of() does not give.
[[nodiscard]] ApplicationRecord record_of(const Json& json);

}  // namespace orbweaver::domain
