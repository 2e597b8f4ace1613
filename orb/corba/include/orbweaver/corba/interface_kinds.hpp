// SPDX-License-Identifier: Apache-2.0
// Which C++ classes of the mapping are local or abstract interfaces.
#pragma once
#include <orbweaver/corba/object_base.hpp>

#include <type_traits>

namespace orbweaver::corba {

template <class Interface>
inline constexpr bool kIsLocal = std::is_base_of_v<CORBA::LocalObject, Interface>;

/// Generated for each abstract interface: whether its references travel as such, or as values.
template <class Interface>
struct IsAbstract : std::false_type {};

}  // namespace orbweaver::corba
