// SPDX-License-Identifier: Apache-2.0
// Which properties may be configured and queried, and whether a value fits one. Pure functions.
//
//   kind          configure   query     because
//   configure     yes         yes       SCA 2.2.2, Appendix D.4
//   property      yes         yes       REDHAWK: configure that may be set at the start, too
//   execparam     no          yes       the command line sets it
//   allocation    no          yes       a device's capacity: allocateCapacity changes it
//   factoryparam  no          no        it is for ResourceFactory::createResource
//   test          no          no        it is for runTest
//   event,        no          no        REDHAWK: it goes through an event channel
//   message
//
// A property with several kinds allows what one of them allows. The mode comes first: readonly is
// never configured, writeonly never queried.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/property/definition.hpp>
#include <orbweaver/property/value.hpp>
#include <orbweaver/resource/refusal.hpp>

#include <span>

namespace orbweaver::resource {

/// Fails: `readonly`, `wrong_kind`.
[[nodiscard]] Result<void, Refusal> check_configurable(const property::Common& property);
/// Fails: `writeonly`, `wrong_kind`.
[[nodiscard]] Result<void, Refusal> check_queryable(const property::Common& property);

/// The value that the property has after `given` is set. A struct keeps from `current` the members
/// that `given` leaves out; those of a structsequence get their defaults. `current` may be null.
/// `all`: where the struct of a structsequence is looked up.
/// Fails: `wrong_form`, `wrong_type`, `out_of_range`, `not_enumerated`, `unknown_member`.
[[nodiscard]] Result<property::Value, Refusal> fitted(const property::Property& property,
                                                      std::span<const property::Property> all,
                                                      const property::Value& given,
                                                      const property::Value* current);

}  // namespace orbweaver::resource
