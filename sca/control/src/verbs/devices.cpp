#include <orbweaver/control/verbs.hpp>
#include <orbweaver/corba/text.hpp>

#include "plain_line.hpp"
#include "table.hpp"
#include "values/queried.hpp"

namespace orbweaver::control {

namespace {

/// Asks for a part of a description. If that fails, "problems" gets a line, and the other parts are there.
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
  Json made = Json::object();
  attempt_part(made, "ask the device", [&] {
    made["identifier"] = device->identifier();
    made["label"] = device->label();
    made["profile"] = device->softwareProfile();
    made["admin"] = corba::text_of(device->adminState());
    made["operational"] = corba::text_of(device->operationalState());
    made["usage"] = corba::text_of(device->usageState());
    made["properties"] = json_of(query(orb, *device));
  });
  return made;
}

/// A device manager that does not answer is asked once: each further call would wait as long.
Json node_in(const std::shared_ptr<CORBA::ORB>& orb,
             const CORBA::object_reference<CF::DeviceManager>& node) {
  Json made = Json::object();
  attempt_part(made, "ask the device manager", [&] {
    made["identifier"] = node->identifier();
    made["label"] = node->label();
    made["profile"] = node->deviceConfigurationProfile();
    made["devices"] = Json::array();
    for (const auto& each : node->registeredDevices())
      made["devices"].push_back(device_in(orb, each));
    made["services"] = Json::array();
    for (const auto& each : node->registeredServices())
      made["services"].push_back(each.serviceName());
  });
  return made;
}

std::string member(const Json& from, const char* name) { return from.value(name, std::string{}); }

std::string properties_text(const Json& device) {
  std::vector<std::string> parts;
  for (const auto& each : device.value("properties", Json::array()))
    if (each.contains("value"))
      parts.push_back(member(each, "id") + "=" +
                      each["value"].dump(-1, ' ', false, Json::error_handler_t::replace));
  return joined(parts);
}

std::string problems_of(const Json& entry) {
  std::string text;
  for (const auto& each : entry.value("problems", Json::array()))
    text += plain(member(entry, "label") + ": " + each.get<std::string>()) + "\n";
  return text;
}

std::string text_of_nodes(const Json& nodes) {
  Table table{{"node", "device", "identifier", "admin", "operational", "usage", "properties"}};
  std::string problems;
  for (const auto& node : nodes) {
    problems += problems_of(node);
    for (const auto& each : node.value("devices", Json::array())) {
      problems += problems_of(each);
      table.add({member(node, "label"), member(each, "label"), member(each, "identifier"),
                 member(each, "admin"), member(each, "operational"), member(each, "usage"),
                 properties_text(each)});
    }
  }
  return (table.is_empty() ? "the domain has no device\n" : table.text()) + problems;
}

}  // namespace

Report list_devices(const Domain& domain) {
  auto nodes = Json::array();
  for (const auto& each :
       attempt("ask for the device managers", [&] { return domain.manager->deviceManagers(); }))
    nodes.push_back(node_in(domain.orb, each));
  auto text = text_of_nodes(nodes);
  return {Json{{"nodes", std::move(nodes)}}, std::move(text)};
}

}  // namespace orbweaver::control
