// SPDX-License-Identifier: Apache-2.0
// Orbweaver's extension: calls to other processes that end in time, whatever those processes do.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/corba/extension_policies.hpp>
#include <orbweaver/corba/messaging.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

namespace orbweaver::corba {

/// A RelativeRoundtripTimeout policy with this time, at least 100 ns, which is its unit.
[[nodiscard]] inline std::shared_ptr<CORBA::Policy> call_timeout_policy(Nanoseconds time) {
  constexpr std::int64_t kUnit = 100;  // ns, of TimeBase::TimeT
  const auto units = static_cast<std::uint64_t>(std::max<std::int64_t>(time.count() / kUnit, 1));
  return std::make_shared<Messaging::RelativeRoundtripTimeoutPolicy>(units);
}

/// A reference to the same object, whose calls end after `time` with CORBA::TIMEOUT. A call to an
/// object of the same ORB is not bounded, as it runs in the caller's thread.
template <class Interface>
[[nodiscard]] CORBA::object_reference<Interface> bounded(
    const CORBA::object_reference<Interface>& object, Nanoseconds time) {
  return with_policies(object, {call_timeout_policy(time)});
}

/// While this object lives, each call of its thread ends after `time`, as through a reference of
/// bounded(): also calls through references that other calls returned. A reference's own timeout
/// goes before it. Lives on the stack; may be nested.
class CallsEndAfter {
 public:
  /// `time`: of each call, from its beginning. Zero or less is no limit.
  explicit CallsEndAfter(Nanoseconds time) noexcept;
  ~CallsEndAfter();
  CallsEndAfter(const CallsEndAfter&) = delete;
  CallsEndAfter& operator=(const CallsEndAfter&) = delete;

 private:
  const std::optional<Nanoseconds> before_;
};

}  // namespace orbweaver::corba
