// What --help and --describe print, of the same options.
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
  std::vector<std::string> made;
  std::istringstream parts{text};
  for (std::string each; std::getline(parts, each, at);) made.push_back(each);
  return made;
}

/// CLI11 adds what checks a value: "TEXT:DIR", "TEXT:{a,b}", "FLOAT:FLOAT in [0 - 1]".
void take_type(const std::string& type, Described& made) {
  const auto colon = type.find(':');
  made.value = type.substr(0, colon);
  if (colon == std::string::npos) return;
  const auto checked = type.substr(colon + 1);
  if (checked.starts_with("DIR")) made.value = "DIR";
  if (!checked.starts_with("{")) return;
  const auto words = checked.substr(1, checked.find('}') - 1);
  made.choices = split(words, ',');
  made.value = "{" + words + "}";
}

Described described(const CLI::Option& option) {
  Described made;
  const bool is_positional = option.get_positional();
  made.names = is_positional ? option.get_name(true) : option.get_name(false, true);
  if (option.get_items_expected_max() > 0) take_type(option.get_type_name(), made);
  made.meaning = option.get_description();
  made.preset = option.get_default_str();
  made.is_required = option.get_required();
  made.repeats = option.get_items_expected_max() > 1;
  return made;
}

/// The words, on lines that begin at a column; the first line begins where `first` ends.
std::string wrapped(const std::string& first, const std::string& text, std::size_t column) {
  std::string made, line = first;
  if (line.size() + 1 > column && !text.empty()) {
    made = line + "\n";
    line.clear();
  }
  line.resize(std::max(line.size(), text.empty() ? line.size() : column), ' ');
  std::istringstream words{text};
  bool is_first = true;
  for (std::string word; words >> word; is_first = false) {
    if (!is_first && line.size() + 1 + word.size() > kColumns) {
      made += line + "\n";
      line = std::string(column, ' ');
      is_first = true;
    }
    line += (is_first ? "" : " ") + word;
  }
  return made + line + "\n";
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
  std::string made = "Usage: " + command;
  if (!app.get_subcommands([](const CLI::App*) { return true; }).empty())
    return made + " VERB [WORDS...]\n";
  made += " [OPTIONS]";
  for (const auto* each :
       app.get_options([](const CLI::Option* o) { return o->get_positional(); })) {
    const auto one = described(*each);
    const auto name = one.names + (one.repeats ? "..." : "");
    made += one.is_required ? " " + name : " [" + name + "]";
  }
  return made + "\n";
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
  for (const auto* each : app.get_options(is_shown))
    (each->get_positional() ? positionals : options).push_back(json_of(*each));
  for (const auto* each : app.get_subcommands([](const CLI::App*) { return true; }))
    commands.push_back(json_of(*each, each->get_name()));
  return {{"command", command}, {"does", app.get_description()}, {"positionals", positionals},
          {"options", options}, {"below", app.get_footer()},     {"commands", commands}};
}

}  // namespace

std::string help_of(const CLI::App& app, const std::string& command) {
  auto made = usage_of(app, command) + "\n" + app.get_description() + "\n\n";
  const auto options = app.get_options(is_shown);
  for (const auto* each : options)
    if (each->get_positional()) made += help_of(described(*each), true);
  const auto verbs = app.get_subcommands([](const CLI::App*) { return true; });
  made += verbs.empty() ? "Options:\n" : "";
  for (const auto* each : options)
    if (!each->get_positional() && verbs.empty()) made += help_of(described(*each), false);
  if (!verbs.empty()) made += "Subcommands:\n";
  for (const auto* each : verbs)
    made += wrapped("  " + each->get_name(), each->get_description(), 14);
  return app.get_footer().empty() ? made : made + "\n" + app.get_footer() + "\n";
}

std::string describe(const CLI::App& app, const About& about) {
  auto made = json_of(app, about.command.empty() ? about.program : about.command);
  made["program"] = about.program;
  return made.dump(1, ' ', false, Json::error_handler_t::replace);
}

std::string footer_of(const std::vector<std::string>& notes,
                      const std::vector<std::string>& examples) {
  std::string made;
  for (const auto& each : notes) made += each + "\n";
  if (!examples.empty()) made += kExamples;
  for (const auto& each : examples) made += "\n  " + each;
  return made;
}

}  // namespace orbweaver::command_line
