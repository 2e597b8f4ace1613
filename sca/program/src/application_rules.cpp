// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/application_rules.hpp>

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/security/application_identity.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace orbweaver::program {

namespace {

using Names = std::vector<std::string>;

constexpr const char* kEveryApplication = "uri:spiffe://application.*";

// A star would name others, too; and a kind without a name is refused by the reader of rules.
bool fits_into_a_rule(const std::string& name) {
  const auto is_plain = [](char one) { return one >= ' ' && one <= '~' && one != '*'; };
  return !name.ends_with(':') && !name.empty() && std::ranges::all_of(name, is_plain);
}

// Requires: printable ASCII.
std::string in_quotes(std::string_view text) {
  std::string all{'"'};
  for (const char one : text) {
    if (one == '"' || one == '\\') all += '\\';
    all += one;
  }
  return all + '"';
}

Names names_of(const std::set<std::int32_t>& processes) {
  Names names;
  for (const auto process : processes) names.push_back("process:" + std::to_string(process));
  return names;
}

/// Empty if there are no clients: a rule without them would be about every client.
std::string rule(std::string_view name, std::string_view decision, const Names& clients,
                 std::string_view more = {}) {
  if (clients.empty()) return {};
  std::string list;
  for (const auto& client : clients) list += (list.empty() ? "" : ", ") + in_quotes(client);
  return fmt::format("\n[[rule]]\nname = {}\ndecide = \"{}\"\nclient = [{}]\n{}", in_quotes(name),
                     decision, list, more);
}

std::string begin_of(std::string_view what) {
  return fmt::format(
      "# Written by the device whenever one of its components starts or ends: do not edit.\n"
      "# {}\n"
      "# What no rule here is about, the node's own rules decide: they are read after these.\n"
      "default = \"deny\"\n",
      what);
}

}  // namespace

std::string rules_of(const ApplicationPeers& peers) {
  auto own = names_of(peers.own);
  own.push_back(security::rule_text_of_application(peers.application));
  auto others = names_of(peers.others);
  others.emplace_back(kEveryApplication);
  Names domain;
  std::ranges::copy_if(peers.domain, std::back_inserter(domain), fits_into_a_rule);
  return begin_of("A component of " + printable(peers.application) +
                  " is called by components of its own application, and by its domain.") +
         rule("its own application", "allow", own) +
         rule("components of other applications", "deny", others) +
         rule("the domain", "allow", domain);
}

std::string rules_of_device(const std::set<std::int32_t>& processes) {
  auto components = names_of(processes);
  components.emplace_back(kEveryApplication);
  return begin_of("The components that this device runs do not manage it.") +
         rule("components do not manage devices", "deny", components,
              "interface = \"CF/Device\"\n");
}

std::vector<std::string> names_of_domain(corba::Caller::Proof proof,
                                         std::span<const std::string> names) {
  Names best;
  const auto take = [&](std::string_view kind) {
    std::ranges::copy_if(names, std::back_inserter(best),
                         [&](const auto& name) { return name.starts_with(kind); });
  };
  switch (proof) {
    case corba::Caller::Proof::none:
      return {names.begin(), names.end()};
    case corba::Caller::Proof::process:
      take("process:");
      if (best.empty()) take("user:");
      return best;
    case corba::Caller::Proof::certificate:
      break;
  }
  take("uri:");
  if (best.empty()) take("subject:");
  return best;
}

}  // namespace orbweaver::program
