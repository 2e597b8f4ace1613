// SPDX-License-Identifier: Apache-2.0
// Finds the word that a user probably meant when a word is unknown.
#pragma once
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <vector>

namespace orbweaver::command_line {

/// Counts the letters that differ, are missing or are too many. Two swapped neighbours count as
/// one.
[[nodiscard]] inline std::size_t distance(std::string_view one, std::string_view other) {
  std::vector<std::size_t> before(other.size() + 1), last(other.size() + 1), now(other.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= one.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= other.size(); ++j) {
      const std::size_t change = one[i - 1] == other[j - 1] ? 0 : 1;
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + change});
      if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1])
        now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before = last;
    last = now;
  }
  return last.back();
}

/// Returns the word of `all` (strings that outlive the result) that is nearest; empty if none is
/// near.
template <class Strings>
[[nodiscard]] std::string_view nearest_of(std::string_view word, const Strings& all) {
  std::string_view nearest;
  // a larger distance means another word
  auto least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string_view text : all) {
    const auto far = distance(word, text);
    if (far < least) nearest = text;
    least = std::min(least, far);
  }
  return nearest;
}

}  // namespace orbweaver::command_line
