// SPDX-License-Identifier: Apache-2.0
// The texts of --help and --describe, from the same options.
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

#include "command_line.hpp"

namespace orbweaver::command_line {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kColumns = 100, kMeaning = 26;
constexpr const char* kExamples = "Examples:";

struct Described {
  std::string names, value, meaning, preset;
  std::vector<std::string> choices;
  bool is_required = false, repeats = false;
};

bool is_shown(const CLI::Option* option) { return !option->get_group().empty(); }

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> texts;
  std::istringstream parts{text};
  for (std::string position; std::getline(parts, position, at);) texts.push_back(position);
  return texts;
}

/// Reads CLI11's name of a type with the checks in it: "TEXT:DIR", "TEXT:{a,b}", "FLOAT:FLOAT in [0
/// - 1]".
void take_type(const std::string& type, Described& described) {
  const auto colon = type.find(':');
  described.value = type.substr(0, colon);
  if (colon == std::string::npos) return;
  const auto checked = type.substr(colon + 1);
  if (checked.starts_with("DIR")) described.value = "DIR";
  if (!checked.starts_with("{")) return;
  const auto words = checked.substr(1, checked.find('}') - 1);
  described.choices = split(words, ',');
  described.value = "{" + words + "}";
}

Described described(const CLI::Option& option) {
  Described described;
  const bool is_positional = option.get_positional();
  described.names = is_positional ? option.get_name(true) : option.get_name(false, true);
  if (option.get_items_expected_max() > 0) take_type(option.get_type_name(), described);
  described.meaning = option.get_description();
  described.preset = option.get_default_str();
  described.is_required = option.get_required();
  described.repeats = option.get_items_expected_max() > 1;
  return described;
}

/// Wraps the text into lines that begin at a column. The first line begins behind `first`.
std::string wrapped(const std::string& first, const std::string& text, std::size_t column) {
  std::string result, line = first;
  if (line.size() + 1 > column && !text.empty()) {
    result = line + "\n";
    line.clear();
  }
  line.resize(std::max(line.size(), text.empty() ? line.size() : column), ' ');
  std::istringstream words{text};
  bool is_first = true;
  for (std::string word; words >> word; is_first = false) {
    if (!is_first && line.size() + 1 + word.size() > kColumns) {
      result += line + "\n";
      line = std::string(column, ' ');
      is_first = true;
    }
    line += (is_first ? "" : " ") + word;
  }
  return result + line + "\n";
}

std::string help_of(const Described& one, bool is_positional) {
  auto head = "  " + one.names;
  if (!is_positional && !one.value.empty()) head += " " + one.value;
  if (!is_positional && one.is_required) head += " REQUIRED";
  auto meaning = one.meaning;
  if (!one.preset.empty()) meaning += " [" + one.preset + "]";
  return wrapped(head, meaning, kMeaning);
}

std::string usage_of(const CLI::App& app, const std::string& command) {
  std::string text = "Usage: " + command;
  if (!app.get_subcommands([](const CLI::App*) { return true; }).empty())
    return text + " VERB [WORDS...]\n";
  text += " [OPTIONS]";
  for (const auto* option :
       app.get_options([](const CLI::Option* o) { return o->get_positional(); })) {
    const auto one = described(*option);
    const auto name = one.names + (one.repeats ? "..." : "");
    text += one.is_required ? " " + name : " [" + name + "]";
  }
  return text + "\n";
}

Json json_of(const CLI::Option& option) {
  const auto one = described(option);
  return {{"names", option.get_positional() ? Json{one.names} : Json(split(one.names, ','))},
          {"value", one.value},
          {"choices", one.choices},
          {"does", one.meaning},
          {"default", one.preset},
          {"required", one.is_required},
          {"repeats", one.repeats}};
}

Json json_of(const CLI::App& app, const std::string& command) {
  auto positionals = Json::array(), options = Json::array(), commands = Json::array();
  for (const auto* option : app.get_options(is_shown))
    (option->get_positional() ? positionals : options).push_back(json_of(*option));
  for (const auto* subcommand : app.get_subcommands([](const CLI::App*) { return true; }))
    commands.push_back(json_of(*subcommand, subcommand->get_name()));
  return {{"command", command}, {"does", app.get_description()}, {"positionals", positionals},
          {"options", options}, {"below", app.get_footer()},     {"commands", commands}};
}

}  // namespace

std::string help_of(const CLI::App& app, const std::string& command) {
  auto usage = usage_of(app, command) + "\n" + app.get_description() + "\n\n";
  const auto options = app.get_options(is_shown);
  for (const auto* option : options)
    if (option->get_positional()) usage += help_of(described(*option), true);
  const auto verbs = app.get_subcommands([](const CLI::App*) { return true; });
  usage += verbs.empty() ? "Options:\n" : "";
  for (const auto* option : options)
    if (!option->get_positional() && verbs.empty()) usage += help_of(described(*option), false);
  if (!verbs.empty()) usage += "Subcommands:\n";
  for (const auto* verb : verbs)
    usage += wrapped("  " + verb->get_name(), verb->get_description(), 14);
  return app.get_footer().empty() ? usage : usage + "\n" + app.get_footer() + "\n";
}

std::string describe(const CLI::App& app, const About& about) {
  auto json = json_of(app, about.command.empty() ? about.program : about.command);
  json["program"] = about.program;
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

std::string footer_of(const std::vector<std::string>& notes,
                      const std::vector<std::string>& examples) {
  std::string footer;
  for (const auto& note : notes) footer += note + "\n";
  if (!examples.empty()) footer += kExamples;
  for (const auto& example : examples) footer += "\n  " + example;
  return footer;
}

}  // namespace orbweaver::command_line
