// SPDX-License-Identifier: Apache-2.0
#include "description.hpp"

#include <orbweaver/os/read_file.hpp>

#include <toml++/toml.h>

namespace orbweaver::domain {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSad = ".sad.xml";
constexpr std::size_t kLargestFile = 1 << 20;

fs::path beside(const fs::path& sad) {
  auto name = sad.filename().string();
  if (name.ends_with(kSad)) name.resize(name.size() - kSad.size());
  return sad.parent_path() / (name + ".run.toml");
}

/// Nothing: a member is missing, or is no text.
std::optional<GeneratedRecording> recording_of(const toml::table& table) {
  const auto text = [&](std::string_view key) { return table[key].value_or(std::string{}); };
  GeneratedRecording recording{text("component"), text("property"), text("file"), {}};
  if (const auto* words = table["generate"].as_array())
    for (const auto& word : *words) recording.generate.push_back(word.value_or(std::string{}));
  const bool is_whole = !recording.component.empty() && !recording.property.empty() &&
                        !recording.file.empty() && !recording.generate.empty();
  return is_whole ? std::optional{std::move(recording)} : std::nullopt;
}

/// The generated file stays in the folder that is made for it.
bool is_plain_name(const std::string& file) {
  return !file.contains('/') && file != "." && file != "..";
}

}  // namespace

Result<Description, std::string> description_of(const fs::path& sad) {
  const auto file = beside(sad);
  const auto text = os::read_file(file, kLargestFile);
  if (!text) return Description{};
  try {
    const auto all = toml::parse(*text, file.string());
    Description description{all["is_default"].value_or(false), {}};
    const auto* recording = all["recording"].as_table();
    if (recording == nullptr) return description;
    description.recording = recording_of(*recording);
    const auto refused = file.string() + " cannot be read: [recording] ";
    if (!description.recording)
      return unexpected(refused + "needs component, property, file and generate");
    if (!is_plain_name(description.recording->file))
      return unexpected(refused + "file is the name of a file, without a folder");
    return description;
  } catch (const toml::parse_error& wrong) {
    return unexpected(file.string() + " cannot be read: line " +
                      std::to_string(wrong.source().begin.line) + ": " +
                      std::string{wrong.description()});
  }
}

}  // namespace orbweaver::domain
