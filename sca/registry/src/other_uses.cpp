// SPDX-License-Identifier: Apache-2.0
#include "other_uses.hpp"

#include "own_property.hpp"

namespace orbweaver::registry {

bool end_other_uses(const KnownDevice& known, const device::Kept& kept, CallsEndBy& calls) {
  calls.renew();
  if (!has_own_property(*known.device, device::kGivesBack)) return false;
  calls.renew();
  try {
    known.device->configure(device::properties_of(kept));
    return true;
  } catch (const CORBA::UserException&) {
    return false;
  }
}

}  // namespace orbweaver::registry
