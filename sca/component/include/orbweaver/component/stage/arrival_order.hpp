// SPDX-License-Identifier: Apache-2.0
// How far arrivals are from the order in which their packets were produced. Paper 1, section 6.
#pragma once
#include <algorithm>
#include <cstdint>

namespace orbweaver::component {

/// Numbers begin at 1. Not thread-safe.
class ArrivalOrder {
 public:
  void record(std::uint64_t number) noexcept {
    ++received_;
    if (number != previous_ + 1) ++reordered_previous_;
    if (number != received_) ++reordered_original_;
    if (number < highest_) ++overtaken_;
    highest_ = std::max(highest_, number);
    previous_ = number;
  }

  [[nodiscard]] std::uint64_t received() const noexcept { return received_; }
  /// Arrivals whose number is not the predecessor's plus one.
  [[nodiscard]] std::uint64_t reordered_previous() const noexcept { return reordered_previous_; }
  /// Arrivals whose number is not their position.
  [[nodiscard]] std::uint64_t reordered_original() const noexcept { return reordered_original_; }
  /// Arrivals whose number is below one that came before.
  [[nodiscard]] std::uint64_t overtaken() const noexcept { return overtaken_; }

 private:
  std::uint64_t received_ = 0, previous_ = 0, highest_ = 0;
  std::uint64_t reordered_previous_ = 0, reordered_original_ = 0, overtaken_ = 0;
};

}  // namespace orbweaver::component
