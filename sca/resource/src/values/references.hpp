// SPDX-License-Identifier: Apache-2.0
// Converts references and times between properties and IDL: only these need the ORB or the clock.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/sca/CF/PropertyTypes.hpp>
#include <orbweaver/property/value.hpp>
#include <orbweaver/resource/refusal.hpp>

namespace orbweaver::resource {

using Reference = CORBA::object_reference<CORBA::Object>;

[[nodiscard]] Result<Reference, Refusal> to_reference(CORBA::ORB* orb,
                                                      const property::ObjectReference& value);
[[nodiscard]] Result<property::ObjectReference, Refusal> to_text_form(CORBA::ORB* orb,
                                                                      const Reference& reference);

[[nodiscard]] CF::UTCTime to_idl(const property::UtcTime& value);
/// Fails: `unreadable` for a time that is no number, or beyond what 64 bits count.
[[nodiscard]] Result<property::UtcTime, Refusal> to_utc(const CF::UTCTime& time);

}  // namespace orbweaver::resource
