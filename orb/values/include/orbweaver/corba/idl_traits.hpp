// SPDX-License-Identifier: Apache-2.0
// IDL::traits<T>: how values of an IDL type are passed. For interfaces: interface_traits.hpp.
#pragma once
#include <orbweaver/corba/checked_reference.hpp>
#include <orbweaver/corba/size_traits.hpp>
#include <orbweaver/corba/write.hpp>

#include <type_traits>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace orbweaver::corba {

/// Generated for each value type: whether a shared_ptr leads to a value, and not to an object.
template <class T>
struct IsValue : std::false_type {};

}  // namespace orbweaver::corba

namespace IDL {

/// Defined in interface_traits.hpp, which comes with the definition of CORBA::Object.
template <class Interface>
struct interface_traits;

template <class T>
struct value_traits : orbweaver::corba::WriteTraits<T, T>, orbweaver::corba::SizeTraits<T> {
  using value_type = T;
  using in_type = std::conditional_t<std::is_scalar_v<T>, T, const T&>;
  using out_type = T&;
  using inout_type = T&;
};

/// For an interface: its reference types and narrow(); for every other type: how it is passed.
template <class T>
struct traits : std::conditional_t<std::is_base_of_v<CORBA::Object, T>, interface_traits<T>,
                                   value_traits<T>> {};

/// For a reference itself: it is passed by value.
template <class T>
struct traits<orbweaver::corba::CheckedReference<T>>
    : orbweaver::corba::WriteTraits<orbweaver::corba::CheckedReference<T>,
                                    orbweaver::corba::CheckedReference<T>> {
  using value_type = orbweaver::corba::CheckedReference<T>;
  using in_type = value_type;
  using out_type = value_type&;
  using inout_type = value_type&;
};

}  // namespace IDL
// NOLINTEND(readability-identifier-naming)
