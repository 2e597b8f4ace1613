// SPDX-License-Identifier: Apache-2.0
// The command line of every program: parses it, refuses wrong words, and prints the help and the
// description for completion and manual pages.
#pragma once
#include <orbweaver/base/result.hpp>

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace orbweaver::command_line {

/// The exit status for wrong options.
inline constexpr int kWrongUsage = 2;

/// The texts around the options in --help.
struct About {
  std::string program;                // name of its file, which begins each error line
  std::string command;                // what a user types; empty: as `program`
  std::string does;                   // sentences, in lines of at most 100 characters
  std::vector<std::string> notes;     // lines below the options
  std::vector<std::string> examples;  // command lines, without the prompt
  std::string hint = "; see --help";  // the end of an error line about wrong words
};

/// Add options to app(), then call parse() once.
class CommandLine {
 public:
  explicit CommandLine(About about);

  [[nodiscard]] CLI::App& app() { return app_; }

  /// Call it before parse(), which then moves the words -ORBNAME VALUE into `into`, like
  /// CORBA::ORB_init.
  void take_orb_options(std::vector<std::string>& into) { orb_ = &into; }
  /// Call it before parse(). `report` is called with the error line, which is then not printed: for
  /// a program that also reports it in another form.
  void on_refusal(std::function<void(const std::string& line)> report) {
    report_ = std::move(report);
  }

  /// Parses the words. --help, --version and --describe print their text. Fails with an exit
  /// status: 0 after such a text, kWrongUsage after one error line.
  [[nodiscard]] Result<void, int> parse(int argc, char** argv);

  /// Prints an error line about words that only the program can check; with --json -, also
  /// {"error": {"line": ...}} on standard output. Returns kWrongUsage.
  int refuse(const std::string& line) const;

 private:
  About about_;
  CLI::App app_;
  std::vector<std::string>* orb_ = nullptr;
  std::function<void(const std::string& line)> report_;
  bool is_json_wanted_ = false;
};

/// Adds an option that takes one value each time, so that an argument may follow. `into` outlives
/// the parsing.
CLI::Option* add_list(CLI::App& app, const std::string& name, std::vector<std::string>& into,
                      const std::string& meaning);

/// Returns why CLI11 refused the words, as a readable text. `app`: the app that parsed them.
[[nodiscard]] std::string reason_of(const CLI::App& app, const CLI::ParseError& error);

/// Returns the text of --help, at most 100 columns wide.
[[nodiscard]] std::string help_of(const CLI::App& app, const std::string& command);

/// Returns the text of --describe: {"program", "command", "does", "notes", "examples",
/// "positionals": [...], "options": [...], "commands": [...]}. An option is {"names", "value",
/// "choices", "does", "default", "required", "repeats"}.
[[nodiscard]] std::string describe(const CLI::App& app, const About& about);

/// Returns the text below the options of each subcommand.
[[nodiscard]] std::string footer_of(const std::vector<std::string>& notes,
                                    const std::vector<std::string>& examples);

}  // namespace orbweaver::command_line
