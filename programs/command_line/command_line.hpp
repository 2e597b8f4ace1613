// SPDX-License-Identifier: Apache-2.0
// The command line of every program: one way to read it, to refuse it, to help, and to describe it
// for completion and manual pages.
#pragma once
#include <orbweaver/base/result.hpp>

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace orbweaver::command_line {

/// Exit status after a line for the user.
inline constexpr int kWrongUsage = 2;

/// What stands around the options in --help.
struct About {
  std::string program;                // the name of its file, which begins each line of an error
  std::string command;                // what a user types; empty: as `program`
  std::string does;                   // sentences, on lines of at most 100 characters
  std::vector<std::string> notes;     // below the options, the same
  std::vector<std::string> examples;  // what a user types, without the prompt
  std::string hint = "; see --help";  // ends a line about words that cannot be read
};

/// Options are added to app(); then parse() is called once.
class CommandLine {
 public:
  explicit CommandLine(About about);

  [[nodiscard]] CLI::App& app() { return app_; }

  /// Before parse(): words -ORBNAME VALUE are taken out into this, as CORBA::ORB_init does it.
  void take_orb_options(std::vector<std::string>& into) { orb_ = &into; }
  /// Before parse(): called with a line instead of printing it, for a program that reports it
  /// otherwise, too.
  void on_refusal(std::function<void(const std::string& line)> report) {
    report_ = std::move(report);
  }

  /// --help, --version and --describe print what they ask for.
  /// Fails: with the exit status; 0 after what was asked for, kWrongUsage after one line for the
  /// user.
  [[nodiscard]] Result<void, int> parse(int argc, char** argv);

  /// For what only the program knows: prints the line; with --json - on standard output, too:
  /// {"error": {"line": ...}}. Returns kWrongUsage.
  int refuse(const std::string& line) const;

 private:
  About about_;
  CLI::App app_;
  std::vector<std::string>* orb_ = nullptr;
  std::function<void(const std::string& line)> report_;
  bool is_json_wanted_ = false;
};

/// One value after each mention, so that an argument may follow. `into` outlives the parsing.
CLI::Option* add_list(CLI::App& app, const std::string& name, std::vector<std::string>& into,
                      const std::string& meaning);

/// Why the words were refused, in words for a user. `app`: which has parsed them.
[[nodiscard]] std::string reason_of(const CLI::App& app, const CLI::ParseError& error);

/// What --help prints of an app: at most 100 columns wide.
[[nodiscard]] std::string help_of(const CLI::App& app, const std::string& command);

/// What --describe prints: {"program", "command", "does", "notes", "examples", "positionals":
/// [...], "options": [...], "commands": [...]}. An option: {"names", "value", "choices", "does",
/// "default", "required", "repeats"}.
[[nodiscard]] std::string describe(const CLI::App& app, const About& about);

/// Of an app that has subcommands: what stands below each one's options.
[[nodiscard]] std::string footer_of(const std::vector<std::string>& notes,
                                    const std::vector<std::string>& examples);

}  // namespace orbweaver::command_line
