// SPDX-License-Identifier: Apache-2.0
// For each code of a finding an edit of the good sample that causes it.
#pragma once
#include <orbweaver/profile/codes.hpp>

#include <span>
#include <string>

namespace orbweaver::profile {

struct Case {
  Code code;
  std::string file;
  std::string from;  // what is replaced; empty: the whole file
  std::string to;
  std::string at;         // "file:line" of the finding
  std::string also = {};  // other codes that follow from it, separated by spaces
};

[[nodiscard]] std::span<const Case> lenient_cases();
[[nodiscard]] std::span<const Case> strict_cases();

}  // namespace orbweaver::profile
