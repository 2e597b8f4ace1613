// SPDX-License-Identifier: Apache-2.0
// A place in a profile, for messages.
#pragma once
#include <memory>
#include <string>

namespace orbweaver::property {

/// A place in a file. All elements of a file share the file's name.
struct Position {
  std::shared_ptr<const std::string>
      file;      // the name that the user gave, or under which it was found
  int line = 0;  // 1 is the first; 0: unknown

  /// Returns "radio.sad.xml:12"; without the line if it is unknown.
  [[nodiscard]] std::string text() const {
    const auto name = file ? *file : std::string{"?"};
    return line > 0 ? name + ":" + std::to_string(line) : name;
  }

  /// Compares the contents: reading a file twice gives equal positions.
  friend bool operator==(const Position& a, const Position& b) { return a.text() == b.text(); }
};

}  // namespace orbweaver::property
