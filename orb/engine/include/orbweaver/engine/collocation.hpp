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
/// the object was deactivated.
[[nodiscard]] Result<void, CallFailure> run_in_lane(ActiveObject& object,
                                                    const std::function<void()>& body,
                                                    Deadline deadline);

/// Puts `body` into the object's lane; `object` is kept alive until it has run. `body` must not
/// throw. Blocks while the lane is full, up to the deadline; with_target also until it has run.
/// Fails: timeout, object_not_exist.
[[nodiscard]] Result<void, CallFailure> queue_in_lane(const std::shared_ptr<ActiveObject>& object,
                                                      std::function<void()> body, SyncScope scope,
                                                      Deadline deadline);

}  // namespace orbweaver::engine
