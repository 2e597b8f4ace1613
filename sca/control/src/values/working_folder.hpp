// SPDX-License-Identifier: Apache-2.0
// Makes file names in a user's values count from the user's current folder.
#pragma once
#include <orbweaver/control/domain.hpp>

#include <filesystem>
#include <vector>

#include "files/known_properties.hpp"
#include "values/assignment.hpp"

namespace orbweaver::control {

/// Whether the domain is one of `choice.running`. If not, it may run on any machine.
[[nodiscard]] bool runs_on_this_machine(const Domain& domain);

/// Returns "COMPONENT.working_folder=FOLDER" for each component that has the property and gets no
/// value for it from `set` or the SAD. `set`: with "*." expanded already. Returns nothing if the
/// profiles cannot be read.
[[nodiscard]] std::vector<Assignment> working_folders(KnownProperties& known,
                                                      const std::filesystem::path& folder,
                                                      const std::vector<Assignment>& set);

}  // namespace orbweaver::control
