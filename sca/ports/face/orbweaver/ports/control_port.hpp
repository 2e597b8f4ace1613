// SPDX-License-Identifier: Apache-2.0
// Ports for any IDL: the component calls, or serves, the interface itself.
#pragma once
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/ports/activation.hpp>
#include <orbweaver/ports/port_servant.hpp>

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::ports {

/// The connections of a control uses port: an id and a reference each. A uses port through which a
/// component calls `Interface` of others. Threads: any.
template <class Interface>
class ReferenceTable final : public PortConnections {
 public:
  /// A connection of the port.
  struct Connection {
    std::string id;                             ///< the id that connectPort got; unique in the port
    CORBA::object_reference<Interface> object;  ///< never nil
  };

  /// `name`: for messages. `most`: connections at once; 0: any number.
  ReferenceTable(std::string name, std::size_t most) : name_(std::move(name)), most_(most) {}

  void connect(const CORBA::object_reference<CORBA::Object>& object,
               const std::string& id) override {
    auto found = require_interface<Interface>(object, name_);
    const std::lock_guard lock(mutex_);
    const bool is_taken =
        std::ranges::find(connections_, id, &Connection::id) != connections_.end();
    if (is_taken || (most_ != 0 && connections_.size() >= most_)) throw CF::Port::OccupiedPort{};
    connections_.push_back({id, std::move(found)});
  }
  void disconnect(const std::string& id) override {
    const std::lock_guard lock(mutex_);
    if (std::erase_if(connections_, [&](const auto& one) { return one.id == id; }) == 0)
      throw_invalid_port(PortError::unknown_connection,
                         "port '" + name_ + "' has no connection '" + id + "'");
  }
  /// The present connections, in the order in which they were made.
  [[nodiscard]] std::vector<Connection> connections() const {
    const std::lock_guard lock(mutex_);
    return connections_;
  }
  [[nodiscard]] std::vector<PortConnection> list() const override {
    const std::lock_guard lock(mutex_);
    std::vector<PortConnection> port_connections;
    for (const auto& connection : connections_)
      port_connections.push_back({connection.id, connection.object});
    return port_connections;
  }

 private:
  const std::string name_;
  const std::size_t most_;
  mutable os::Mutex mutex_;
  std::vector<Connection> connections_;
};

/// Threads: any.
template <class Interface>
class ControlUsesPort {
 public:
  /// `name`: for messages of exceptions. `most_connections`: how many there may be at once; 0: any
  /// number. A control port usually has one.
  explicit ControlUsesPort(std::string name = {}, std::size_t most_connections = 0)
      : table_(std::make_shared<ReferenceTable<Interface>>(std::move(name), most_connections)),
        activation_(std::make_shared<PortServant>(table_)) {}

  /// Activates the port at the first call, and returns its CF::Port, which getPort hands out.
  CORBA::object_reference<CF::Port> activate(
      const CORBA::object_reference<PortableServer::POA>& adapter) {
    return corba::StubFactory::unchecked_narrow<CF::Port>(
        activation_.activate(adapter, corba::Dispatch::lane, CF::Port::_id));
  }
  /// Does what connectPort of CF::Port does, and throws its exceptions: see PortConnections.
  void connect(const CORBA::object_reference<CORBA::Object>& object, const std::string& id) {
    table_->connect(object, id);
  }
  /// Does what disconnectPort does. Throws CF::Port::InvalidPort if no connection has the id.
  void disconnect(const std::string& id) { table_->disconnect(id); }

  /// Copies of the connections, in the order in which they were made.
  [[nodiscard]] std::vector<typename ReferenceTable<Interface>::Connection> connections() const {
    return table_->connections();
  }
  /// The object of the first connection; nil if there is none.
  [[nodiscard]] CORBA::object_reference<Interface> first() const {
    const auto all = table_->connections();
    return all.empty() ? nullptr : all.front().object;
  }

 private:
  std::shared_ptr<ReferenceTable<Interface>> table_;
  Activation activation_;
};

/// Serves `servant` as long as the port lives. Threads: one at a time.
template <class Interface>
class ControlProvidesPort {
 public:
  /// `servant`: not active yet, and not null.
  explicit ControlProvidesPort(
      std::shared_ptr<typename CORBA::servant_traits<Interface>::base_type> servant)
      : activation_(std::move(servant)) {}

  /// Activates the servant at the first call, and returns its reference, which getPort hands out.
  CORBA::object_reference<Interface> activate(
      const CORBA::object_reference<PortableServer::POA>& adapter) {
    return corba::StubFactory::unchecked_narrow<Interface>(
        activation_.activate(adapter, corba::Dispatch::lane));
  }

 private:
  Activation activation_;
};

}  // namespace orbweaver::ports
