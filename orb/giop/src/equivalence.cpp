// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/equivalence.hpp>

#include <tuple>
#include <vector>

namespace orbweaver::giop {

namespace {

using EndpointKey = std::tuple<std::string, std::uint16_t, OctetBuffer>;

std::vector<EndpointKey> endpoint_keys_of(const Ior& ior) {
  std::vector<EndpointKey> keys;
  for (const auto& profile : ior.profiles)
    if (auto iiop = read_iiop_profile(profile))
      keys.emplace_back(std::move(iiop->host), iiop->port, std::move(iiop->object_key));
  return keys;
}

}  // namespace

bool are_equivalent(const Ior& one, const Ior& other) {
  if (one.profiles == other.profiles) return true;
  const auto keys = endpoint_keys_of(one);
  return !keys.empty() && keys == endpoint_keys_of(other);
}

}  // namespace orbweaver::giop
