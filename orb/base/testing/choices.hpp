// SPDX-License-Identifier: Apache-2.0
// The choices of a run, so that a second run can make others: all combinations, depth first.
#pragma once
#include <cstddef>
#include <cstdlib>
#include <vector>

namespace orbweaver::model {

class Choices {
 public:
  /// One of 0 to options - 1.
  [[nodiscard]] std::size_t choose(std::size_t options) {
    if (options == 1) return 0;
    if (at_ == choices_.size()) choices_.push_back({0, options});
    if (choices_[at_].options != options) std::abort();  // the case is not the same in each run
    return choices_[at_++].taken;
  }
  /// From here on no earlier run has made the same choices.
  [[nodiscard]] bool is_new() const noexcept { return at_ == choices_.size(); }

  /// For the next run; false after the last.
  [[nodiscard]] bool advance() {
    at_ = 0;
    while (!choices_.empty() && choices_.back().taken + 1 == choices_.back().options)
      choices_.pop_back();
    if (choices_.empty()) return false;
    ++choices_.back().taken;
    return true;
  }

 private:
  struct Choice {
    std::size_t taken, options;
  };
  std::vector<Choice> choices_;
  std::size_t at_ = 0;
};

}  // namespace orbweaver::model
