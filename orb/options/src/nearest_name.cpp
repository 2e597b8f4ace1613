// SPDX-License-Identifier: Apache-2.0
#include "nearest_name.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>
#include <vector>

namespace orbweaver::corba {

namespace {

// Longer than any option. Of a longer word only the beginning is compared, which bounds the time.
constexpr std::size_t kLongest = 64;

bool are_alike(char a, char b) noexcept {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

// Levenshtein's distance, row by row.
std::size_t distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    auto diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < to.size(); ++j) {
      const auto changed = diagonal + (are_alike(from[i], to[j]) ? 0 : 1);
      diagonal = std::exchange(row[j + 1], std::min({row[j + 1] + 1, row[j] + 1, changed}));
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view word, std::span<const std::string> names,
                                       std::size_t count) {
  std::vector<std::string> nearest{names.begin(), names.end()};
  std::ranges::stable_sort(nearest, {}, [&](const std::string& name) {
    return distance(word.substr(0, kLongest), name);
  });
  nearest.resize(std::min(count, nearest.size()));
  return nearest;
}

}  // namespace orbweaver::corba
