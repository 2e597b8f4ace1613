// SPDX-License-Identifier: Apache-2.0
// Splits received bytes into lines.
#pragma once
#include <orbweaver/device/output_reader.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace orbweaver::device {

/// Threads: one at a time.
class LineSplitter {
 public:
  /// Calls `take(line)` for each line that ends in `text`, and for each part of one that is too
  /// long.
  template <class Take>
  void add(std::string_view text, Take take) {
    while (!text.empty()) {
      const auto end = text.find('\n');
      const auto part = text.substr(0, std::min(end, kMostLineBytes - rest_.size()));
      rest_ += part;
      text.remove_prefix(part.size());
      const bool is_whole = !text.empty() && text.front() == '\n';
      if (is_whole) text.remove_prefix(1);
      if (is_whole || rest_.size() == kMostLineBytes) flush(take);
    }
  }
  /// Takes the last line, if it has no end.
  template <class Take>
  void finish(Take take) {
    if (!rest_.empty()) flush(take);
  }
  [[nodiscard]] const std::string& rest() const noexcept { return rest_; }

 private:
  template <class Take>
  void flush(Take& take) {
    take(std::string_view{rest_});
    rest_.clear();
  }
  std::string rest_;
};

}  // namespace orbweaver::device
