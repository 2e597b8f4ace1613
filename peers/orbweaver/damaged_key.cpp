// SPDX-License-Identifier: Apache-2.0
#include "damaged_key.hpp"

#include <orbweaver/corba/detail/orb_access.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/giop/ior.hpp>

#include <algorithm>

namespace orbweaver::lab {

namespace {

void damage_key(giop::OctetBuffer& key, KeyDamage damage) {
  require(!key.empty(), "the reference has an empty key");
  const auto first = damage == KeyDamage::last_octet ? key.end() - 1 : key.begin();
  std::for_each(first, key.end(), [](std::byte& octet) { octet ^= std::byte{0xFF}; });
}

}  // namespace

EchoReference with_damaged_key(const Target& on, KeyDamage damage) {
  auto ior = corba::StubFactory::reference_of(*on.echo)->ior();
  for (auto& tagged : ior.profiles) {
    auto profile = giop::read_iiop_profile(tagged);
    if (!profile) continue;
    damage_key(profile->object_key, damage);
    tagged = giop::make_profile(*profile);
  }
  return corba::StubFactory::make<Lab::Echo>(
      corba::OrbAccess::core(on.orb)->make_reference(std::move(ior)));
}

}  // namespace orbweaver::lab
