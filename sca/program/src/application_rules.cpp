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
  std::string quoted{'"'};
  for (const char one : text) {
    if (one == '"' || one == '\\') quoted += '\\';
    quoted += one;
  }
  return quoted + '"';
}

Names names_of(const std::set<std::int32_t>& processes) {
  Names names;
  for (const auto process : processes) names.push_back("process:" + std::to_string(process));
  return names;
}

/// Empty if there are no clients: a rule without them would be about every client.
std::string rule(std::string_view name, std::string_view decision, const Names& clients) {
  if (clients.empty()) return {};
  std::string list;
  for (const auto& client : clients) list += (list.empty() ? "" : ", ") + in_quotes(client);
  return fmt::format("\n[[rule]]\nname = {}\ndecide = \"{}\"\nclient = [{}]\n", in_quotes(name),
                     decision, list);
}

std::string begin_of(std::string_view what) {
  return fmt::format(
      "# Written by the device whenever one of its components starts or ends: do not edit.\n"
      "# {}\n"
      "# What no rule here is about, the next file decides; the last one is the node's own.\n"
      "default = \"deny\"\n",
      what);
}

}  // namespace

std::string rules_of(const ApplicationPeers& peers) {
  auto own = names_of(peers.processes);
  own.push_back(security::rule_text_of_application(peers.application, peers.trust_domain));
  Names domain;
  std::ranges::copy_if(peers.domain, std::back_inserter(domain), fits_into_a_rule);
  return begin_of("The components of " + printable(peers.application) +
                  " may call each other, and their domain may call them.") +
         rule("its own application", "allow", own) + rule("the domain", "allow", domain);
}

std::string rules_about_components(const std::set<std::int32_t>& processes) {
  auto components = names_of(processes);
  components.emplace_back(kEveryApplication);
  return begin_of("Components call no component of another application, and no device.") +
         rule("components call their own application only", "deny", components);
}

std::string name_of_files_of(std::string_view component, std::string_view application) {
  constexpr std::size_t kMost = 100;  // the system bounds names
  const auto part = [](std::string_view name) {
    return security::segment_of_application(name).substr(0, kMost);
  };
  return application.empty() ? part(component) : part(component) + ":" + part(application);
}

std::vector<std::string> names_of_domain(corba::Caller::Proof proof,
                                         std::span<const std::string> names) {
  const auto of_kind = [&](std::string_view kind) {
    Names found;
    std::ranges::copy_if(names, std::back_inserter(found),
                         [&](const auto& name) { return name.starts_with(kind); });
    return found;
  };
  if (proof == corba::Caller::Proof::none) return {};  // "anonymous" would name every such client
  if (proof == corba::Caller::Proof::process) return of_kind("process:");
  auto uris = of_kind("uri:");
  return uris.empty() ? of_kind("subject:") : uris;
}

}  // namespace orbweaver::program
