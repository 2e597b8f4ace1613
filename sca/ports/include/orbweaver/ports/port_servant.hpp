// SPDX-License-Identifier: Apache-2.0
// CF::Port, which is how the parts of a radio see a uses port. SCA 2.2.2, 3.1.3.1.1.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/sca/CF/Port.hpp>
#include <orbweaver/generated/sca/ExtendedCF_poa.hpp>

#include <memory>
#include <string>
#include <vector>

namespace orbweaver::ports {

/// Why InvalidPort was raised: its errorCode.
enum class PortError : std::uint16_t {
  wrong_object = 1,        // nil, of another interface, or it does not answer
  unknown_connection = 2,  // disconnectPort
};
[[noreturn]] void throw_invalid_port(PortError error, const std::string& message);

/// A connection of a uses port of any interface.
struct PortConnection {
  std::string id;
  CORBA::object_reference<CORBA::Object> object;
};

/// The operations of CF::Port, as a uses port implements them. Threads: any.
class PortConnections {
 public:
  virtual ~PortConnections() = default;
  /// Throws CF::Port::InvalidPort for nil, for an object that does not implement the port's
  /// interface, and for one that does not answer; CF::Port::OccupiedPort if the id is connected
  /// already, or the port has as many connections as it may have.
  virtual void connect(const CORBA::object_reference<CORBA::Object>& object,
                       const std::string& id) = 0;
  /// Throws CF::Port::InvalidPort if there is no such connection.
  virtual void disconnect(const std::string& id) = 0;

  /// The connections, in the order in which they were made.
  [[nodiscard]] virtual std::vector<PortConnection> list() const = 0;
};

/// The CF::Port of a uses port. Its references name CF::Port as their interface. It serves calls as
/// long as the port lives, and raises OBJECT_NOT_EXIST afterwards.
class PortServant final : public CORBA::servant_traits<ExtendedCF::QueryablePort>::base_type {
 public:
  explicit PortServant(std::weak_ptr<PortConnections> connections)
      : connections_(std::move(connections)) {}

  void connectPort(CORBA::object_reference<CORBA::Object> connection,
                   const std::string& id) override;
  void disconnectPort(const std::string& id) override;
  ExtendedCF::UsesConnectionSequence connections() override;

 private:
  [[nodiscard]] std::shared_ptr<PortConnections> port() const;

  std::weak_ptr<PortConnections> connections_;
};

/// The object as a reference to `Interface`. Blocks for a call to the object if its reference names
/// another interface. Throws CF::Port::InvalidPort as PortConnections::connect.
template <class Interface>
[[nodiscard]] CORBA::object_reference<Interface> require_interface(
    const CORBA::object_reference<CORBA::Object>& object, const std::string& port) {
  if (!object)
    throw_invalid_port(PortError::wrong_object, "port '" + port + "' was connected to nil");
  try {
    if (auto found = IDL::traits<Interface>::narrow(object)) return found;
  } catch (const CORBA::SystemException& failure) {
    throw_invalid_port(PortError::wrong_object, "port '" + port +
                                                    "' was connected to an object that does not "
                                                    "answer: " +
                                                    failure.what());
  }
  throw_invalid_port(PortError::wrong_object,
                     "port '" + port + "' takes objects with the interface " + Interface::_id);
}

}  // namespace orbweaver::ports
