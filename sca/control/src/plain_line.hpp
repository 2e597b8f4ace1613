// Text of a peer as part of a line for people.
#pragma once
#include <algorithm>
#include <string>

namespace orbweaver::control {

/// Without control characters: what a peer says begins no line of its own, and steers no terminal.
[[nodiscard]] inline std::string plain(std::string text) {
  std::ranges::replace_if(
      text,
      [](char c) {
        const auto code = static_cast<unsigned char>(c);
        return code < 0x20 || code == 0x7f;
      },
      ' ');
  return text;
}

/// "a, b".
template <class Range>
[[nodiscard]] std::string joined(const Range& parts) {
  std::string text;
  for (const auto& each : parts) text += (text.empty() ? "" : ", ") + std::string{each};
  return text;
}

}  // namespace orbweaver::control
