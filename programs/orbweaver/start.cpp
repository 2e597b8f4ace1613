// SPDX-License-Identifier: Apache-2.0
#include "start.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace orbweaver::command {

namespace {

namespace fs = std::filesystem;

constexpr int kFailed = 1, kBadInput = 2;
constexpr std::string_view kLauncher = "../lib/orbweaver/launcher.py";  // in a prefix
constexpr std::string_view kScript = "orbweaver-python";  // where pip installed the wheel

/// Returns the variable's value; empty if it is not set.
std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// Returns this program's folder, with links resolved.
fs::path own_folder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

fs::path folder_of_programs(const Line& line) {
  if (line.bin) return *line.bin;
  const auto chosen = environment("ORBWEAVER_BIN");
  return chosen.empty() ? own_folder() : fs::path{chosen};
}

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

/// Becomes the program. Returns if it cannot be started.
void become(const fs::path& program, const Words& words) {
  std::vector<char*> argv;
  for (const auto& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  ::execv(program.c_str(), argv.data());
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char character : text) {
    if (character == '"' || character == '\\') result += '\\';
    result += static_cast<unsigned char>(character) < ' ' ? ' ' : character;
  }
  return result + '"';
}

/// Whether standard output must be JSON: --json of some commands takes a file, or - for standard
/// output.
bool wants_json(const Command& command, const Line& line) {
  const auto option = std::ranges::find(line.words, "--json");
  if (option == line.words.end())
    return std::ranges::find(line.words, "--json=-") != line.words.end();
  if (command.served_by == ServedBy::control) return true;
  return option + 1 == line.words.end() || (option + 1)->starts_with('-');
}

/// Prints the error, as JSON if the user asked for JSON.
int fail(const Command& command, const Line& line, const std::string& text, int status) {
  if (wants_json(command, line)) std::printf("{\"error\": {\"line\": %s}}\n", quoted(text).c_str());
  std::fprintf(stderr, "orbweaver: %s\n", text.c_str());
  return status;
}

/// Returns the words without --bin DIR, which is for this program.
Words without_bin(const Line& line) {
  Words words;
  for (std::size_t i = 0; i < line.words.size(); ++i) {
    const auto& word = line.words[i];
    if (word == "--bin")
      ++i;
    else if (!word.starts_with("--bin="))
      words.push_back(word);
  }
  return words;
}

/// Returns how to get the Python part: in a source tree, in a prefix, and where pip installed the
/// wheel.
std::string how_to_get() {
  const auto here = own_folder();
  const bool is_installed = is_file(here / kLauncher) || is_program(here / kScript);
  return is_installed ? "install all of Orbweaver again" : "build them with ./x build";
}

int start_program(const Command& command, const Line& line) {
  const auto name = program_of(command);
  const auto folder = folder_of_programs(line);
  const auto path = folder / name;
  if (!is_program(path))
    return fail(command, line,
                "the program " + name + " is not in " + folder.string() + ": " + how_to_get() +
                    ", or name their folder with --bin or ORBWEAVER_BIN",
                kBadInput);
  Words words{path.string()};
  if (command.served_by == ServedBy::control) words.emplace_back(command.name);
  std::ranges::move(without_bin(line), std::back_inserter(words));
  become(path, words);
  return fail(command, line, path.string() + ": " + std::strerror(errno), kFailed);
}

/// How to start the Python part, without the command.
struct Python {
  fs::path program;
  Words words;
};

/// Returns the program's path; empty if it is not found.
fs::path find_on_search_path(const std::string& name) {
  const auto path = environment("PATH");
  for (std::size_t at = 0; at <= path.size();) {
    const auto end = std::min(path.find(':', at), path.size());
    auto found = fs::path{path.substr(at, end - at)} / name;
    if (end > at && is_program(found)) return found;
    at = end + 1;
  }
  return {};
}

/// Finds the Python part. In a prefix it is in lib/orbweaver. pip puts a script beside this
/// program, which names its interpreter. In a source tree it is in the environment that ./x makes.
/// Returns nothing if there is none.
std::optional<Python> find_python() {
  const auto here = own_folder();
  const auto launcher = here / kLauncher;
  if (is_file(launcher)) {
    const auto python = find_on_search_path("python3");
    if (python.empty()) return std::nullopt;
    return Python{python, {python.string(), launcher.lexically_normal().string()}};
  }
  const auto script = here / kScript;
  if (is_program(script)) return Python{script, {script.string()}};
  const auto in_tree = (here / "../../../.venv/bin/python").lexically_normal();
  if (!is_program(in_tree)) return std::nullopt;
  return Python{in_tree, {in_tree.string(), "-P", "-m", "orbweaver"}};
}

/// Whether the Python part can print tables: in an installation, its packages may be missing.
bool has_packages() {
  std::error_code error;
  const auto launcher = own_folder() / kLauncher;
  return !is_file(launcher) || fs::is_directory(launcher.parent_path() / "packages", error);
}

/// Returns how to get the Python part: in Debian it is a package of its own.
std::string how_to_get_python() {
  if (own_folder() == "/usr/bin") return "apt install orbweaver-lab";
  return "install python3, 3.11 or newer, and all of ./x install PREFIX";
}

int start_python(const Command& command, const Line& line) {
  auto python = find_python();
  if (!python)
    return fail(
        command, line,
        "the command " + std::string{command.name} + " needs Python: " + how_to_get_python(),
        kFailed);
  // so that it starts programs of the same folder
  ::setenv("ORBWEAVER_BIN", folder_of_programs(line).c_str(), 1);
  python->words.emplace_back(command.name);
  std::ranges::copy(line.words, std::back_inserter(python->words));
  become(python->program, python->words);
  return fail(command, line, python->program.string() + ": " + std::strerror(errno), kFailed);
}

}  // namespace

int start(const Command& command, const Line& line) {
  switch (command.served_by) {
    case ServedBy::program:
    case ServedBy::control:
      return start_program(command, line);
    case ServedBy::python:
      return start_python(command, line);
    case ServedBy::readable:
      return find_python() && has_packages() ? start_python(command, line)
                                             : start_program(command, line);
  }
  return kFailed;
}

}  // namespace orbweaver::command
