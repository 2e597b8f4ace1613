// SPDX-License-Identifier: Apache-2.0
// Recognises calls without an answer, whose outcome is unknown.
#pragma once
#include <orbweaver/control/failure.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace orbweaver::control {

/// Whether the domain gave no answer: it may have carried out the call, or may do so later.
[[nodiscard]] inline bool is_unanswered(const VerbFailure& failure) {
  constexpr std::array<std::string_view, 3> kNoAnswer{"TIMEOUT", "COMM_FAILURE", "TRANSIENT"};
  return std::ranges::find(kNoAnswer, failure.exception) != kNoAnswer.end();
}

}  // namespace orbweaver::control
