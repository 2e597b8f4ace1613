// Which C++ classes of the mapping are local interfaces, abstract interfaces or value types.
#pragma once
#include <orbweaver/corba/calls/object_base.hpp>

#include <type_traits>

namespace orbweaver::corba {

template <class Interface>
inline constexpr bool kIsLocal = std::is_base_of_v<CORBA::LocalObject, Interface>;

/// Generated for each abstract interface: whether its references travel as such, or as values.
template <class Interface>
struct IsAbstract : std::false_type {};

/// Generated for each value type: whether a shared_ptr leads to a value, and not to an object.
template <class Interface>
struct IsValue : std::false_type {};

}  // namespace orbweaver::corba
