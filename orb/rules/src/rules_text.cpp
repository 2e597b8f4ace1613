// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/rules/rules_text.hpp>

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/security/normal_name.hpp>
#include <orbweaver/security/rules_file.hpp>

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <vector>

namespace orbweaver::rules {

namespace {

using security::CallRule;
using Texts = std::vector<std::string>;
using Roles = std::map<std::string, Texts, std::less<>>;

/// An error in the file, and where it is.
struct WrongRules {
  std::string cause;
  toml::source_region where;
};

constexpr std::string_view kRole = "role:";
constexpr std::array<std::string_view, 8> kKindsOfPeers{
    "subject:", "dns:", "ip:", "uri:", "user:", "group:", "process:", kRole};
constexpr std::array<std::string_view, 3> kKeysOfFile{"default", "roles", "rule"};
constexpr std::array<std::string_view, 6> kKeysOfRule{"name",   "decide",    "client",
                                                      "object", "interface", "operation"};

[[noreturn]] void refuse(const toml::node& node, std::string cause) {
  throw WrongRules{std::move(cause), node.source()};
}

std::string listed(std::span<const std::string_view> words) {
  std::string text;
  for (const auto word : words) text += (text.empty() ? "" : ", ") + std::string{word};
  return text;
}

void refuse_other_keys(const toml::table& table, std::span<const std::string_view> known) {
  for (const auto& [key, value] : table)
    if (std::ranges::find(known, key.str()) == known.end())
      refuse(value,
             "there is no key '" + printable(key.str()) + "' here; there are " + listed(known));
}

std::string text_in(const toml::node& node, std::string_view what) {
  const auto text = node.value_exact<std::string>();
  if (!text || text->empty()) refuse(node, std::string{what} + " is a text in quotes");
  return *text;
}

// One text, or a list of them.
Texts texts_in(const toml::node& node, std::string_view what) {
  const auto* const list = node.as_array();
  if (list == nullptr) return {text_in(node, what)};
  if (list->empty())
    refuse(node, std::string{what} + " is an empty list; leave it out if everything is meant");
  Texts texts;
  for (const auto& one : *list) texts.push_back(text_in(one, what));
  return texts;
}

void check_peer(const toml::node& node, const std::string& text) {
  if (text == "anonymous" || text == "self" || text == "*") return;
  const auto is_of = [&text](auto kind) { return text.starts_with(kind) && text != kind; };
  if (!std::ranges::any_of(kKindsOfPeers, is_of))
    refuse(node, "'" + printable(text) +
                     "' names no peer: write anonymous, self, *, or a text that begins with " +
                     listed(kKindsOfPeers));
}

Texts peers_in(const toml::node& node, std::string_view what, const Roles& roles) {
  Texts peers;
  for (const auto& text : texts_in(node, what)) {
    check_peer(node, text);
    if (!text.starts_with(kRole)) {
      peers.push_back(security::normal_name(text));
      continue;
    }
    const auto role = roles.find(std::string_view{text}.substr(kRole.size()));
    if (role == roles.end()) refuse(node, "there is no role of that name: " + printable(text));
    peers.insert(peers.end(), role->second.begin(), role->second.end());
  }
  return peers;
}

Roles roles_in(const toml::table& file) {
  Roles roles;
  const auto* const node = file.get("roles");
  if (node == nullptr) return roles;
  const auto* const table = node->as_table();
  if (table == nullptr) refuse(*node, "roles is a table: [roles], and below it NAME = [PEERS]");
  for (const auto& [name, peers] : *table)
    roles.emplace(std::string{name.str()}, peers_in(peers, "a role", {}));
  return roles;
}

// "CF/DomainManager" stands for the whole repository id.
Texts interfaces_in(const toml::node& node) {
  auto ids = texts_in(node, "interface");
  for (auto& id : ids)
    if (!id.contains(':')) id = "IDL:" + id + ":1.0";
  return ids;
}

bool allows(const toml::node* node, const toml::node& place, std::string_view what) {
  const auto text = node != nullptr ? node->value_exact<std::string>() : std::nullopt;
  if (text == "allow") return true;
  if (text == "deny") return false;
  refuse(node != nullptr ? *node : place, std::string{what} + " is missing or wrong: write " +
                                              std::string{what} + " = \"allow\" or \"deny\"");
}

CallRule rule_in(const toml::table& table, const Roles& roles) {
  refuse_other_keys(table, kKeysOfRule);
  CallRule rule;
  rule.line = table.source().begin.line;
  rule.allows = allows(table.get("decide"), table, "decide");
  if (const auto* node = table.get("name")) rule.name = printable(text_in(*node, "name"));
  if (const auto* node = table.get("client")) rule.clients = peers_in(*node, "client", roles);
  if (const auto* node = table.get("object")) rule.objects = texts_in(*node, "object");
  if (const auto* node = table.get("interface")) rule.interfaces = interfaces_in(*node);
  if (const auto* node = table.get("operation")) rule.operations = texts_in(*node, "operation");
  return rule;
}

std::vector<CallRule> rules_in(const toml::table& file, const Roles& roles) {
  std::vector<CallRule> rules;
  const auto* const node = file.get("rule");
  if (node == nullptr) return rules;
  const auto* const list = node->as_array();
  if (list == nullptr || !list->is_array_of_tables()) refuse(*node, "rules begin with [[rule]]");
  for (const auto& one : *list) rules.push_back(rule_in(*one.as_table(), roles));
  return rules;
}

security::Rules read_file(const toml::table& file) {
  refuse_other_keys(file, kKeysOfFile);
  const bool is_allowed = allows(file.get("default"), file, "default");
  return {rules_in(file, roles_in(file)), is_allowed};
}

std::string line_of(const std::string& file, const toml::source_region& where,
                    std::string_view cause) {
  return file + ", line " + std::to_string(where.begin.line) + ": " + std::string{cause};
}

}  // namespace

Result<security::Rules, std::string> read_rules(std::string_view text, const std::string& file) {
  try {
    return read_file(toml::parse(text));
  } catch (const toml::parse_error& error) {
    return unexpected{line_of(file, error.source(), error.description())};
  } catch (const WrongRules& wrong) {
    return unexpected{line_of(file, wrong.where, wrong.cause)};
  }
}

}  // namespace orbweaver::rules

// Lets the ORB know of this room; see orbweaver_tls in orb/tls.
extern "C" const bool orbweaver_rules;
const bool orbweaver_rules =
    (orbweaver::security::set_rules_reader(orbweaver::rules::read_rules), true);
