// SPDX-License-Identifier: Apache-2.0
// How the properties that a component's code defines differ from those that its profile does.
#pragma once
#include <orbweaver/profile/model/prf.hpp>

#include <string>
#include <vector>

namespace orbweaver::profile {

/// One property, of which both sides say something else, or which one side alone has.
struct Difference {
  enum class Of { trait, code_alone, profile_alone };
  Of of = Of::trait;
  std::string id;
  std::string trait;  // "type", "range"; empty if one side alone has the property
  std::string in_code, in_profile;
};

/// Empty if a domain sees the same either way: descriptions, names, labels and the order of
/// properties do not count, and neither does how a number is written.
[[nodiscard]] std::vector<Difference> all_differences(
    const std::vector<property::Property>& in_code,
    const std::vector<property::Property>& in_profile);

/// One line for each: "gain: type short here, long in the profile".
[[nodiscard]] std::vector<std::string> differences(
    const std::vector<property::Property>& in_code,
    const std::vector<property::Property>& in_profile);

}  // namespace orbweaver::profile
