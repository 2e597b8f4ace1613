// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/control/verbs.hpp>

#include "applications.hpp"
#include "known_ports.hpp"
#include "plain_line.hpp"
#include "port_objects.hpp"
#include "table.hpp"

namespace orbweaver::control {

namespace {

Json document_of(const KnownPort& port) {
  Json document{{"name", port.name}, {"direction", port.direction}};
  if (!port.interface.empty()) document["interface"] = port.interface;
  if (!port.component.empty()) document["component"] = port.component;
  return document;
}

/// Asks for the objects of ports, and for their connections.
class PortList {
 public:
  PortList(const Domain& domain, const ApplicationTarget& target)
      : domain_(&domain), target_(&target), names_(domain) {}

  Json all() {
    auto array = Json::array();
    for (const auto& known_port : known_ports(*domain_, *target_))
      array.push_back(document_of(known_port));
    for (auto& entry : array) {
      try {
        add_object(entry);
      } catch (const CORBA::Exception& exception) {
        entry["error"] = line_of(failure_of("getPort", exception));
      }
    }
    return array;
  }
  Json one(const std::string& name) {
    Json port{{"name", name}};
    const auto what = "get the port '" + name + "' of '" + target_->text + "'";
    attempt(what, [&] {
      try {
        add_object(port);
      } catch (const CF::PortSupplier::UnknownPort& unknown) {
        auto choice = choice_of_ports(*domain_, *target_, [](const KnownPort&) { return true; });
        if (choice.empty()) throw;
        auto failure = failure_of(what, unknown);
        failure.remedy = std::move(choice);
        throw Failed(std::move(failure));
      }
    });
    return Json::array({std::move(port)});
  }

 private:
  /// Adds the reference that getPort returns. Throws UnknownPort, and CORBA's exceptions.
  void add_object(Json& port) {
    const auto object = target_->resource->getPort(port["name"].get<std::string>());
    port["ior"] = object ? Json(domain_->orb->object_to_string(object)) : Json(nullptr);
    if (!object) return;
    port["connectable"] = object->_is_a(CF::Port::_id);
    if (!port["connectable"].get<bool>()) return;
    if (const auto connections = connections_of(object)) add_connections(*connections, port);
  }
  void add_connections(const ExtendedCF::UsesConnectionSequence& connections, Json& port) {
    auto array = Json::array();
    for (const auto& connection : connections) {
      array.push_back({{"id", connection.connectionId()}});
      if (!connection.port()) continue;
      array.back()["ior"] = domain_->orb->object_to_string(connection.port());
      if (const auto* to = names_.find(connection.port()))
        array.back()["to"] = {
            {"application", to->application}, {"component", to->component}, {"port", to->port}};
    }
    port["connections"] = std::move(array);
  }

  const Domain* domain_;
  const ApplicationTarget* target_;
  PortNames names_;
};

std::string destination_of(const Json& connection, const std::string& application) {
  if (!connection.contains("to")) return "an object outside the domain's components";
  const auto& to = connection["to"];
  const auto of = to["application"].get<std::string>();
  return (of == application ? std::string{} : of + "/") + to["component"].get<std::string>() + " " +
         to["port"].get<std::string>();
}

/// Adds a row for each connection of a port that reports its connections.
void add_rows(const Json& port, const std::string& application, Table& table) {
  const auto text = [&](const char* key) { return port.value(key, std::string{}); };
  Table::Row row{text("name"), text("direction"), text("interface"), {}, {}};
  if (port.contains("error"))
    row[3] = text("error");
  else if (!port.contains("ior") || !port["ior"].is_string())
    row[3] = "nil";
  else if (port.value("connectable", false) && !port.contains("connections"))
    row[3] = "not known: the port does not say it";
  if (!port.contains("connections") || port["connections"].empty()) return table.add(row);
  for (const auto& entry : port["connections"]) {
    row[3] = destination_of(entry, application);
    row[4] = entry["id"].get<std::string>();
    table.add(row);
    row = {" ", " ", " ", {}, {}};
  }
}

std::string text_of_ports(const Json& ports, const std::string& application) {
  Table table{{"port", "direction", "interface", "connected to", "connection"}};
  for (const auto& port : ports) add_rows(port, application, table);
  return table.is_empty() ? "its profile names no port\n" : table.text();
}

}  // namespace

Report ports(const Domain& domain, const std::string& text, const std::string& port) {
  const auto target = find_target(domain, text);
  auto document = named(target);
  PortList list{domain, target};
  document["ports"] = port.empty() ? list.all() : list.one(port);
  auto table = text_of_ports(document["ports"], target.name);
  if (!port.empty() && document["ports"][0]["ior"].is_string())
    table += document["ports"][0]["ior"].get<std::string>() + "\n";
  return {std::move(document), std::move(table)};
}

}  // namespace orbweaver::control
