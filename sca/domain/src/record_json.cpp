// SPDX-License-Identifier: Apache-2.0
#include "record_json.hpp"

#include <stdexcept>

#include "value_json.hpp"

namespace orbweaver::domain {

namespace {

using deploy::ComponentOwner;
using deploy::DeviceOwner;
using deploy::End;
using deploy::FoundOwner;
using Texts = std::map<std::string, std::string>;

/// Returns the enumerator's number by its name; `count`: how many there are.
template <class Enumeration>
Enumeration named(const Json& json, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (name_of(static_cast<Enumeration>(i)) == json.get<std::string>())
      return static_cast<Enumeration>(i);
  throw std::invalid_argument("no name that is known");
}

template <class Enumeration>
Enumeration numbered(const Json& json, Enumeration last) {
  const auto number = json.get<unsigned>();
  if (number > static_cast<unsigned>(last)) throw std::invalid_argument("no number that is known");
  return static_cast<Enumeration>(number);
}

Json json_of(const End& end) {
  Json json{{"what", static_cast<unsigned>(end.kind)}, {"name", end.name}};
  if (const auto* component = std::get_if<ComponentOwner>(&end.owner))
    json["component"] = component->component;
  if (const auto* device = std::get_if<DeviceOwner>(&end.owner)) json["device"] = device->device;
  if (const auto* found = std::get_if<FoundOwner>(&end.owner))
    json["found"] = {{"way", static_cast<unsigned>(found->way)},
                     {"name", found->name},
                     {"type", found->finder_type}};
  return json;
}

deploy::Owner owner_of(const Json& json) {
  if (json.contains("component")) return ComponentOwner{json.at("component")};
  if (json.contains("device")) return DeviceOwner{json.at("device")};
  const auto& found = json.at("found");
  return FoundOwner{numbered(found.at("way"), FoundOwner::Way::domain_finder), found.at("name"),
                    found.at("type")};
}

End end_of(const Json& json) {
  return {owner_of(json), numbered(json.at("what"), End::Kind::itself), json.at("name")};
}

Json json_of(const deploy::Topology& topology) {
  Json json{
      {"connections", Json::array()}, {"ports", Json::array()}, {"properties", Json::array()}};
  for (const auto& connection : topology.connections)
    json["connections"].push_back({{"id", connection.id},
                                   {"uses", json_of(connection.uses)},
                                   {"provides", json_of(connection.provides)}});
  for (const auto& external_port : topology.external_ports)
    json["ports"].push_back({{"name", external_port.name}, {"end", json_of(external_port.end)}});
  for (const auto& external_property : topology.external_properties)
    json["properties"].push_back({{"id", external_property.id},
                                  {"component", external_property.component},
                                  {"property", external_property.property}});
  return json;
}

deploy::Topology topology_of(const Json& json) {
  deploy::Topology topology;
  for (const auto& entry : json.at("connections"))
    topology.connections.push_back(
        {entry.at("id"), end_of(entry.at("uses")), end_of(entry.at("provides"))});
  for (const auto& entry : json.at("ports"))
    topology.external_ports.push_back({entry.at("name"), end_of(entry.at("end"))});
  for (const auto& entry : json.at("properties"))
    topology.external_properties.push_back(
        {entry.at("id"), entry.at("component"), entry.at("property")});
  return topology;
}

/// Writes the members that a running application still needs. Values of properties are not among
/// them, as the component was configured at its creation.
Json json_of(const deploy::PlannedComponent& component) {
  Json json{{"instantiation", component.instantiation},
            {"identifier", component.identifier},
            {"implementation", component.implementation},
            {"device", component.device},
            {"profile", component.profile},
            {"naming_name", component.naming_name},
            {"is_executed", component.execute.has_value()},
            {"is_factory", component.is_factory},
            {"uses_devices", component.uses_devices}};
  if (component.from_factory) json["factory"] = component.from_factory->factory;
  if (component.start_order) json["start_order"] = *component.start_order;
  return json;
}

deploy::PlannedComponent component_of(const Json& json) {
  deploy::PlannedComponent planned_component;
  planned_component.instantiation = json.at("instantiation");
  planned_component.identifier = json.at("identifier");
  planned_component.implementation = json.at("implementation");
  planned_component.device = json.at("device");
  planned_component.profile = json.at("profile");
  planned_component.naming_name = json.at("naming_name");
  if (json.at("is_executed").get<bool>())
    planned_component.execute.emplace().component = planned_component.identifier;
  planned_component.is_factory = json.at("is_factory");
  planned_component.uses_devices = json.at("uses_devices").get<Texts>();
  if (json.contains("factory"))
    planned_component.from_factory = deploy::FromFactory{json.at("factory"), {}};
  if (json.contains("start_order"))
    planned_component.start_order = json.at("start_order").get<std::int64_t>();
  return planned_component;
}

Json json_of(const deploy::Plan& plan) {
  auto components = Json::array();
  for (const auto& component : plan.components) components.push_back(json_of(component));
  return {{"application", plan.application},
          {"components", components},
          {"controller", plan.controller},
          {"uses_devices", plan.uses_devices},
          {"topology", json_of(plan.topology)}};
}

deploy::Plan plan_of(const Json& json) {
  deploy::Plan plan;
  plan.application = json.at("application");
  for (const auto& entry : json.at("components")) plan.components.push_back(component_of(entry));
  plan.controller = json.at("controller");
  plan.uses_devices = json.at("uses_devices").get<Texts>();
  plan.topology = topology_of(json.at("topology"));
  return plan;
}

Json json_of(const deploy::Taken& taken) {
  Json json{{"step", name_of(taken.step)},
            {"component", taken.component},
            {"device", taken.device},
            {"subject", taken.subject}};
  if (!taken.capacities.empty()) json["capacities"] = json_of_values(taken.capacities);
  return json;
}

deploy::Taken taken_of(const Json& json) {
  deploy::Taken taken{.step = named<deploy::Step>(json.at("step"), deploy::kSteps),
                      .component = json.at("component"),
                      .device = json.at("device"),
                      .subject = json.at("subject"),
                      .capacities = {}};
  if (json.contains("capacities")) taken.capacities = values_of(json.at("capacities"));
  return taken;
}

Json json_of(const deploy::ApplicationSnapshot& snapshot) {
  auto taken = Json::array();
  for (const auto& entry : snapshot.taken) taken.push_back(json_of(entry));
  return {{"state", name_of(snapshot.state)},
          {"plan", json_of(snapshot.plan)},
          {"taken", taken},
          {"processes", snapshot.processes},
          {"ended", snapshot.ended}};
}

deploy::ApplicationSnapshot snapshot_of(const Json& json) {
  deploy::ApplicationSnapshot application_snapshot;
  application_snapshot.state = named<deploy::DeploymentState>(json.at("state"), deploy::kStates);
  application_snapshot.plan = plan_of(json.at("plan"));
  for (const auto& entry : json.at("taken")) application_snapshot.taken.push_back(taken_of(entry));
  application_snapshot.processes =
      json.at("processes").get<std::map<std::string, deploy::ProcessId>>();
  application_snapshot.ended = json.at("ended").get<Texts>();
  return application_snapshot;
}

}  // namespace

Json json_of(const ApplicationRecord& record) {
  return {{"sad_id", record.sad_id},     {"sad_file", record.sad_file},
          {"name", record.name},         {"wished_name", record.wished_name},
          {"bindings", record.bindings}, {"references", record.components},
          {"devices", record.devices},   {"deployment", json_of(record.deployment)}};
}

ApplicationRecord record_of(const Json& json) {
  return {.sad_id = json.at("sad_id"),
          .sad_file = json.at("sad_file"),
          .name = json.at("name"),
          .wished_name = json.at("wished_name"),
          .deployment = snapshot_of(json.at("deployment")),
          .bindings = json.at("bindings").get<Texts>(),
          .components = json.at("references").get<Texts>(),
          .devices = json.at("devices").get<Texts>()};
}

}  // namespace orbweaver::domain
