// SPDX-License-Identifier: Apache-2.0
#include "grammar/compiled.hpp"

#include <algorithm>

namespace orbweaver::profile::grammar {

namespace {

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const auto length = std::min(text.find(at), text.size());
    if (length > 0) words.push_back(text.substr(0, length));
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return words;
}

// Parses "id!!", "type!=data
// control" or "name": the notation of Rule::attributes.
AttributeRule parse_attribute(std::string_view word) {
  AttributeRule rule;
  const auto equals = word.find('=');
  if (equals != std::string_view::npos) rule.values = split(word.substr(equals + 1), '|');
  word = word.substr(0, equals);
  rule.name = word.substr(0, word.find('!'));
  rule.required = word.ends_with('!');
  rule.needed = word.ends_with("!!");
  return rule;
}

void add_more(ElementRule& rule, std::string_view word) {
  auto more = parse_attribute(word);
  const auto known = std::ranges::find(rule.attributes, more.name, &AttributeRule::name);
  if (known != rule.attributes.end()) {
    known->more_values = std::move(more.values);
    return;
  }
  more.listed = false;
  more.required = false;
  rule.attributes.push_back(std::move(more));
}

ElementRule compile(const Rule& rule) {
  ElementRule element_rule;
  element_rule.content = parse_content(rule.content);
  add_names(element_rule.content, element_rule.listed);
  add_single_names(element_rule.content, element_rule.singles);
  add_names(parse_content(rule.more_content), element_rule.more);
  element_rule.needs = split(rule.needs, ' ');
  for (const auto word : split(rule.attributes, ' '))
    element_rule.attributes.push_back(parse_attribute(word));
  for (const auto word : split(rule.more_attributes, ' ')) add_more(element_rule, word);
  std::erase_if(element_rule.singles,
                [&](auto name) { return std::ranges::count(element_rule.more, name) > 0; });
  return element_rule;
}

std::map<std::string_view, Rules> compile_all() {
  std::map<std::string_view, Rules> kinds;
  for (const auto& kind : all_tables())
    for (const auto& table : kind.tables)
      for (const auto& rule : table) kinds[kind.root].insert_or_assign(rule.element, compile(rule));
  return kinds;
}

}  // namespace

const Rules* rules_of(std::string_view root) {
  static const auto kinds = compile_all();
  const auto found = kinds.find(root);
  return found == kinds.end() ? nullptr : &found->second;
}

}  // namespace orbweaver::profile::grammar
