// SPDX-License-Identifier: Apache-2.0
// The standard data interfaces as a list of types, to choose one at run time by its repository id.
#pragma once
#include <orbweaver/ports/data_interface.hpp>

#include <string_view>
#include <type_traits>

namespace orbweaver::samples {

template <class... Interfaces>
struct InterfaceList {
  /// Calls `use` with std::type_identity<Interface> of the interface with this repository id.
  /// Returns false if there is none.
  template <class Use>
  static bool choose(std::string_view id, Use use) {
    return ((id == Interfaces::_id && (use(std::type_identity<Interfaces>{}), true)) || ...);
  }
  /// Calls `use` for each interface.
  template <class Use>
  static void each(Use use) {
    (use(std::type_identity<Interfaces>{}), ...);
  }
};

namespace list {
using namespace ::standardInterfaces;
using DataInterfaces =
    InterfaceList<realChar, realShort, realLong, realFloat, realDouble, complexChar, complexShort,
                  complexLong, complexFloat, complexDouble, stereoSound, ::Packet::OctetStream,
                  ::Packet::UshortStream, ::Packet::FlowOctetStream, ::Packet::FlowUshortStream>;
}  // namespace list
using list::DataInterfaces;

}  // namespace orbweaver::samples
