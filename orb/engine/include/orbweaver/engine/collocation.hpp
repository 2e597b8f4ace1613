// SPDX-License-Identifier: Apache-2.0
// Calls to objects of the same ORB: they go directly into the object's lane, without marshalling.
#pragma once
#include <orbweaver/client/async_call.hpp>
#include <orbweaver/client/client_request.hpp>
#include <orbweaver/client/reference.hpp>
#include <orbweaver/server/active_object.hpp>
#include <orbweaver/wire/failure.hpp>
#include <orbweaver/wire/outgoing_chain.hpp>
#include <orbweaver/wire/policies.hpp>

#include <functional>
#include <memory>
#include <optional>

namespace orbweaver::engine {

class OrbCore;

/// The ORB to which `reference` belongs.
[[nodiscard]] OrbCore& orb_of(const client::Reference& reference) noexcept;
/// The object of `reference`; null if it is not active in this ORB.
[[nodiscard]] std::shared_ptr<server::ActiveObject> local_object(
    const client::Reference& reference);

/// Runs `body` in the object's lane, and returns when it has run. `body` must not throw. If the
/// caller runs in that lane itself, it runs `body` at once.
/// Fails: timeout, if `body` did not begin before the deadline (it will not run then);
/// object_not_exist, if the object was deactivated; no_resources, if too many pool threads wait
/// already, or if the caller runs in that lane and must not overtake requests that wait in it.
[[nodiscard]] Result<void, wire::CallFailure> run_in_lane(server::ActiveObject& object,
                                                          const std::function<void()>& body,
                                                          Deadline deadline,
                                                          client::Overtaking overtaking);

/// Puts `body` into the object's lane, with a size of `bytes`; keeps `object` alive until `body`
/// has run. `body` must not throw. `chain`: the calls that led to this one, if a caller waits for
/// it later.
/// Blocks: while the lane is full, up to the deadline; with_target also until `body` has run. The
/// pool runs another thread in place of a pool thread that blocks here.
/// Fails: timeout; object_not_exist; no_resources, if the lane is full and the caller runs in it,
/// or if too many pool threads wait already.
[[nodiscard]] Result<void, wire::CallFailure> queue_in_lane(
    const std::shared_ptr<server::ActiveObject>& object, std::function<void()> body,
    std::size_t bytes, wire::SyncScope scope, Deadline deadline, client::Overtaking overtaking,
    const std::optional<wire::OutgoingChain>& chain = {});

/// An asynchronous call of an object of this ORB: `body` runs in the object's lane, and stores its
/// results itself. Blocks: while the lane is full. Fails: as queue_in_lane().
[[nodiscard]] Result<void, wire::CallFailure> start_in_lane(
    client::AsyncCall& call, client::AsyncCall::Manner manner,
    const std::shared_ptr<server::ActiveObject>& object, std::function<void()> body,
    std::size_t bytes);

}  // namespace orbweaver::engine
