// SPDX-License-Identifier: Apache-2.0
#include "domain_rules.hpp"

#include <algorithm>
#include <string_view>

namespace orbweaver::rules {

namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kSelf = "self";

// A right: operations of interfaces, and the roles that have it.
struct Right {
  std::string_view name;
  std::string_view does;
  Texts roles;
  Texts interfaces;  // empty: of every object
  Texts operations;  // empty: all
};

std::vector<Right> all_rights() {
  return {
      {"self",
       "Programs with the certificate of the one that is called, or of its user on this machine.",
       {"self"},
       {},
       {}},
      {"domain", "The domain loads, executes and ends programs on its nodes.", {"domain"}, {}, {}},
      {"register",
       "A node registers itself: the domain compares its name with its certificate.",
       {"node"},
       {"CF/DomainManager"},
       {"registerDeviceManager", "unregisterDeviceManager", "registerDevice", "unregisterDevice",
        "registerService", "unregisterService"}},
      {"report", "Nodes report programs that ended.", {"node"}, {"Orbweaver/ProgramEnds"}, {}},
      {"find",
       "Names are found.",
       {"node", "application", "operator", "observer"},
       {"omg.org/CosNaming/NamingContext"},
       {"resolve", "resolve_str", "list", "to_*"}},
      {"bind",
       "Components and services bind their names.",
       {"node", "application"},
       {"omg.org/CosNaming/NamingContext"},
       {"bind", "rebind", "unbind"}},
      {"receive events",
       "Events of channels are received.",
       {"node", "application", "operator", "observer"},
       {"omg.org/CosEventChannelAdmin/EventChannel", "omg.org/CosEventChannelAdmin/ConsumerAdmin",
        "omg.org/CosEventComm/PushSupplier"},
       {"for_consumers", "obtain_push_supplier", "connect_push_consumer",
        "disconnect_push_supplier"}},
      {"send events",
       "Events are sent into channels.",
       {"node", "application", "operator"},
       {"omg.org/CosEventChannelAdmin/EventChannel", "omg.org/CosEventChannelAdmin/SupplierAdmin",
        "omg.org/CosEventComm/PushConsumer"},
       {"for_suppliers", "obtain_push_consumer", "connect_push_supplier", "push",
        "disconnect_push_consumer"}},
      {"subscribe",
       "Events of the domain.",
       {"operator", "observer"},
       {"CF/DomainManager"},
       {"registerWithEventChannel", "unregisterFromEventChannel"}},
      {"observe",
       "What there is, and how it is.",
       {"node", "application", "operator", "observer"},
       {},
       {"_get_*", "query", "figures", "getPort", "getMounts", "getComponentImplementationId",
        "exists"}},
      {"install",
       "Applications are installed.",
       {"operator"},
       {"CF/DomainManager"},
       {"installApplication", "uninstallApplication", "configure"}},
      {"create", "Applications are created.", {"operator"}, {"CF/ApplicationFactory"}, {"create"}},
      {"control",
       "Applications and components are operated.",
       {"operator"},
       {"CF/Resource", "CF/Port"},
       {"start", "stop", "configure", "runTest", "releaseObject", "connectPort", "disconnectPort"}},
      {"devices",
       "Devices are locked and unlocked.",
       {"operator"},
       {"CF/Device"},
       {"_set_adminState"}},
      {"shutdown", "Nodes are shut down.", {"operator"}, {"CF/DeviceManager"}, {"shutdown"}},
      {"read files",
       "Nodes load programs of the domain.",
       {"node", "application", "operator"},
       {"CF/FileSystem", "CF/File"},
       {"open", "list", "read", "sizeOf", "setFilePointer", "close"}},
      {"write files",
       "Files are written and removed.",
       {"operator"},
       {"CF/FileSystem", "CF/File"},
       {}},
  };
}

std::string in_quotes(std::string_view text) {
  std::string all = "\"";
  for (const char one : text) {
    if (one == '"' || one == '\\') all += '\\';
    all += one;
  }
  return all + '"';
}

std::string list_of(const Texts& texts) {
  std::string list;
  for (const auto& text : texts) list += (list.empty() ? "" : ", ") + in_quotes(text);
  return "[" + list + "]";
}

struct Role {
  std::string_view name;
  Texts clients;
};

Texts named(const DomainClients& clients, std::string_view kind, Texts names) {
  for (auto& name : names)
    if (!name.contains(':'))
      name = "uri:spiffe://" + clients.trust_domain + "/" + std::string{kind} + "/" + name;
  return names;
}

std::vector<Role> roles_of(const DomainClients& clients) {
  return {{"domain", named(clients, "node", {clients.domain})},
          {"node", named(clients, "node", clients.nodes)},
          {"application", {"uri:spiffe://application.*"}},
          {"operator", named(clients, "user", clients.operators)},
          {"observer", named(clients, "user", clients.observers)}};
}

Texts those_with_clients(const Texts& names, const std::vector<Role>& roles) {
  Texts texts;
  if (names.front() == kSelf) return {names.front()};
  for (const auto& name : names)
    if (std::ranges::any_of(
            roles, [&](const Role& role) { return role.name == name && !role.clients.empty(); }))
      texts.push_back("role:" + name);
  return texts;
}

std::string rule_of(const Right& right, const Texts& clients) {
  std::string text = "\n# " + std::string{right.does} +
                     "\n[[rule]]\nname = " + in_quotes(right.name) +
                     "\ndecide = \"allow\"\nclient = " + list_of(clients) + "\n";
  if (!right.interfaces.empty()) text += "interface = " + list_of(right.interfaces) + "\n";
  if (!right.operations.empty()) text += "operation = " + list_of(right.operations) + "\n";
  return text;
}

constexpr std::string_view kBeginning =
    "# Rules of a domain, its nodes and its components: each of them takes this file with "
    "-ORBrules.\n"
    "# The first rule that fits a call decides. docs/guides/security.md says more.\n"
    "default = \"deny\"\n\n[roles]\n";

}  // namespace

std::string domain_rules(const DomainClients& clients) {
  const auto roles = roles_of(clients);
  std::string text{kBeginning};
  for (const auto& role : roles)
    if (!role.clients.empty())
      text += std::string{role.name} + " = " + list_of(role.clients) + "\n";
  for (const auto& right : all_rights())
    if (const auto able = those_with_clients(right.roles, roles); !able.empty())
      text += rule_of(right, able);
  return text;
}

}  // namespace orbweaver::rules
