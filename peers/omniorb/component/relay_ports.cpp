// SPDX-License-Identifier: Apache-2.0
#include "relay_ports.hpp"

namespace relay {

void SamplesOut::connectPort(CORBA::Object_ptr connection, const char* connectionId) {
  standardInterfaces::realFloat_var port = standardInterfaces::realFloat::_narrow(connection);
  if (CORBA::is_nil(port)) throw CF::Port::InvalidPort(1, "it takes no floats");
  const std::scoped_lock lock{mutex_};
  connections_[connectionId] = port;
}

void SamplesOut::disconnectPort(const char* connectionId) {
  const std::scoped_lock lock{mutex_};
  if (connections_.erase(connectionId) == 0)
    throw CF::Port::InvalidPort(2, "there is no such connection");
}

void SamplesOut::push(const PortTypes::FloatSequence& samples) {
  const std::scoped_lock lock{mutex_};
  for (const auto& [id, port] : connections_) port->pushPacket(samples);
}

}  // namespace relay
