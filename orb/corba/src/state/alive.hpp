// SPDX-License-Identifier: Apache-2.0
// Whether an ORB can still be used.
#pragma once
#include <orbweaver/corba/stub.hpp>
#include <orbweaver/engine/orb_core.hpp>

namespace orbweaver::corba {

/// Throws BAD_INV_ORDER if the ORB is that of the parent of this process, or has been shut down
/// (OMG minor 4). An ORB of the parent is asked nothing that needs a lock.
inline void require_alive(const engine::OrbCore& orb) {
  if (orb.is_of_parent()) throw_failure(wire::orb_of_parent());
  if (orb.has_ended()) throw_failure(wire::shut_down());
}

}  // namespace orbweaver::corba
