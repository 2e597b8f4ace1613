// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/security/normal_name.hpp>

#include <algorithm>
#include <string_view>

namespace orbweaver::security {

namespace {

char small(char one) noexcept {
  return one >= 'A' && one <= 'Z' ? static_cast<char>(one - 'A' + 'a') : one;
}

// "SCHEME:", and the host behind it if there is one.
std::size_t end_of_host(std::string_view uri) noexcept {
  constexpr std::string_view kBeforeHost = "//";
  const auto scheme = uri.find(':');
  if (scheme == uri.npos) return 0;
  const auto behind = scheme + 1;
  if (!uri.substr(behind).starts_with(kBeforeHost)) return behind;
  return std::min(uri.find_first_of("/?#", behind + kBeforeHost.size()), uri.size());
}

std::size_t end_of_free_case(std::string_view name) noexcept {
  constexpr std::string_view kDns = "dns:", kUri = "uri:";
  if (name.starts_with(kDns)) return name.size();
  if (name.starts_with(kUri)) return kUri.size() + end_of_host(name.substr(kUri.size()));
  return 0;
}

}  // namespace

std::string normal_name(std::string name) {
  const auto end = name.begin() + static_cast<std::ptrdiff_t>(end_of_free_case(name));
  std::transform(name.begin(), end, name.begin(), small);
  return name;
}

}  // namespace orbweaver::security
