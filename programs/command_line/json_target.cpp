// SPDX-License-Identifier: Apache-2.0
#include "json_target.hpp"

#include <orbweaver/os/file.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <system_error>

namespace orbweaver::command_line {

namespace {

namespace fs = std::filesystem;

constexpr const char* kOutput = "-";
constexpr unsigned kForAll = 0666;  // the process's umask removes bits

/// Returns why the target cannot be written; empty if it seems that it can. Writes nothing.
std::string problem_of(const std::string& target) {
  std::error_code error;
  if (target == kOutput) return {};
  if (target.empty()) return "it names no file; give one, or - for standard output";
  if (fs::is_directory(target, error))
    return "'" + target + "' is a folder; give a file, or - for standard output";
  if (!fs::is_directory(fs::absolute(target, error).parent_path(), error))
    return "the folder of '" + target + "' does not exist; make it, or choose another file";
  return {};
}

fs::path whole_name(const std::string& file) {
  std::error_code error;
  return fs::weakly_canonical(fs::absolute(file, error), error);
}

Result<void, os::SystemError> write_file(const fs::path& path, const std::string& text) {
  const auto file = os::open_to_write(path, os::OpenToWrite::replace, kForAll);
  if (!file) return unexpected(file.error());
  return os::write_all(file->get(), std::as_bytes(std::span{text}));
}

}  // namespace

CLI::Option* JsonTarget::add_to(CLI::App& app, const std::string& meaning) {
  return app.add_option("--json", name_, meaning + " as JSON to this file; - is standard output")
      ->check([](const std::string& target) { return problem_of(target); })
      ->type_name("FILE");
}

bool JsonTarget::is_same_as(const std::string& file) const {
  std::error_code error;
  if (!is_wanted() || is_output() || fs::is_character_file(name_, error)) return false;
  return whole_name(name_) == whole_name(file);
}

Result<void, std::string> JsonTarget::write(const std::string& text) const {
  if (!is_wanted()) return {};
  if (is_output()) {
    os::print_output(text);
    return {};
  }
  if (const auto written = write_file(name_, text); !written)
    return unexpected("cannot write " + name_ + ": " + os::text_of(written.error().code));
  return {};
}

void JsonTarget::write_error(const std::string& line) const {
  if (is_output()) print_json_error(line);
}

bool wants_json_on_output(const std::vector<std::string>& words) {
  if (std::ranges::find(words, "--json=-") != words.end()) return true;
  const auto option = std::ranges::find(words, "--json");
  return option != words.end() && option + 1 != words.end() && *(option + 1) == kOutput;
}

void print_json_error(const std::string& line) {
  const nlohmann::json json{{"error", {{"line", line}}}};
  os::print_output(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

}  // namespace orbweaver::command_line
