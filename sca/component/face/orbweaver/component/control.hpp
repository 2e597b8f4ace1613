// The control ports of a component, of any IDL. A class that has some includes this file:
//
//   using Control = component::Serves<"control", Radio::Tuner>;
//   using Agc = component::Calls<"agc", Radio::GainControl>;
#pragma once
#include <orbweaver/component/entrance.hpp>
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
  /// What the arguments say, and the repository id: name, interface_id, part.
  using Interface = Interface_;
  static constexpr std::string_view name = name_.view();
  static constexpr const char* interface_id = Interface::_id;
  static constexpr auto part = Part::serves;
};
/// A uses port for control: the component calls other components (StreamComponent::call()).
template <PortName name_, class Interface_>
struct Calls {
  /// What the arguments say, and the repository id: name, interface_id, part.
  using Interface = Interface_;
  static constexpr std::string_view name = name_.view();
  static constexpr const char* interface_id = Interface::_id;
  static constexpr auto part = Part::calls;
};

// ---- for the base ----

/// A uses port.
template <class Calls_>
struct Caller {
  ports::ControlUsesPort<typename Calls_::Interface> port{std::string{Calls_::name}};
};

/// A provides port from open() to close(). Threads: one at a time; calls run on threads of the ORB.
template <class Serves_>
class Server {
 public:
  using Interface = typename Serves_::Interface;

  template <class Class>
  void open(Class& component, const std::shared_ptr<Entrance>& entrance,
            const CORBA::object_reference<PortableServer::POA>& adapter,
            resource::NamedPorts& table) {
    using Tie =
        typename CORBA::servant_traits<Interface>::template tie_type<Class, BetweenPackets<Class>>;
    port_.emplace(CORBA::make_reference<Tie>(BetweenPackets<Class>{entrance, component}));
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
      entrance_ = std::make_shared<Entrance>(component);
      std::apply([&](auto&... each) { (each.open(component, entrance_, adapter, table), ...); },
                 servers_);
    }
    (table.add(std::string{Calling::name}, caller<Calling>().port.activate(adapter)), ...);
  }
  /// From now on calls are refused. Blocks: until the operation that runs has returned.
  void close() noexcept {
    if (entrance_) entrance_->close();
    std::apply([](auto&... each) { (each.close(), ...); }, servers_);
  }
  template <class Calls_>
  [[nodiscard]] CORBA::object_reference<typename Calls_::Interface> first() const {
    return std::get<Caller<Calls_>>(callers_).port.first();
  }
  template <class Calls_>
  [[nodiscard]] auto all() const {
    return std::get<Caller<Calls_>>(callers_).port.connections();
  }

 private:
  template <class Calls_>
  Caller<Calls_>& caller() noexcept {
    return std::get<Caller<Calls_>>(callers_);
  }

  std::shared_ptr<Entrance> entrance_;  // null: no port serves
  std::tuple<Server<Serving>...> servers_;
  std::tuple<Caller<Calling>...> callers_;
};

}  // namespace orbweaver::component
