// Orbweaver's extension: calls of other processes that end in time, whatever those processes do.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/corba/extension_policies.hpp>
#include <orbweaver/corba/policies/messaging.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

namespace orbweaver::corba {

/// RelativeRoundtripTimeout with this time; of less than 100 ns: the shortest that there is.
[[nodiscard]] inline std::shared_ptr<CORBA::Policy> call_timeout_policy(Nanoseconds time) {
  constexpr std::int64_t kUnit = 100;  // ns, of TimeBase::TimeT
  const auto units = static_cast<std::uint64_t>(std::max<std::int64_t>(time.count() / kUnit, 1));
  return std::make_shared<Messaging::RelativeRoundtripTimeoutPolicy>(units);
}

/// The same object, whose calls end after `time` with CORBA::TIMEOUT. It bounds no call of an object
/// of the same ORB, which runs in the caller's thread.
template <class Interface>
[[nodiscard]] CORBA::object_reference<Interface> bounded(
    const CORBA::object_reference<Interface>& object, Nanoseconds time) {
  return with_policies(object, {call_timeout_policy(time)});
}

/// While it lives, each call that the calling thread makes ends after `time`, as those of bounded()
/// do: also calls of objects that other objects gave. A reference's own timeout goes before it.
/// One thread; scopes nest.
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
