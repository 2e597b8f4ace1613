// SPDX-License-Identifier: Apache-2.0
// The call that string_to_object makes to a naming context, of any ORB. The stubs of CosNaming
// stand above this room, so the one call is made by hand.
#pragma once
#include <orbweaver/corba/compound_name.hpp>
#include <orbweaver/corba/object.hpp>

#include <string>

namespace orbweaver::corba {

/// CosNaming::NamingContext::resolve. Nil if `name` is bound to a nil reference.
/// Throws BAD_PARAM (OMG minor 10) with `shown`, what the user wrote, and the exception's name if
/// the context has no such name; system exceptions.
[[nodiscard]] CORBA::object_reference<CORBA::Object> resolve_name(const CORBA::Object& context,
                                                                  const CompoundName& name,
                                                                  const std::string& shown);

}  // namespace orbweaver::corba
