// SPDX-License-Identifier: Apache-2.0
// Describes where a run's numbers come from: the machine, and the build of the programs.
#pragma once
#include <nlohmann/json.hpp>

namespace orbweaver::report {

/// Returns the present object `provenance` of a result file, as of now. A value that
/// cannot be found is "unknown"; so is the commit, as an installed program has no source tree.
[[nodiscard]] nlohmann::ordered_json provenance();

}  // namespace orbweaver::report
