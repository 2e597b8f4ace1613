// SPDX-License-Identifier: Apache-2.0
// CORBA::Object and typed references of the IDL-to-C++11 mapping: IDL::traits<I>::ref_type,
// narrow().
//
//   IDL::traits<Radio::Tuner>::ref_type tuner =
//       IDL::traits<Radio::Tuner>::narrow(orb->string_to_object(text));
#pragma once
#include <orbweaver/corba/interface_kinds.hpp>
#include <orbweaver/corba/interface_traits.hpp>
#include <orbweaver/corba/nil_object.hpp>
#include <orbweaver/corba/object_base.hpp>
#include <orbweaver/corba/reference_codec.hpp>
#include <orbweaver/corba/stub_factory.hpp>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace CORBA {

class Any;

/// Extracts any object reference, as CORBA::Object. False, and `object` is unchanged, if the Any
/// holds no reference. Throws as the extraction of other types: any.hpp.
[[nodiscard]] bool operator>>=(const Any& any, object_reference<Object>& object);

}  // namespace CORBA
// NOLINTEND(readability-identifier-naming)
