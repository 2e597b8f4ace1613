// SPDX-License-Identifier: Apache-2.0
// Where the numbers of a run come from: this machine, and how the programs were built.
#pragma once
#include <nlohmann/json.hpp>

namespace orbweaver::report {

/// The object `provenance` of a result file, as of now. What cannot be found
/// out is said to be unknown; so is the commit, as a program that is installed lies in no source
/// tree.
[[nodiscard]] nlohmann::ordered_json provenance();

}  // namespace orbweaver::report
