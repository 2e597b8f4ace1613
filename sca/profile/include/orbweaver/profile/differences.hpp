// SPDX-License-Identifier: Apache-2.0
// Compares the properties that a component's code defines with those of its profile.
#pragma once
#include <orbweaver/profile/model/prf.hpp>

#include <string>
#include <vector>

namespace orbweaver::profile {

/// A property that the code and the profile define differently, or that one of them lacks.
struct Difference {
  enum class Of { trait, code_alone, profile_alone };
  Of of = Of::trait;
  std::string id;
  // the differing part, such as "type" or "range"; empty if one side lacks the property
  std::string trait;
  std::string in_code, in_profile;
};

/// Returns the differences that a domain can notice. Descriptions, names, labels, the order of
/// properties, and the notation of numbers are not compared.
[[nodiscard]] std::vector<Difference> all_differences(
    const std::vector<property::Property>& in_code,
    const std::vector<property::Property>& in_profile);

/// Returns one line for each difference: "gain: type short here, long in the profile".
[[nodiscard]] std::vector<std::string> differences(
    const std::vector<property::Property>& in_code,
    const std::vector<property::Property>& in_profile);

}  // namespace orbweaver::profile
