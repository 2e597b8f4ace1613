// SPDX-License-Identifier: Apache-2.0
// Calls of CORBA objects as deployment wants them: with a deadline, and an outcome instead of an
// exception.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/deploy/target.hpp>

#include <type_traits>

namespace orbweaver::registry {

/// The policies that end a call at the deadline: a Messaging::RelativeRoundtripTimeoutPolicy. For a
/// deadline that has passed it is the shortest timeout there is. Calls to objects of the same ORB
/// are not bounded, as they run in the caller's thread.
[[nodiscard]] CORBA::PolicyList timeout_policies(const Deadline& deadline);

/// A reference to the same object, whose calls end at the deadline with CORBA::TIMEOUT.
template <class Interface>
[[nodiscard]] CORBA::object_reference<Interface> bounded(
    const CORBA::object_reference<Interface>& object, const Deadline& deadline) {
  if (deadline.is_never()) return object;
  return corba::with_policies(object, timeout_policies(deadline));
}

/// The fault of the exception that is being handled. Its text is one clause: what the exception's
/// members say, or else its name. If the connection broke, it first waits, up to half a second and
/// the deadline, for stop to be requested: the process at the other end may have ended, and its
/// end is then about to be reported.
[[nodiscard]] deploy::Fault fault_of_exception(const deploy::Limit& limit);

/// Calls unless stop is requested. Fails: `cancelled`; what `call` throws, as a fault. A call that
/// is under way is not ended by a request to stop: it ends with its process or at its deadline.
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

/// As outcome_of(), for a call that gives an outcome itself.
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
