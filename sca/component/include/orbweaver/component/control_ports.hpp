// The control ports of a component, typed by component::Serves and component::Calls.
#pragma once
#include <orbweaver/component/entrance.hpp>
#include <orbweaver/component/port.hpp>
#include <orbweaver/ports/control_port.hpp>
#include <orbweaver/resource/port_table.hpp>

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>

namespace orbweaver::component {

/// A uses port for control.
template <class Calls_>
struct Caller {
  ports::ControlUsesPort<typename Calls_::Interface> port{std::string{Calls_::name}};
};

/// A provides port for control, from open() to close(). Threads: one at a time; calls come on others.
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

/// All of a component. Threads: one at a time, but for call().
template <class Serving, class Calling>
class ControlPorts;
template <template <class...> class List, class... Serving, class... Calling>
class ControlPorts<List<Serving...>, List<Calling...>> {
 public:
  /// `component` has the operations that the ports serve.
  template <class Class>
  void open([[maybe_unused]] Class& component,
            const CORBA::object_reference<PortableServer::POA>& adapter,
            resource::NamedPorts& table) {
    if constexpr (sizeof...(Serving) > 0) {
      entrance_ = std::make_shared<Entrance>(component);
      std::apply([&](auto&... each) { (each.open(component, entrance_, adapter, table), ...); },
                 servers_);
    }
    (table.add(std::string{Calling::name}, caller<Calling>().port.activate(adapter)), ...);
  }
  /// Blocks: for an operation that runs.
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
