// SPDX-License-Identifier: Apache-2.0
// Parses the words "ID=VALUE" and "ID" of a command line.
#pragma once
#include <orbweaver/control/report.hpp>

#include <optional>
#include <string>

namespace orbweaver::control {

struct Assignment {
  std::string id;
  std::string value;
};

/// Splits a word at its first '='. Returns nothing if it has none.
[[nodiscard]] inline std::optional<Assignment> assignment_in(const std::string& word) {
  const auto equals = word.find('=');
  if (equals == std::string::npos) return std::nullopt;
  return Assignment{word.substr(0, equals), word.substr(equals + 1)};
}

/// Splits a word. Throws Failed, as wrong usage, if it has no '=' or nothing before it.
[[nodiscard]] inline Assignment assignment_of(const std::string& option, const std::string& word,
                                              const std::string& form) {
  auto assignment = assignment_in(word);
  if (!assignment || assignment->id.empty())
    refuse(option + " " + word, "it is not of the form " + form);
  return std::move(*assignment);
}

}  // namespace orbweaver::control
