// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/security/application_identity.hpp>

#include <algorithm>

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

}  // namespace

std::string host_of_applications(std::string_view node, std::string_view trust_domain) {
  return "application." + std::string{node} + "." + std::string{trust_domain};
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

std::string rule_text_of_application(std::string_view application) {
  return "uri:spiffe://application.*/" + segment_of_application(application);
}

}  // namespace orbweaver::security
