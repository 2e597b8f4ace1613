// Calls to objects of the same ORB that take the short way: into the object's lane, without
// marshalling.
#pragma once
#include <orbweaver/engine/active_object.hpp>
#include <orbweaver/engine/failure.hpp>
#include <orbweaver/engine/policies.hpp>

#include <functional>
#include <memory>

namespace orbweaver::engine {

/// Runs `body` in the object's lane and returns when it has run. `body` must not throw.
/// Fails: timeout if it did not begin before the deadline (then it never will); object_not_exist if
/// the object was deactivated; no_resources if the caller runs in that lane, and would wait for
/// itself, or too many pool threads wait already.
[[nodiscard]] Result<void, CallFailure> run_in_lane(ActiveObject& object,
                                                    const std::function<void()>& body,
                                                    Deadline deadline);

/// Puts `body` into the object's lane, where it counts `bytes`; `object` is kept alive until it has
/// run. `body` must not throw. Blocks while the lane is full, up to the deadline; with_target also
/// until it has run. A pool thread that blocks so has another one run in its place.
/// Fails: timeout, object_not_exist; no_resources, as run_in_lane, if the lane is full.
[[nodiscard]] Result<void, CallFailure> queue_in_lane(const std::shared_ptr<ActiveObject>& object,
                                                      std::function<void()> body, std::size_t bytes,
                                                      SyncScope scope, Deadline deadline);

}  // namespace orbweaver::engine
