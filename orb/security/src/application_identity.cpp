// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/security/application_identity.hpp>

#include <algorithm>
#include <cctype>

namespace orbweaver::security {

namespace {

bool is_plain(char one) noexcept {
  return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || (one >= '0' && one <= '9') ||
         one == '-' || one == '_' || one == '.';
}

// Of dots alone, it would be a step in the path, which URIs leave out: RFC 3986, 5.2.4.
bool is_step(std::string_view segment) noexcept {
  return std::ranges::all_of(segment, [](char one) { return one == '.'; });
}

void append_encoded(std::string& text, char one) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto octet = static_cast<unsigned char>(one);
  text += {'%', kDigits[octet / 16U], kDigits[octet % 16U]};
}

constexpr std::string_view kApplications = "application.";

// Peers compare hosts without case.
bool is_host_of_applications(std::string_view host) {
  return std::ranges::equal(host.substr(0, kApplications.size()), kApplications, {},
                            [](unsigned char one) { return static_cast<char>(std::tolower(one)); });
}

}  // namespace

std::optional<NodeIdentity> node_identity_in(std::string_view name) {
  constexpr std::string_view kBegin = "uri:spiffe://", kNode = "/node/";
  if (!name.starts_with(kBegin)) return std::nullopt;
  name.remove_prefix(kBegin.size());
  const auto host = name.substr(0, name.find('/'));
  name.remove_prefix(host.size());
  if (host.empty() || host.find_first_of(":@") != host.npos || is_host_of_applications(host))
    return std::nullopt;
  if (!name.starts_with(kNode)) return std::nullopt;
  name.remove_prefix(kNode.size());
  if (name.empty() || name.contains('/')) return std::nullopt;
  return NodeIdentity{std::string{name}, std::string{host}};
}

std::string host_of_applications(std::string_view node, std::string_view trust_domain) {
  return std::string{kApplications} + std::string{node} + "." + std::string{trust_domain};
}

std::string segment_of_application(std::string_view application) {
  std::string segment;
  const bool encodes_all = is_step(application);
  for (const char one : application)
    if (is_plain(one) && !encodes_all)
      segment += one;
    else
      append_encoded(segment, one);
  return segment;
}

std::string rule_text_of_application(std::string_view application, std::string_view trust_domain) {
  const auto host = trust_domain.empty() ? std::string{kApplications} + "*"
                                         : host_of_applications("*", trust_domain);
  return "uri:spiffe://" + host + "/" + segment_of_application(application);
}

}  // namespace orbweaver::security
