// SPDX-License-Identifier: Apache-2.0
// Makes a peer's text safe for a readable line.
#pragma once
#include <orbweaver/os/standard_streams.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace orbweaver::control {

/// Removes control characters, so that a peer's text cannot begin a line or control the terminal.
[[nodiscard]] inline std::string plain(std::string text) {
  return os::on_one_line(std::move(text));
}

/// "1 file", "2 files".
[[nodiscard]] inline std::string number_of_files(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " file" : " files");
}

/// "a, b".
template <class Range>
[[nodiscard]] std::string joined(const Range& parts) {
  std::string text;
  for (const auto& part : parts) text += (text.empty() ? "" : ", ") + std::string{part};
  return text;
}

}  // namespace orbweaver::control
