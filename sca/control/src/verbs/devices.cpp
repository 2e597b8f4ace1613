// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/control/verbs.hpp>
#include <orbweaver/corba/text.hpp>

#include "plain_line.hpp"
#include "table.hpp"
#include "values/queried.hpp"

namespace orbweaver::control {

namespace {

/// Adds a part of a description. If the call fails, a line is added to "problems", and the other
/// parts are still asked for.
template <class Call>
void attempt_part(Json& of, const std::string& part, Call call) {
  try {
    call();
  } catch (const CORBA::Exception& exception) {
    of["problems"].push_back(line_of(failure_of(part, exception)));
  }
}

Json device_in(const std::shared_ptr<CORBA::ORB>& orb,
               const CORBA::object_reference<CF::Device>& device) {
  Json json = Json::object();
  attempt_part(json, "ask the device", [&] {
    json["identifier"] = device->identifier();
    json["label"] = device->label();
    json["profile"] = device->softwareProfile();
    json["admin"] = corba::text_of(device->adminState());
    json["operational"] = corba::text_of(device->operationalState());
    json["usage"] = corba::text_of(device->usageState());
    json["properties"] = json_of(query(orb, *device));
  });
  return json;
}

/// Describes a device manager. One that does not answer is asked once, as each call would wait for
/// the whole timeout.
Json node_in(const std::shared_ptr<CORBA::ORB>& orb,
             const CORBA::object_reference<CF::DeviceManager>& node) {
  Json json = Json::object();
  attempt_part(json, "ask the device manager", [&] {
    json["identifier"] = node->identifier();
    json["label"] = node->label();
    json["profile"] = node->deviceConfigurationProfile();
    json["devices"] = Json::array();
    for (const auto& registered_device : node->registeredDevices())
      json["devices"].push_back(device_in(orb, registered_device));
    json["services"] = Json::array();
    for (const auto& registered_service : node->registeredServices())
      json["services"].push_back(registered_service.serviceName());
  });
  return json;
}

std::string member(const Json& from, const char* name) { return from.value(name, std::string{}); }

std::string properties_text(const Json& device) {
  std::vector<std::string> parts;
  for (const auto& entry : device.value("properties", Json::array()))
    if (entry.contains("value"))
      parts.push_back(member(entry, "id") + "=" +
                      entry["value"].dump(-1, ' ', false, Json::error_handler_t::replace));
  return joined(parts);
}

std::string problems_of(const Json& entry) {
  std::string text;
  for (const auto& item : entry.value("problems", Json::array()))
    text += plain(member(entry, "label") + ": " + item.get<std::string>()) + "\n";
  return text;
}

std::string text_of_nodes(const Json& nodes) {
  Table table{{"node", "device", "identifier", "admin", "operational", "usage", "properties"}};
  std::string problems;
  for (const auto& node : nodes) {
    problems += problems_of(node);
    for (const auto& entry : node.value("devices", Json::array())) {
      problems += problems_of(entry);
      table.add({member(node, "label"), member(entry, "label"), member(entry, "identifier"),
                 member(entry, "admin"), member(entry, "operational"), member(entry, "usage"),
                 properties_text(entry)});
    }
  }
  return (table.is_empty() ? "the domain has no device\n" : table.text()) + problems;
}

}  // namespace

Report list_devices(const Domain& domain) {
  auto nodes = Json::array();
  for (const auto& device_manager :
       attempt("ask for the device managers", [&] { return domain.manager->deviceManagers(); }))
    nodes.push_back(node_in(domain.orb, device_manager));
  auto text = text_of_nodes(nodes);
  return {Json{{"nodes", std::move(nodes)}}, std::move(text)};
}

}  // namespace orbweaver::control
