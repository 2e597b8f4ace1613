// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/end_calls.hpp>

#include <orbweaver/corba/detail/orb_access.hpp>
#include <orbweaver/engine/orb_core.hpp>

namespace orbweaver::corba {

void end_calls(CORBA::ORB& orb) {
  const auto& core = OrbAccess::core(orb);
  if (!core->is_of_parent() && !core->has_ended())
    core->client().close(Deadline::after(Nanoseconds::zero()));
}

}  // namespace orbweaver::corba
