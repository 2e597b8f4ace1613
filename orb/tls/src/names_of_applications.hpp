// SPDX-License-Identifier: Apache-2.0
// What the subjects of a node's applications have in common.
#pragma once
#include <string>
#include <string_view>

namespace orbweaver::tls {

inline std::string organization_of_applications(std::string_view node) {
  return std::string{node} + " applications";
}

}  // namespace orbweaver::tls
