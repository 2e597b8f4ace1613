// SPDX-License-Identifier: Apache-2.0
// Calls without an answer: whether they were carried out is unknown.
#pragma once
#include <orbweaver/control/failure.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace orbweaver::control {

/// Whether the domain gave no answer: it may have done what it was asked for, or may do it later.
[[nodiscard]] inline bool is_unanswered(const VerbFailure& failure) {
  constexpr std::array<std::string_view, 3> kNoAnswer{"TIMEOUT", "COMM_FAILURE", "TRANSIENT"};
  return std::ranges::find(kNoAnswer, failure.exception) != kNoAnswer.end();
}

}  // namespace orbweaver::control
