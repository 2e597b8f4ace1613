// SPDX-License-Identifier: Apache-2.0
// The control ports of a component, of any IDL. A class that has some includes this file:
//
//   using Control = component::Serves<"control", Radio::Tuner>;
//   using Agc = component::Calls<"agc", Radio::GainControl>;
#pragma once
#include <orbweaver/component/control_calls.hpp>
#include <orbweaver/component/port.hpp>
#include <orbweaver/component/stream_component.hpp>
#include <orbweaver/ports/control_port.hpp>
#include <orbweaver/resource/port_table.hpp>
#include <orbweaver/resource/program/program.hpp>

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>

namespace orbweaver::component {

/// A provides port for control: other components call this one. The class has the operations of the
/// interface as public methods, as IDL-to-C++11 declares them. They run one at a time and between
/// packets: never beside process(), produce(), finish() or a hook. An operation must not wait for a
/// packet of this component: it would wait for ever.
template <PortName name_, class Interface_>
struct Serves {
  /// The arguments of the template, and the repository id: name, interface_id, part.
  using Interface = Interface_;
  static constexpr std::string_view name = name_.view();
  static constexpr const char* interface_id = Interface::_id;
  static constexpr auto part = Part::serves;
};
/// A uses port for control: the component calls other components (StreamComponent::call()).
template <PortName name_, class Interface_>
struct Calls {
  /// The arguments of the template, and the repository id: name, interface_id, part.
  using Interface = Interface_;
  static constexpr std::string_view name = name_.view();
  static constexpr const char* interface_id = Interface::_id;
  static constexpr auto part = Part::calls;
};

// ---- for the base ----

/// A uses port.
template <class Calls_>
struct CallsPort {
  ports::ControlUsesPort<typename Calls_::Interface> port{std::string{Calls_::name}};
};

/// A provides port from open() to close(). Threads: one at a time; calls run on threads of the ORB.
template <class Serves_>
class ServesPort {
 public:
  using Interface = typename Serves_::Interface;

  template <class Class>
  void open(Class& component, const std::shared_ptr<ControlCalls>& calls,
            const CORBA::object_reference<PortableServer::POA>& adapter,
            resource::NamedPorts& table) {
    using Tie =
        typename CORBA::servant_traits<Interface>::template tie_type<Class, BetweenPackets<Class>>;
    port_.emplace(CORBA::make_reference<Tie>(BetweenPackets<Class>{calls, component}));
    table.add(std::string{Serves_::name}, port_->activate(adapter));
  }
  void close() noexcept { port_.reset(); }

 private:
  std::optional<ports::ControlProvidesPort<Interface>> port_;
};

/// All control ports of a component. Threads: one at a time; first() and all() any.
template <class... Serving, class... Calling>
class ControlPorts<List<Serving...>, List<Calling...>> {
 public:
  /// `component` has the operations that the ports serve.
  template <class Class>
  void open([[maybe_unused]] Class& component, const resource::ProgramContext& context,
            resource::NamedPorts& table) {
    const auto& adapter = context.adapter;
    if constexpr (sizeof...(Serving) > 0) {
      calls_ = std::make_shared<ControlCalls>(component);
      std::apply([&](auto&... entry) { (entry.open(component, calls_, adapter, table), ...); },
                 serves_ports_);
    }
    (table.add(std::string{Calling::name}, calls_port<Calling>().port.activate(adapter)), ...);
  }
  /// Refuses calls from now on. Blocks: until the operation that runs has returned.
  void close() noexcept {
    if (calls_) calls_->close();
    std::apply([](auto&... entry) { (entry.close(), ...); }, serves_ports_);
  }
  template <class Calls_>
  [[nodiscard]] CORBA::object_reference<typename Calls_::Interface> first() const {
    return std::get<CallsPort<Calls_>>(calls_ports_).port.first();
  }
  template <class Calls_>
  [[nodiscard]] auto all() const {
    return std::get<CallsPort<Calls_>>(calls_ports_).port.connections();
  }

 private:
  template <class Calls_>
  CallsPort<Calls_>& calls_port() noexcept {
    return std::get<CallsPort<Calls_>>(calls_ports_);
  }

  std::shared_ptr<ControlCalls> calls_;  // null: no port serves
  std::tuple<ServesPort<Serving>...> serves_ports_;
  std::tuple<CallsPort<Calling>...> calls_ports_;
};

}  // namespace orbweaver::component
