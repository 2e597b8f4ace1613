// SPDX-License-Identifier: Apache-2.0
// Finds execute parameters that a component's class does not have, although its profile may: their
// values would be lost without a word.
#pragma once
#include <orbweaver/resource/program/arguments.hpp>
#include <orbweaver/resource/property_store.hpp>

#include <string>
#include <vector>

namespace orbweaver::resource {

/// Makes a line for each lost parameter, which lists the existing ones. Parameters that the
/// component has looked up itself get no line, and neither do those that frameworks give to every
/// component: ids in capitals, such as INPUT_CONNECTIONS, and `working_folder`.
[[nodiscard]] std::vector<std::string> lost_parameters(const Arguments& arguments,
                                                       const PropertyStore& properties);

}  // namespace orbweaver::resource
