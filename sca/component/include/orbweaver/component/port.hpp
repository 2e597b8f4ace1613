// The ports of a component as types: a name and an interface. A component's writer names each port
// once:
//
//   using IqIn = component::In<"iq_in", standardInterfaces::complexShort>;
//   using MagnitudesOut = component::Out<"magnitudes_out", Packet::UshortStream>;
#pragma once
#include <orbweaver/ports/data_interface.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace orbweaver::component {

/// A text that may be an argument of a template.
template <std::size_t size>
struct PortName {
  // NOLINTNEXTLINE(google-explicit-constructor): "name" is written where a name is wanted.
  consteval PortName(const char (&literal)[size]) { std::ranges::copy(literal, text); }
  [[nodiscard]] constexpr std::string_view view() const noexcept { return {text, size - 1}; }
  char text[size] = {};
};

template <PortName name_, ports::IsDataInterface Interface_>
struct Port {
  using Interface = Interface_;
  static constexpr std::string_view name = name_.view();
  static constexpr auto family = ports::DataInterface<Interface>::family;
  using Sample = typename ports::DataInterface<Interface>::Sample;
};

/// A provides port: packets come in.
template <PortName name_, ports::IsDataInterface Interface_>
struct In : Port<name_, Interface_> {
  static constexpr bool is_input = true;
};
/// A uses port: packets go out.
template <PortName name_, ports::IsDataInterface Interface_>
struct Out : Port<name_, Interface_> {
  static constexpr bool is_input = false;
};

}  // namespace orbweaver::component
