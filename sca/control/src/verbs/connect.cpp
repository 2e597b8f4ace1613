// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/control/verbs.hpp>
#include <orbweaver/os/wall_clock.hpp>

#include <chrono>

#include "applications.hpp"
#include "plain_line.hpp"
#include "port_objects.hpp"

namespace orbweaver::control {

namespace {

using Object = CORBA::object_reference<CORBA::Object>;

/// Returns an id that no other connection has.
std::string new_id() {
  return "operator-" + std::to_string(os::wall_clock_now().time_since_epoch().count());
}

Report report_of(const ApplicationTarget& target, const std::string& port, const std::string& id,
                 const char* done, const std::string& to = {}) {
  auto document = named(target);
  document["port"] = port;
  document["connection"] = id;
  document["done"] = done;
  return {
      std::move(document),
      plain(std::string{done} + " " + target.text + " " + port + to + ", connection " + id) + "\n"};
}

void connect_port(const CORBA::object_reference<CF::Port>& uses, const Object& object,
                  const std::string& what, const std::string& id) {
  attempt("connect " + what + " as '" + id + "'", [&] { uses->connectPort(object, id); });
}

std::string port_text(const std::string& target, const std::string& port) {
  return "the port '" + port + "' of '" + target + "'";
}

/// Returns the ids of the connections between the two ports. Throws Failed if there is none.
std::vector<std::string> ids_between(const PortsToConnect& ports, const Object& uses,
                                     const Object& provides) {
  const auto what = "disconnect " + port_text(ports.uses_target, ports.uses_port) + " from " +
                    port_text(ports.provides_target, ports.provides_port);
  const auto connections = attempt(what, [&] { return connections_of(uses); });
  if (!connections)
    fail(what, "the uses port does not say where it leads",
         "give the connection's id instead: orbweaver disconnect " + ports.uses_target + " " +
             ports.uses_port + " ID");
  std::vector<std::string> ids_between;
  for (const auto& connection : *connections)
    if (connection.port() && connection.port()->_is_equivalent(provides))
      ids_between.push_back(connection.connectionId());
  if (ids_between.empty())
    fail(what, "they are not connected",
         "'orbweaver ports " + ports.uses_target + "' shows connections");
  return ids_between;
}

}  // namespace

Report connect(const Domain& domain, const std::string& text, const std::string& port,
               const std::string& reference, std::string id) {
  if (!reference.contains(':'))
    refuse("connect " + port_text(text, port), "'" + reference + "' is no reference of an object",
           "to connect it to a component, name the provides port, too: orbweaver connect " + text +
               " " + port + " " + reference + " PORT");
  const auto target = find_target(domain, text);
  const auto uses = uses_port(domain, target, port);
  const auto object = object_of(domain.orb, reference);
  if (id.empty()) id = new_id();
  connect_port(uses, object, port_text(text, port), id);
  return report_of(target, port, id, "connected");
}

Report connect(const Domain& domain, const PortsToConnect& ports, std::string id) {
  const auto from = find_target(domain, ports.uses_target);
  const auto to = find_target(domain, ports.provides_target);
  const auto uses = uses_port(domain, from, ports.uses_port);
  const auto object = provides_port(domain, to, ports.provides_port);
  if (id.empty()) id = new_id();
  connect_port(uses, object,
               port_text(ports.uses_target, ports.uses_port) + " to " +
                   port_text(ports.provides_target, ports.provides_port),
               id);
  auto report = report_of(from, ports.uses_port, id, "connected",
                          " to " + ports.provides_target + " " + ports.provides_port);
  report.document["to"] = named(to);
  report.document["to"]["port"] = ports.provides_port;
  return report;
}

Report disconnect(const Domain& domain, const std::string& text, const std::string& port,
                  const std::string& id) {
  const auto target = find_target(domain, text);
  attempt("disconnect '" + id + "' of the port '" + port + "' of '" + text + "'",
          [uses = uses_port(domain, target, port), &id] { uses->disconnectPort(id); });
  return report_of(target, port, id, "disconnected");
}

Report disconnect(const Domain& domain, const PortsToConnect& ports) {
  const auto from = find_target(domain, ports.uses_target);
  const auto to = find_target(domain, ports.provides_target);
  const auto uses = uses_port(domain, from, ports.uses_port);
  const auto ids = ids_between(ports, uses, provides_port(domain, to, ports.provides_port));
  for (const auto& id : ids)
    attempt("disconnect '" + id + "' of " + port_text(ports.uses_target, ports.uses_port),
            [&] { uses->disconnectPort(id); });
  return report_of(from, ports.uses_port, joined(ids), "disconnected",
                   " from " + ports.provides_target + " " + ports.provides_port);
}

}  // namespace orbweaver::control
