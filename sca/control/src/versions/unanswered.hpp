// SPDX-License-Identifier: Apache-2.0
// Calls without an answer: whether they were carried out is unknown.
#pragma once
#include <orbweaver/control/failure.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace orbweaver::control {

/// The domain gave no answer: what was asked of it may be done, or be done yet.
[[nodiscard]] inline bool is_unanswered(const VerbFailure& failure) {
  constexpr std::array<std::string_view, 3> kNoAnswer{"TIMEOUT", "COMM_FAILURE", "TRANSIENT"};
  return std::ranges::find(kNoAnswer, failure.exception) != kNoAnswer.end();
}

}  // namespace orbweaver::control
