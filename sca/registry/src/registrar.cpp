// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/registrar.hpp>

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/corba/caller.hpp>
#include <orbweaver/security/application_identity.hpp>

#include <algorithm>
#include <optional>

namespace orbweaver::registry {

namespace {

bool is_of(const std::string& name, const std::string& label) {
  const auto node = security::node_identity_in(name);
  return node && !label.empty() &&
         (node->name == label || node->name == name_for_certificate(label));
}

const std::string& owner_of(const std::vector<std::string>& certificate) {
  const auto is_uri = [](const std::string& name) { return name.starts_with("uri:"); };
  const auto identity = std::ranges::find_if(certificate, is_uri);
  return identity != certificate.end() ? *identity : certificate.front();
}

}  // namespace

Registrar Registrar::calling() {
  const auto caller = corba::Caller::current();
  if (!caller) return {.certificate = {}, .is_this_process = true};
  if (caller->proof() != corba::Caller::Proof::certificate) return {};
  return {.certificate = caller->names()};
}

std::string name_for_certificate(std::string_view name) {
  std::string text;
  for (const char one : name) {
    const bool is_capital = one >= 'A' && one <= 'Z';
    const bool stays = (one >= 'a' && one <= 'z') || (one >= '0' && one <= '9');
    text += is_capital ? static_cast<char>(one - 'A' + 'a') : stays ? one : '-';
  }
  return text;
}

bool Registrar::has_certificate_of(const NodeNames& node) const {
  return std::ranges::any_of(certificate,
                             [&](const std::string& name) { return is_of(name, node.label); });
}

std::string why_not(const Registrar& registrar, const NodeNames& node, bool is_proved) {
  if (registrar.is_this_process) return {};
  const auto named = "node '" + printable(node.id) + "' (label '" + printable(node.label) + "')";
  if (registrar.certificate.empty())
    return is_proved ? named + " has registered with its certificate, and this client has none"
                     : std::string{};
  if (registrar.has_certificate_of(node)) return {};
  return "the certificate of " + printable(owner_of(registrar.certificate)) + " is not that of " +
         named + ": it needs one for spiffe://.../node/" +
         name_for_certificate(printable(node.label)) + " (orbweaver keys new-node)";
}

}  // namespace orbweaver::registry
