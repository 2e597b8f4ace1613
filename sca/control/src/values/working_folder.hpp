// SPDX-License-Identifier: Apache-2.0
// Files that a person names count from the folder in which the person types.
#pragma once
#include <orbweaver/control/domain.hpp>

#include <filesystem>
#include <vector>

#include "files/known_properties.hpp"
#include "values/assignment.hpp"

namespace orbweaver::control {

/// Whether the domain is one of `choice.running`. False: it may be anywhere.
[[nodiscard]] bool runs_on_this_machine(const Domain& domain);

/// "COMPONENT.working_folder=FOLDER" of each component that can be given one, and gets none from
/// `set` or the SAD. `set`: without "*.". Nothing: also if the profiles cannot be read.
[[nodiscard]] std::vector<Assignment> working_folders(KnownProperties& known,
                                                      const std::filesystem::path& folder,
                                                      const std::vector<Assignment>& set);

}  // namespace orbweaver::control
