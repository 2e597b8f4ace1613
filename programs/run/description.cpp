// SPDX-License-Identifier: Apache-2.0
#include "description.hpp"

#include <orbweaver/os/read_file.hpp>

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

namespace orbweaver::domain {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSad = ".sad.xml";
constexpr std::size_t kLargestFile = 1 << 20;

/// The generated file stays in the folder that is made for it.
bool is_plain_name(const std::string& file) {
  return !file.contains('/') && file != "." && file != "..";
}

Result<GeneratedRecording, std::string> recording_of(const toml::table& table) {
  const auto text = [&](std::string_view key) { return table[key].value_or(std::string{}); };
  GeneratedRecording recording{text("component"), text("property"), text("file"), {}};
  if (const auto* words = table["generate"].as_array())
    for (const auto& word : *words) recording.generate.push_back(word.value_or(std::string{}));
  if (recording.component.empty() || recording.property.empty() || recording.file.empty() ||
      recording.generate.empty())
    return unexpected(std::string{"[recording] needs component, property, file and generate"});
  if (std::ranges::count(recording.generate, std::string{}) > 0)
    return unexpected(
        std::string{"[recording] generate: each of its words is a text in quotes, and not empty"});
  if (!is_plain_name(recording.file))
    return unexpected(std::string{"[recording] file is the name of a file, without a folder"});
  return recording;
}

/// Python reads `see` and `verdict`.
bool is_known(std::string_view member) {
  constexpr std::array<std::string_view, 4> known{"is_default", "recording", "see", "verdict"};
  return std::ranges::find(known, member) != known.end();
}

Result<Description, std::string> description_in(const toml::table& all) {
  for (const auto& [member, value] : all)
    if (!is_known(member.str()))
      return unexpected("'" + std::string{member.str()} +
                        "' is not known; choose from is_default, recording, see and verdict");
  Description description{all["is_default"].value_or(false), {}};
  const auto* table = all["recording"].as_table();
  if (table == nullptr) return description;
  auto recording = recording_of(*table);
  if (!recording) return unexpected(std::move(recording.error()));
  description.recording = *std::move(recording);
  return description;
}

Result<Description, std::string> description_of_text(const std::string& text) {
  try {
    return description_in(toml::parse(text));
  } catch (const toml::parse_error& wrong) {
    return unexpected("line " + std::to_string(wrong.source().begin.line) + ": " +
                      std::string{wrong.description()});
  }
}

}  // namespace

fs::path description_file(const fs::path& sad) {
  auto name = sad.filename().string();
  if (name.ends_with(kSad)) name.resize(name.size() - kSad.size());
  return sad.parent_path() / (name + ".run.toml");
}

Result<Description, std::string> description_of(const fs::path& sad) {
  const auto file = description_file(sad);
  std::error_code error;
  if (!fs::exists(file, error) && !error) return Description{};
  const auto text = os::read_file(file, kLargestFile + 1);
  const auto refused = file.string() + " cannot be read: ";
  if (!text) return unexpected(refused + "it cannot be opened");
  if (text->size() > kLargestFile) return unexpected(refused + "it is larger than 1 MiB");
  auto description = description_of_text(*text);
  if (!description) return unexpected(refused + description.error());
  return description;
}

}  // namespace orbweaver::domain
