// Calls to objects of the same ORB that take the short way: into the object's lane, without
// marshalling.
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

/// The ORB that `reference` belongs to.
[[nodiscard]] OrbCore& orb_of(const client::Reference& reference) noexcept;
/// What `reference` leads to; null if the object is not active in this ORB.
[[nodiscard]] std::shared_ptr<server::ActiveObject> local_object(
    const client::Reference& reference);

/// Runs `body` in the object's lane and returns when it has run. `body` must not throw. A caller
/// that runs in that lane runs it itself, at once.
/// Fails: timeout if it did not begin before the deadline (then it never will); object_not_exist if
/// the object was deactivated; no_resources if too many pool threads wait already, or the caller
/// runs in that lane and may not overtake what waits in it.
[[nodiscard]] Result<void, wire::CallFailure> run_in_lane(server::ActiveObject& object,
                                                          const std::function<void()>& body,
                                                          Deadline deadline,
                                                          client::Overtaking overtaking);

/// Puts `body` into the object's lane, where it counts `bytes`; `object` is kept alive until it has
/// run. `body` must not throw. Blocks while the lane is full, up to the deadline; with_target also
/// until it has run. A pool thread that blocks so has another one run in its place. `chain` is what
/// the call is part of, if a caller waits for it later.
/// Fails: timeout, object_not_exist; no_resources if the lane is full and the caller runs in it, or
/// too many pool threads wait already.
[[nodiscard]] Result<void, wire::CallFailure> queue_in_lane(
    const std::shared_ptr<server::ActiveObject>& object, std::function<void()> body,
    std::size_t bytes, wire::SyncScope scope, Deadline deadline, client::Overtaking overtaking,
    const std::optional<wire::OutgoingChain>& chain = {});

/// An asynchronous call of an object of this ORB: `body` runs in its lane, and keeps its results
/// itself. Blocks while the lane is full. Fails: as queue_in_lane.
[[nodiscard]] Result<void, wire::CallFailure> start_in_lane(
    client::AsyncCall& call, client::AsyncCall::Manner manner,
    const std::shared_ptr<server::ActiveObject>& object, std::function<void()> body,
    std::size_t bytes);

}  // namespace orbweaver::engine
