// SPDX-License-Identifier: Apache-2.0
// How a case reports that something is wrong.
#pragma once
#include <stdexcept>
#include <string>

namespace peer {

/// What a case found wrong, for a person.
struct Failed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void require(bool fulfilled, const std::string& otherwise) {
  if (!fulfilled) throw Failed(otherwise);
}

}  // namespace peer
