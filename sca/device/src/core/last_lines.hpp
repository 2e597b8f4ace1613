// SPDX-License-Identifier: Apache-2.0
// Keeps the last line of each program, of a bounded number of programs.
#pragma once
#include <list>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace orbweaver::device {

/// Threads: one at a time.
class LastLines {
 public:
  /// `most`: programs, at least 1.
  explicit LastLines(std::size_t most) : most_(most) {}

  /// Replaces the last line of the program. If there is no room, the program that printed nothing
  /// for longest loses its line.
  void note(const std::string& program, std::string_view line) {
    erase(program);
    if (lines_.size() >= most_) erase(std::string{lines_.front().first});
    places_[program] = lines_.insert(lines_.end(), {program, std::string{line}});
  }
  /// Returns and forgets the line of the program. Empty: there is none.
  [[nodiscard]] std::string take(const std::string& program) {
    const auto place = places_.find(program);
    if (place == places_.end()) return {};
    auto line = std::move(place->second->second);
    erase(program);
    return line;
  }

 private:
  using Lines = std::list<std::pair<std::string, std::string>>;  // program and line; oldest first

  void erase(const std::string& program) {
    const auto place = places_.find(program);
    if (place == places_.end()) return;
    lines_.erase(place->second);
    places_.erase(place);
  }

  const std::size_t most_;
  Lines lines_;
  std::map<std::string, Lines::iterator> places_;
};

}  // namespace orbweaver::device
