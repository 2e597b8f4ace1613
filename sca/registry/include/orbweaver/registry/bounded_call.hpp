// SPDX-License-Identifier: Apache-2.0
// Calls CORBA objects for deployment: with a deadline, and an outcome instead of an exception.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/deploy/target.hpp>

#include <type_traits>

namespace orbweaver::registry {

/// Returns the policies that end a call at the deadline: a
/// Messaging::RelativeRoundtripTimeoutPolicy. If the deadline has passed, the timeout is the
/// shortest possible. Calls of objects of the same ORB have no limit, as they run in the caller's
/// thread.
[[nodiscard]] CORBA::PolicyList timeout_policies(const Deadline& deadline);

/// Returns a reference to the same object, whose calls end at the deadline with CORBA::TIMEOUT.
template <class Interface>
[[nodiscard]] CORBA::object_reference<Interface> bounded(
    const CORBA::object_reference<Interface>& object, const Deadline& deadline) {
  if (deadline.is_never()) return object;
  return corba::with_policies(object, timeout_policies(deadline));
}

/// Returns the current exception as a fault. Its text is one clause: the texts in the exception's
/// members, else the exception's name. If the connection broke, it first waits for a request to
/// stop, at most half a second or until the deadline: the peer's process may have ended, and the
/// report of its end may be on the way.
[[nodiscard]] deploy::Fault fault_of_exception(const deploy::Limit& limit);

/// Calls unless stop is requested. Fails: `cancelled` if it is; else with the exception of `call`.
/// A request to stop does not end a call that is under way: it ends with its process or at its
/// deadline.
template <class Call>
[[nodiscard]] auto outcome_of(const deploy::Limit& limit, Call call)
    -> deploy::Outcome<std::invoke_result_t<Call>> {
  if (limit.stop.stop_requested()) return deploy::fault(deploy::Cause::cancelled);
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<Call>>) {
      call();
      return {};
    } else {
      return call();
    }
  } catch (...) {
    return unexpected<deploy::Fault>(fault_of_exception(limit));
  }
}

/// Like outcome_of(), for a call that returns an outcome.
template <class Call>
[[nodiscard]] std::invoke_result_t<Call> flat_outcome_of(const deploy::Limit& limit, Call call) {
  if (limit.stop.stop_requested()) return deploy::fault(deploy::Cause::cancelled);
  try {
    return call();
  } catch (...) {
    return unexpected<deploy::Fault>(fault_of_exception(limit));
  }
}

}  // namespace orbweaver::registry
