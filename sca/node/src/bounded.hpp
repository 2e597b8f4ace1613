// Calls of CORBA objects with a time limit, and their outcome as a value.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/program/exception_text.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace orbweaver::node {

/// The same object, whose calls end after `time` with CORBA::TIMEOUT. It bounds no call of an object
/// of the same ORB.
template <class Interface>
[[nodiscard]] CORBA::object_reference<Interface> bounded(
    const CORBA::object_reference<Interface>& object, Nanoseconds time) {
  constexpr std::int64_t kUnit = 100;  // ns, of TimeBase::TimeT
  const auto units = static_cast<std::uint64_t>(std::max<std::int64_t>(time.count() / kUnit, 1));
  return corba::with_policies(object,
                              {std::make_shared<Messaging::RelativeRoundtripTimeoutPolicy>(units)});
}

using Attempt = Result<void, std::string>;

/// Fails: with what `call` throws, as one clause.
template <class Call>
[[nodiscard]] Attempt attempt(Call call) {
  try {
    call();
    return {};
  } catch (const CORBA::TIMEOUT&) {
    return unexpected<std::string>("it does not answer in time");
  } catch (const CORBA::Exception& exception) {
    return unexpected(program::text_of(exception));
  }
}

}  // namespace orbweaver::node
