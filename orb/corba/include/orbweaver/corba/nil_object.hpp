// SPDX-License-Identifier: Apache-2.0
// The objects that calls on nil references reach.
#pragma once
#include <orbweaver/corba/idl_traits.hpp>
#include <orbweaver/corba/interface_kinds.hpp>
#include <orbweaver/corba/object_base.hpp>

#include <type_traits>

namespace orbweaver::corba {

/// The object that a call on a nil reference to `Interface` reaches: a stub without a reference,
/// whose calls throw INV_OBJREF. For a local interface the IDL compiler generates a specialisation,
/// whose operations throw themselves.
template <class Interface>
struct NilObject final : Interface, NilStub {
  NilObject() : NilStub(Interface::_id) {}
};

/// The base class for `Base` of the NilObject of a local interface.
template <class Base>
using NilBase = std::conditional_t<kIsLocal<Base>, NilObject<Base>, Base>;

/// Whether NilObject<Interface> exists: it does for generated interfaces. For an interface that is
/// written by hand the access through a nil reference throws.
template <class Interface>
consteval bool has_nil_object() {
  if constexpr (!std::is_base_of_v<CORBA::Object, Interface> || IsValue<Interface>::value)
    return false;
  else if constexpr (kIsLocal<Interface>)
    return requires { typename NilObject<Interface>::IsGenerated; };
  else
    return !std::is_final_v<Interface> && !std::is_abstract_v<Interface>;
}

template <class Interface>
Interface& nil_object() {
  if constexpr (has_nil_object<Interface>()) {
    static Interface& nil = *new NilObject<Interface>;  // for the whole life of the process
    return nil;
  } else {
    throw_nil(Interface::_id, {});
  }
}

}  // namespace orbweaver::corba
