// SPDX-License-Identifier: Apache-2.0
// The ports of a component as types: a name and an interface. A component's writer names each port
// once:
//
//   using IqIn = component::In<"iq_in", standardInterfaces::complexShort>;
//   using MagnitudesOut = component::Out<"magnitudes_out", Packet::UshortStream>;
//
// Control ports, of any IDL, are in control.hpp.
#pragma once
#include <orbweaver/ports/data_family.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::component {

/// A text that may be an argument of a template.
template <std::size_t size>
struct PortName {
  // NOLINTNEXTLINE(google-explicit-constructor): "name" is written where a name is wanted.
  /// A literal, without its terminating NUL.
  consteval PortName(const char (&literal)[size]) { std::ranges::copy(literal, text); }
  /// The text. Valid for ever: it is an argument of a template.
  [[nodiscard]] constexpr std::string_view view() const noexcept { return {text, size - 1}; }
  char text[size] = {};
};

/// The kinds of arguments of StreamComponent: `input` In, `output` Out, `serves` and `calls` those
/// of control.hpp, `settings` Settings, `connections` Connections.
enum class Part { input, output, serves, calls, settings, connections };

/// The common part of In and Out.
template <PortName name_, ports::IsDataInterface Interface_>
struct Port {
  /// The arguments of the template, and the traits in DataInterface: name, interface_id, family,
  /// Sample.
  using Interface = Interface_;
  static constexpr std::string_view name = name_.view();
  static constexpr const char* interface_id = ports::DataInterface<Interface>::id;
  static constexpr auto family = ports::DataInterface<Interface>::family;
  using Sample = typename ports::DataInterface<Interface>::Sample;
};

/// A provides port: it receives packets.
template <PortName name_, ports::IsDataInterface Interface_>
struct In : Port<name_, Interface_> {
  static constexpr auto part = Part::input;  ///< for StreamComponent
};
/// A uses port: it sends packets.
template <PortName name_, ports::IsDataInterface Interface_>
struct Out : Port<name_, Interface_> {
  static constexpr auto part = Part::output;  ///< for StreamComponent
};

/// Names the default of `connections`, among the ports of a StreamComponent.
template <PortName text_>
struct Connections {
  static constexpr std::string_view text = text_.view();  ///< a value of the property connections
  static constexpr auto part = Part::connections;         ///< for StreamComponent
};

/// A port as a software component descriptor has it.
struct PortDescription {
  std::string name;         ///< unique in the component
  std::string interface;    ///< repository id of the interface
  bool is_input = false;    ///< a provides port
  bool is_control = false;  ///< the interface is no data interface
  friend bool operator==(const PortDescription&, const PortDescription&) = default;
};

/// Whether all names differ: getPort() finds a port by its name alone, in either direction.
template <class... Ports>
[[nodiscard]] consteval bool have_own_names() {
  std::array<std::string_view, sizeof...(Ports)> names{Ports::name...};
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) == names.end();
}

/// The ports of the arguments In, Out, Serves and Calls, in their order. Two of one name do not
/// compile.
template <class... Ports>
[[nodiscard]] std::vector<PortDescription> describe() {
  static_assert(have_own_names<Ports...>(), "two ports of the component have one name");
  return {PortDescription{std::string{Ports::name}, Ports::interface_id,
                          Ports::part == Part::input || Ports::part == Part::serves,
                          Ports::part == Part::serves || Ports::part == Part::calls}...};
}

}  // namespace orbweaver::component
