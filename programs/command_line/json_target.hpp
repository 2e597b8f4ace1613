// SPDX-License-Identifier: Apache-2.0
// --json FILE: where a program writes what it found, for other programs.
#pragma once
#include <orbweaver/base/result.hpp>

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace orbweaver::command_line {

/// A file; or standard output, which is named "-".
class JsonTarget {
 public:
  /// `meaning`: what is written, for --help. Parsing refuses a file that could not be made, before
  /// any work. This outlives the parsing.
  CLI::Option* add_to(CLI::App& app, const std::string& meaning);

  [[nodiscard]] bool is_wanted() const noexcept { return !name_.empty(); }
  /// Then standard output is for programs, and what people read goes to standard error.
  [[nodiscard]] bool is_output() const noexcept { return name_ == "-"; }

  /// Whether it is this file, by whatever name. Of a device all may write to it.
  [[nodiscard]] bool is_same_as(const std::string& file) const;

  /// Writes nothing if nothing is wanted. Fails: with one line for the user; a part may have been
  /// written.
  [[nodiscard]] Result<void, std::string> write(const std::string& text) const;
  /// Where JSON goes to standard output, an object that says so takes the place of what was wanted:
  /// {"error": {"line": ...}}.
  void write_error(const std::string& line) const;

 private:
  std::string name_;
};

/// The same for words that could not be parsed.
[[nodiscard]] bool wants_json_on_output(const std::vector<std::string>& words);
void print_json_error(const std::string& line);

}  // namespace orbweaver::command_line
