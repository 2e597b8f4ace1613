// SPDX-License-Identifier: Apache-2.0
// The option --json FILE: where a program writes its result for other programs.
#pragma once
#include <orbweaver/base/result.hpp>

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace orbweaver::command_line {

/// A file, or standard output, which the user writes as "-".
class JsonTarget {
 public:
  /// Adds the option. `meaning`: its text in --help. The parser refuses a file that cannot be made,
  /// before any work is done. This object outlives the parsing.
  CLI::Option* add_to(CLI::App& app, const std::string& meaning);

  [[nodiscard]] bool is_wanted() const noexcept { return !name_.empty(); }
  /// Whether JSON goes to standard output. If so, the readable text goes to standard error.
  [[nodiscard]] bool is_output() const noexcept { return name_ == "-"; }

  /// Whether it is this file, by whatever name. Of a device all may write to it.
  [[nodiscard]] bool is_same_as(const std::string& file) const;

  /// Writes the text, unless the option was not given. Fails: with one line for the user; a part
  /// may have been written.
  [[nodiscard]] Result<void, std::string> write(const std::string& text) const;
  /// If JSON goes to standard output, writes {"error": {"line": ...}} there instead of the result.
  void write_error(const std::string& line) const;

 private:
  std::string name_;
};

/// Whether JSON goes to standard output, for words that could not be parsed.
[[nodiscard]] bool wants_json_on_output(const std::vector<std::string>& words);
void print_json_error(const std::string& line);

}  // namespace orbweaver::command_line
