// How the properties that a component's code defines differ from those that its profile does.
#pragma once
#include <orbweaver/profile/model/prf.hpp>

#include <string>
#include <vector>

namespace orbweaver::profile {

/// One line for each: "gain: type short here, long in the profile"; empty if a domain sees the same
/// either way. Descriptions, names and labels do not count. Of structs and sequences of them only the
/// form, the kinds and the mode do.
[[nodiscard]] std::vector<std::string> differences(
    const std::vector<property::Property>& in_code,
    const std::vector<property::Property>& in_profile);

}  // namespace orbweaver::profile
