// SPDX-License-Identifier: Apache-2.0
// Where in a profile something is written, so that a message can name it.
#pragma once
#include <memory>
#include <string>

namespace orbweaver::property {

/// A place in a file. All elements of one file share the file's name.
struct Position {
  std::shared_ptr<const std::string>
      file;      // the name that the user gave, or under which it was found
  int line = 0;  // 1 is the first; 0: unknown

  /// "radio.sad.xml:12", or without the line if it is unknown.
  [[nodiscard]] std::string text() const {
    const auto name = file ? *file : std::string{"?"};
    return line > 0 ? name + ":" + std::to_string(line) : name;
  }

  /// Compares by content: two readings of one file give equal positions.
  friend bool operator==(const Position& a, const Position& b) { return a.text() == b.text(); }
};

}  // namespace orbweaver::property
