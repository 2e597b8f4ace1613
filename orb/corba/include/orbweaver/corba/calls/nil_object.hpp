// What a call on a nil reference reaches.
#pragma once
#include <orbweaver/corba/calls/object_base.hpp>
#include <orbweaver/corba/types/interface_kinds.hpp>

#include <type_traits>

namespace orbweaver::corba {

/// What a call on a nil reference to `Interface` reaches: a stub that leads nowhere, whose calls
/// throw INV_OBJREF. Generated for a local interface, whose operations throw by themselves.
template <class Interface>
struct NilObject final : Interface, NilStub {
  NilObject() : NilStub(Interface::_id) {}
};

/// What NilObject of a local interface derives from for `Base`.
template <class Base>
using NilBase = std::conditional_t<kIsLocal<Base>, NilObject<Base>, Base>;

/// Whether NilObject<Interface> can be made: for generated interfaces. The others, which are
/// written by hand, have no operation to call then: the access itself throws.
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
Interface& on_nil() {
  if constexpr (has_nil_object<Interface>()) {
    static Interface& nil = *new NilObject<Interface>;  // for the whole life of the process
    return nil;
  } else if constexpr (requires { Interface::_id; }) {
    throw_nil(Interface::_id, {});
  } else {
    throw_nil("an object", {});
  }
}

}  // namespace orbweaver::corba
