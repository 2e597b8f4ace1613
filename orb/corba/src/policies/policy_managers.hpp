// SPDX-License-Identifier: Apache-2.0
// The two holders of policy overrides: for an ORB, and for the calling thread.
#pragma once
#include <orbweaver/corba/policy.hpp>

#include <memory>

namespace orbweaver::engine {
class OrbCore;
}

namespace orbweaver::corba {

[[nodiscard]] CORBA::object_reference<CORBA::PolicyManager> make_orb_policy_manager(
    std::shared_ptr<engine::OrbCore> orb);
[[nodiscard]] CORBA::object_reference<CORBA::PolicyManager> make_policy_current();

}  // namespace orbweaver::corba
