// SPDX-License-Identifier: Apache-2.0
// Explains to a user why words were refused, since CLI11's texts name C++ types.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "command_line.hpp"
#include "nearest.hpp"

namespace orbweaver::command_line {

namespace {

/// Returns the options of the program and of the verb in the command line.
std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> options;
  for (const auto* option : app.get_options())
    for (const auto& name : option->get_lnames()) options.push_back("--" + name);
  for (const auto* subcommand : app.get_subcommands())
    for (auto& name : options_of(*subcommand)) options.push_back(std::move(name));
  return options;
}

std::string reason_of_extra(const CLI::App& app, const std::string& word) {
  if (!word.starts_with('-')) return "'" + word + "' is one word too many";
  const auto options = options_of(app);
  const auto nearest = nearest_of(std::string_view{word}.substr(0, word.find('=')), options);
  auto reason = "'" + word + "' is no option";
  if (!nearest.empty()) reason += " (did you mean " + std::string{nearest} + "?)";
  return reason;
}

/// Shortens a number: 1000000000.000000 becomes 1000000000.
std::string number(const std::string& text) {
  std::array<char, 32> characters{};
  std::snprintf(characters.data(), characters.size(), "%.12g", std::strtod(text.c_str(), nullptr));
  return characters.data();
}

/// Rewrites CLI11's "--seconds: Value abc not in range 0.000000 to 9.000000". Any other text stays.
std::string reason_of_range(const std::string& text) {
  constexpr std::string_view kValue = ": Value ", kRange = " not in range ", kTo = " to ";
  const auto value = text.find(kValue), range = text.find(kRange);
  const auto to = range == std::string::npos ? range : text.find(kTo, range);
  if (value == std::string::npos || to == std::string::npos) return text;
  const auto given = text.substr(value + kValue.size(), range - value - kValue.size());
  const auto least = text.substr(range + kRange.size(), to - range - kRange.size());
  return text.substr(0, value) + ": '" + given + "' is no number from " + number(least) + " to " +
         number(text.substr(to + kTo.size()));
}

/// If a word is missing, an unknown option may be the reason.
std::optional<std::string> unknown_option(const CLI::App& app) {
  const auto words = app.remaining(true);
  const auto found = std::ranges::find_if(words, [](const auto& w) { return w.starts_with("--"); });
  return found == words.end() ? std::nullopt : std::optional{*found};
}

/// Rewrites CLI11's "--messaging: pigeon not in {oneway,twoway}". Any other text stays. The name
/// of a hidden option is empty.
std::string reason_of_choice(const std::string& text) {
  constexpr std::string_view kName = ": ", kChoices = " not in {";
  const auto value = text.find(kName), choices = text.find(kChoices);
  if (value == std::string::npos || choices == std::string::npos || value > choices) return text;
  const auto given = text.substr(value + kName.size(), choices - value - kName.size());
  const auto name = value == 0 ? "" : text.substr(0, value + kName.size());
  return name + "'" + given + "' is none of {" + text.substr(choices + kChoices.size());
}

}  // namespace

std::string reason_of(const CLI::App& app, const CLI::ParseError& error) {
  const std::string text = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr)
    if (const auto words = app.remaining(true); !words.empty())
      return reason_of_extra(app, words.front());
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
    if (const auto word = unknown_option(app)) return reason_of_extra(app, *word);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && text.ends_with(" missing"))
    return text.substr(0, text.find(": ")) + ": its value is missing";
  return reason_of_choice(reason_of_range(text));
}

}  // namespace orbweaver::command_line
