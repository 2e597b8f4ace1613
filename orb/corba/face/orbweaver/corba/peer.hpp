// SPDX-License-Identifier: Apache-2.0
// Orbweaver's extension: facts about the object behind a reference that need no call.
#pragma once
#include <orbweaver/corba/object.hpp>

#include <cstddef>
#include <memory>

namespace orbweaver::corba {

class Servant;

/// Whether calls through it that a NoResponsePolicy may send as one-ways are sent so now: the
/// policy, the SyncScope and the server's promise decide. False for nil and for a local object.
[[nodiscard]] bool omits_replies(const CORBA::object_reference<CORBA::Object>& object);
/// Whether the server promises order and flow control, also for requests without a reply.
[[nodiscard]] bool keeps_order(const CORBA::object_reference<CORBA::Object>& object);
/// The servant, if the object is active in the very ORB of the reference, and its collocation is
/// not switched off; else null.
[[nodiscard]] std::shared_ptr<Servant> local_servant(
    const CORBA::object_reference<CORBA::Object>& object);
/// How many requests wait in the lane of the object now, if it is active in the ORB of the
/// reference; else
/// 0. Holds up none of them.
[[nodiscard]] std::size_t waiting_in_lane(const CORBA::object_reference<CORBA::Object>& object);

}  // namespace orbweaver::corba
