// Execute parameters that a component's class does not have, although its profile may: their values would be lost
// without a word.
#pragma once
#include <orbweaver/resource/program/arguments.hpp>
#include <orbweaver/resource/property_store.hpp>

#include <string>
#include <vector>

namespace orbweaver::resource {

/// A line for each, which says what there is. Not for what the component has asked for itself, and not for what frameworks give each component, whether it knows it or not: ids
/// in capitals, as INPUT_CONNECTIONS, and `working_folder`.
[[nodiscard]] std::vector<std::string> lost_parameters(const Arguments& arguments,
                                                       const PropertyStore& properties);

}  // namespace orbweaver::resource
