// Calls to objects of the same ORB that take the short way: into the object's lane, without
// marshalling.
#pragma once
#include <orbweaver/engine/active_object.hpp>
#include <orbweaver/engine/failure.hpp>
#include <orbweaver/engine/outgoing_chain.hpp>
#include <orbweaver/engine/policies.hpp>

#include <functional>
#include <memory>
#include <optional>

namespace orbweaver::engine {

/// Whether a call that comes back to an object whose servant waits for it may run before the
/// requests that wait in the object's lane. With OrderedDelivery it may not.
enum class Overtaking { if_nested, never };

/// Runs `body` in the object's lane and returns when it has run. `body` must not throw. A caller
/// that runs in that lane runs it itself, at once.
/// Fails: timeout if it did not begin before the deadline (then it never will); object_not_exist if
/// the object was deactivated; no_resources if too many pool threads wait already, or the caller
/// runs in that lane and may not overtake what waits in it.
[[nodiscard]] Result<void, CallFailure> run_in_lane(ActiveObject& object,
                                                    const std::function<void()>& body,
                                                    Deadline deadline, Overtaking overtaking);

/// Puts `body` into the object's lane, where it counts `bytes`; `object` is kept alive until it has
/// run. `body` must not throw. Blocks while the lane is full, up to the deadline; with_target also
/// until it has run. A pool thread that blocks so has another one run in its place. `chain` is what
/// the call is part of, if somebody waits for it later.
/// Fails: timeout, object_not_exist; no_resources if the lane is full and the caller runs in it, or
/// too many pool threads wait already.
[[nodiscard]] Result<void, CallFailure> queue_in_lane(
    const std::shared_ptr<ActiveObject>& object, std::function<void()> body, std::size_t bytes,
    SyncScope scope, Deadline deadline, Overtaking overtaking,
    const std::optional<OutgoingChain>& chain = {});

}  // namespace orbweaver::engine
