// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/upkeep/wanted.hpp>

#include <orbweaver/base/bytes.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/folder.hpp>

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <sstream>

namespace orbweaver::upkeep {

namespace {

constexpr std::size_t kLargestFile = 1 << 20;

/// An error in the file, and where it is.
struct Wrong {
  std::string cause;
  toml::source_region where;
};

[[noreturn]] void refuse(const toml::node& node, std::string cause) {
  throw Wrong{std::move(cause), node.source()};
}

/// A value as a user writes it on a command line: lists as JSON.
std::string text_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  std::ostringstream out;
  if (node.is_array())
    out << toml::json_formatter{*node.as_array(), toml::format_flags::none};
  else
    node.visit([&](const auto& value) { out << value; });
  auto text = out.str();
  std::erase(text, '\n');  // between values; within texts it is escaped
  return text;
}

/// "ID=VALUE" of each entry; one of a table within is "TABLE.ID=VALUE".
void add_words(const toml::table& table, const std::string& before,
               std::vector<std::string>& words) {
  for (const auto& [key, value] : table) {
    const auto id = before + std::string{key.str()};
    if (const auto* inner = value.as_table())
      add_words(*inner, id + ".", words);
    else
      words.push_back(id + "=" + text_of(value));
  }
}

std::vector<std::string> words_of(const std::string& key, const toml::node& node) {
  std::vector<std::string> words;
  const auto* table = node.as_table();
  if (table == nullptr) refuse(node, key + " is no table; write " + key + " = { NAME = VALUE }");
  add_words(*table, "", words);
  return words;
}

std::string string_in(const std::string& key, const toml::node& node) {
  const auto* text = node.as_string();
  if (text == nullptr || text->get().empty()) refuse(node, key + " is no text, or an empty one");
  return text->get();
}

std::vector<std::string> strings_in(const std::string& key, const toml::node& node) {
  const auto* list = node.as_array();
  if (list == nullptr) refuse(node, key + " is no list; write " + key + " = [\"NAME\"]");
  std::vector<std::string> strings;
  for (const auto& entry : *list) strings.push_back(string_in(key, entry));
  return strings;
}

bool flag_in(const std::string& key, const toml::node& node) {
  const auto* flag = node.as_boolean();
  if (flag == nullptr) refuse(node, key + " is neither true nor false");
  return flag->get();
}

unsigned count_in(const std::string& key, const toml::node& node) {
  constexpr std::int64_t kMost = 1'000'000;
  const auto* count = node.as_integer();
  if (count == nullptr || count->get() < 0 || count->get() > kMost)
    refuse(node, key + " is no whole number from 0 to " + std::to_string(kMost));
  return static_cast<unsigned>(count->get());
}

WhenItEnds policy_in(const std::string& key, const toml::node& node) {
  const auto text = string_in(key, node);
  if (text == "restart") return WhenItEnds::restart;
  if (text == "keep-rest") return WhenItEnds::keep_rest;
  if (text == "stop") return WhenItEnds::stop;
  refuse(node, key + " is '" + text + "'; choose from restart, keep-rest, stop");
}

std::string sad_in(const std::string& key, const toml::node& node) {
  auto text = string_in(key, node);
  if (!text.starts_with('/'))
    refuse(node, key + " is '" + text + "'; write its name in the domain, which begins with '/'");
  return text;
}

WantedApplication application_of(const std::string& name, const toml::node& node) {
  const auto* table = node.as_table();
  if (table == nullptr || name.empty())
    refuse(node, "it is no application; write [application.NAME]");
  WantedApplication wanted_application;
  wanted_application.name = name;
  for (const auto& [key, value] : *table) {
    const std::string word{key.str()};
    if (word == "sad")
      wanted_application.sad = sad_in(word, value);
    else if (word == "start")
      wanted_application.start = flag_in(word, value);
    else if (word == "on")
      wanted_application.on = words_of(word, value);
    else if (word == "set")
      wanted_application.set = words_of(word, value);
    else if (word == "when_it_ends")
      wanted_application.when_it_ends = policy_in(word, value);
    else if (word == "most_restarts")
      wanted_application.most_restarts = count_in(word, value);
    else
      refuse(value, "'" + word +
                        "' is nothing that an application has; choose from sad, start, on, set, "
                        "when_it_ends, most_restarts");
  }
  return wanted_application;
}

void take_applications(const toml::node& node, Wanted& wanted) {
  const auto* table = node.as_table();
  if (table == nullptr) refuse(node, "write [application.NAME]");
  for (const auto& [name, value] : *table)
    wanted.applications.push_back(application_of(std::string{name.str()}, value));
}

void take_expected(const toml::node& node, Wanted& wanted) {
  const auto* table = node.as_table();
  if (table == nullptr) refuse(node, "write [expect]");
  for (const auto& [key, value] : *table) {
    const std::string word{key.str()};
    if (word != "nodes") refuse(value, "'" + word + "' cannot be expected; choose from nodes");
    wanted.nodes = strings_in(word, value);
  }
}

Wanted wanted_of(const toml::table& document) {
  Wanted wanted;
  for (const auto& [key, value] : document) {
    const std::string word{key.str()};
    if (word == "expect")
      take_expected(value, wanted);
    else if (word == "application")
      take_applications(value, wanted);
    else
      refuse(value, "'" + word + "' means nothing here; choose from [expect], [application.NAME]");
  }
  return wanted;
}

std::string line_of(const std::string& where, const toml::source_region& region,
                    const std::string& cause) {
  return where + ":" + std::to_string(region.begin.line) + ": " + cause;
}

/// Fails: with why it cannot be read.
Result<std::string, std::string> text_in(const std::filesystem::path& file) {
  const auto opened = os::open_to_read(file);
  if (!opened) return unexpected(os::text_of(opened.error().code));
  const auto found = os::information_of(opened->get());
  if (!found || found->kind != os::EntryInformation::Kind::plain)
    return unexpected<std::string>("it is no file with text");
  std::string text;
  std::array<std::byte, 4096> piece{};
  while (text.size() <= kLargestFile) {
    const auto count = os::read_some(opened->get(), piece);
    if (!count) return unexpected(os::text_of(count.error().code));
    if (*count == 0) return text;
    text += as_text(Bytes{piece}.first(*count));
  }
  return unexpected<std::string>("it is larger than 1 MiB");
}

}  // namespace

const WantedApplication* Wanted::find(std::string_view name) const noexcept {
  const auto found = std::ranges::find(applications, name, &WantedApplication::name);
  return found == applications.end() ? nullptr : &*found;
}

Result<Wanted, std::string> parse_wanted(std::string_view text, const std::string& where) {
  try {
    return wanted_of(toml::parse(text));
  } catch (const toml::parse_error& wrong) {
    return unexpected(line_of(where, wrong.source(), std::string{wrong.description()}));
  } catch (const Wrong& wrong) {
    return unexpected(line_of(where, wrong.where, wrong.cause));
  }
}

Result<Wanted, std::string> read_wanted(const std::filesystem::path& file) {
  const auto text = text_in(file);
  if (!text) return unexpected(file.string() + ": " + text.error());
  return parse_wanted(*text, file.string());
}

}  // namespace orbweaver::upkeep
