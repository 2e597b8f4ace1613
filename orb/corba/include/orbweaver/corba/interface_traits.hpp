// SPDX-License-Identifier: Apache-2.0
// IDL::traits<I> of an interface: its references and narrow().
#pragma once
#include <orbweaver/corba/idl_traits.hpp>
#include <orbweaver/corba/interface_kinds.hpp>
#include <orbweaver/corba/stub_factory.hpp>
#include <orbweaver/corba/write.hpp>

#include <memory>
#include <type_traits>
#include <utility>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace IDL {

template <class Interface>
struct interface_traits
    : orbweaver::corba::WriteTraits<Interface, CORBA::object_reference<Interface>> {
  using ref_type = CORBA::object_reference<Interface>;
  using weak_ref_type = CORBA::weak_object_reference<Interface>;
  /// The class from which the implementation of a local interface derives.
  using base_type = Interface;
  using value_type = ref_type;
  using in_type = ref_type;
  using out_type = ref_type&;
  using inout_type = ref_type&;
  // A class, no alias: it asks what only the definition of `Interface` can answer.
  struct is_local : std::bool_constant<orbweaver::corba::kIsLocal<Interface>> {};
  using is_abstract = std::bool_constant<orbweaver::corba::IsAbstract<Interface>::value>;

  /// Makes an object of a local interface.
  template <class Implementation, class... Arguments>
    requires orbweaver::corba::kIsLocal<Interface>
  [[nodiscard]] static ref_type make_reference(Arguments&&... arguments) {
    return std::make_shared<Implementation>(std::forward<Arguments>(arguments)...);
  }

  /// The same object as `Interface`; nil for nil, and for an object that does not implement it. May
  /// ask the object's server.
  [[nodiscard]] static ref_type narrow(const CORBA::object_reference<CORBA::Object>& object) {
    if (!object) return nullptr;
    if (auto same = std::dynamic_pointer_cast<Interface>(object)) return same;
    if constexpr (std::is_final_v<Interface> || std::is_abstract_v<Interface> ||
                  orbweaver::corba::kIsLocal<Interface>) {
      return nullptr;  // a local interface: there is no stub to make
    } else {
      using orbweaver::corba::StubFactory;
      if (!StubFactory::reference_of(*object) || !object->_is_a(Interface::_id)) return nullptr;
      return StubFactory::unchecked_narrow<Interface>(object);
    }
  }
};

}  // namespace IDL

namespace CORBA {
template <class Interface>
using object_traits = IDL::traits<Interface>;
}
// NOLINTEND(readability-identifier-naming)
