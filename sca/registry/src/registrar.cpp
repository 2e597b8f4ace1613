// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/registrar.hpp>

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/corba/caller.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace orbweaver::registry {

namespace {

constexpr std::string_view kSpiffe = "uri:spiffe://", kHost = "dns:", kSubject = "subject:";

bool is_spiffe(std::string_view name) { return name.starts_with(kSpiffe); }

// The CN of a subject as RFC 2253 writes it: "CN=radio-1,O=Example".
std::string_view common_name_of(std::string_view subject) {
  constexpr std::string_view kName = "CN=";
  if (!subject.starts_with(kName)) return {};
  subject.remove_prefix(kName.size());
  return subject.substr(0, subject.find(','));
}

// An application of a node has the host names of that node, and a SPIFFE identity of its own.
bool is_name_of(std::string_view name, const std::string& node, bool has_identity) {
  if (node.empty()) return false;
  if (has_identity) return is_spiffe(name) && name.ends_with("/node/" + node);
  if (name.starts_with(kSubject)) return common_name_of(name.substr(kSubject.size())) == node;
  if (!name.starts_with(kHost)) return false;
  name.remove_prefix(kHost.size());
  return name == node || name.starts_with(node + ".");
}

const std::string& owner_of(const std::vector<std::string>& certificate) {
  const auto identity = std::ranges::find_if(certificate, is_spiffe);
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
  const bool has_identity = std::ranges::any_of(certificate, is_spiffe);
  const std::array names{node.id, node.label, name_for_certificate(node.id),
                         name_for_certificate(node.label)};
  return std::ranges::any_of(certificate, [&](const std::string& one) {
    return std::ranges::any_of(
        names, [&](const std::string& name) { return is_name_of(one, name, has_identity); });
  });
}

std::string why_not(const Registrar& registrar, const NodeNames& node, bool is_proved) {
  if (registrar.is_this_process) return {};
  const auto named = "node '" + printable(node.id) + "' (label '" + printable(node.label) + "')";
  if (registrar.certificate.empty())
    return is_proved ? named + " has registered with its certificate, and this client has none"
                     : std::string{};
  if (registrar.has_certificate_of(node)) return {};
  return "the certificate of " + printable(owner_of(registrar.certificate)) + " is not that of " +
         named + ": it needs one of its own, as by orbweaver keys new-node " +
         name_for_certificate(printable(node.label));
}

}  // namespace orbweaver::registry
