// SPDX-License-Identifier: Apache-2.0
// Where the numbers of a run come from: this machine, and how the programs were built.
#pragma once
#include <nlohmann/json.hpp>

namespace orbweaver::domain {

/// The object `provenance` of docs/reference/application-result.md, as of now. What cannot be found
/// out is said to be unknown; so is the commit, as a program that is installed lies in no source
/// tree.
[[nodiscard]] nlohmann::ordered_json provenance();

}  // namespace orbweaver::domain
