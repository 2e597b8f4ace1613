// SPDX-License-Identifier: Apache-2.0
#include "values/references.hpp"

#include <orbweaver/os/wall_clock.hpp>

#include <chrono>
#include <cmath>

namespace orbweaver::resource {

namespace {

Refusal unreadable(std::string text) { return {Refusal::Cause::unreadable, std::move(text)}; }

property::UtcTime now() {
  const auto since_epoch = os::wall_clock_now().time_since_epoch();
  const auto seconds = std::chrono::floor<std::chrono::seconds>(since_epoch);
  return {seconds.count(), std::chrono::duration<double>(since_epoch - seconds).count(), false};
}

constexpr std::int16_t kValid = 1;     // REDHAWK's TCS_VALID
constexpr double kMostSeconds = 1e15;  // whole seconds are exact in a double, and far from overflow

}  // namespace

Result<Reference, Refusal> to_reference(CORBA::ORB* orb, const property::ObjectReference& value) {
  if (value.text.empty()) return Reference{};
  if (orb == nullptr) return unexpected(unreadable("a reference cannot be read without an ORB"));
  try {
    return orb->string_to_object(value.text);
  } catch (const CORBA::SystemException& error) {
    return unexpected(unreadable("'" + value.text + "' is no reference: " + error.detail()));
  }
}

Result<property::ObjectReference, Refusal> to_text_form(CORBA::ORB* orb,
                                                        const Reference& reference) {
  if (!reference) return property::ObjectReference{};
  if (orb == nullptr) return unexpected(unreadable("a reference has no text without an ORB"));
  try {
    return property::ObjectReference{orb->object_to_string(reference)};
  } catch (const CORBA::SystemException& error) {
    return unexpected(unreadable("the reference has no text: " + error.detail()));
  }
}

CF::UTCTime to_idl(const property::UtcTime& value) {
  const auto time = value.now ? now() : value;
  return CF::UTCTime(kValid, static_cast<double>(time.seconds), time.fraction);
}

Result<property::UtcTime, Refusal> to_utc(const CF::UTCTime& time) {
  const double whole = std::floor(time.twsec());
  const double fraction = time.twsec() - whole + time.tfsec();
  if (!(std::abs(whole) <= kMostSeconds) || !(fraction >= 0 && fraction < 1))
    return unexpected(unreadable("the time is none: its fraction of a second is from 0 to 1"));
  return property::UtcTime{static_cast<std::int64_t>(whole), fraction, false};
}

}  // namespace orbweaver::resource
