// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ports/port_servant.hpp>

namespace orbweaver::ports {

void throw_invalid_port(PortError error, const std::string& message) {
  throw CF::Port::InvalidPort{static_cast<std::uint16_t>(error), message};
}

std::shared_ptr<PortConnections> PortServant::port() const {
  if (auto port = connections_.lock()) return port;
  throw CORBA::OBJECT_NOT_EXIST(0, CORBA::CompletionStatus::COMPLETED_NO, "the port has ended");
}

void PortServant::connectPort(CORBA::object_reference<CORBA::Object> connection,
                              const std::string& id) {
  port()->connect(connection, id);
}

void PortServant::disconnectPort(const std::string& id) { port()->disconnect(id); }

ExtendedCF::UsesConnectionSequence PortServant::connections() {
  ExtendedCF::UsesConnectionSequence uses_connection_sequence;
  for (auto& entry : port()->list())
    uses_connection_sequence.emplace_back(std::move(entry.id), std::move(entry.object));
  return uses_connection_sequence;
}

}  // namespace orbweaver::ports
