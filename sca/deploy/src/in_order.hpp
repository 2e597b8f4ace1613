// SPDX-License-Identifier: Apache-2.0
// Steps in order, up to the first that fails.
#pragma once
#include <orbweaver/base/result.hpp>

#include <functional>
#include <initializer_list>

namespace orbweaver::deploy {

/// Carries out each step unless one before it failed. Returns: that failure.
template <class Error>
[[nodiscard]] Result<void, Error> in_order(
    std::initializer_list<std::function<Result<void, Error>()>> steps) {
  for (const auto& step : steps) {
    auto done = step();
    if (!done) return done;
  }
  return {};
}

}  // namespace orbweaver::deploy
