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

/// The number of the name, of `count`.
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
  Json made{{"what", static_cast<unsigned>(end.kind)}, {"name", end.name}};
  if (const auto* component = std::get_if<ComponentOwner>(&end.owner))
    made["component"] = component->component;
  if (const auto* device = std::get_if<DeviceOwner>(&end.owner)) made["device"] = device->device;
  if (const auto* found = std::get_if<FoundOwner>(&end.owner))
    made["found"] = {{"way", static_cast<unsigned>(found->way)},
                     {"name", found->name},
                     {"type", found->finder_type}};
  return made;
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
  Json made{
      {"connections", Json::array()}, {"ports", Json::array()}, {"properties", Json::array()}};
  for (const auto& each : topology.connections)
    made["connections"].push_back(
        {{"id", each.id}, {"uses", json_of(each.uses)}, {"provides", json_of(each.provides)}});
  for (const auto& each : topology.external_ports)
    made["ports"].push_back({{"name", each.name}, {"end", json_of(each.end)}});
  for (const auto& each : topology.external_properties)
    made["properties"].push_back(
        {{"id", each.id}, {"component", each.component}, {"property", each.property}});
  return made;
}

deploy::Topology topology_of(const Json& json) {
  deploy::Topology made;
  for (const auto& each : json.at("connections"))
    made.connections.push_back(
        {each.at("id"), end_of(each.at("uses")), end_of(each.at("provides"))});
  for (const auto& each : json.at("ports"))
    made.external_ports.push_back({each.at("name"), end_of(each.at("end"))});
  for (const auto& each : json.at("properties"))
    made.external_properties.push_back({each.at("id"), each.at("component"), each.at("property")});
  return made;
}

/// The members that an application that runs still needs: no values, as it was configured at its creation.
Json json_of(const deploy::PlannedComponent& component) {
  Json made{{"instantiation", component.instantiation},
            {"identifier", component.identifier},
            {"implementation", component.implementation},
            {"device", component.device},
            {"profile", component.profile},
            {"naming_name", component.naming_name},
            {"is_executed", component.execute.has_value()},
            {"is_factory", component.is_factory},
            {"uses_devices", component.uses_devices}};
  if (component.from_factory) made["factory"] = component.from_factory->factory;
  if (component.start_order) made["start_order"] = *component.start_order;
  return made;
}

deploy::PlannedComponent component_of(const Json& json) {
  deploy::PlannedComponent made;
  made.instantiation = json.at("instantiation");
  made.identifier = json.at("identifier");
  made.implementation = json.at("implementation");
  made.device = json.at("device");
  made.profile = json.at("profile");
  made.naming_name = json.at("naming_name");
  if (json.at("is_executed").get<bool>()) made.execute.emplace().component = made.identifier;
  made.is_factory = json.at("is_factory");
  made.uses_devices = json.at("uses_devices").get<Texts>();
  if (json.contains("factory")) made.from_factory = deploy::FromFactory{json.at("factory"), {}};
  if (json.contains("start_order")) made.start_order = json.at("start_order").get<std::int64_t>();
  return made;
}

Json json_of(const deploy::Plan& plan) {
  auto components = Json::array();
  for (const auto& each : plan.components) components.push_back(json_of(each));
  return {{"application", plan.application},
          {"components", components},
          {"controller", plan.controller},
          {"uses_devices", plan.uses_devices},
          {"topology", json_of(plan.topology)}};
}

deploy::Plan plan_of(const Json& json) {
  deploy::Plan made;
  made.application = json.at("application");
  for (const auto& each : json.at("components")) made.components.push_back(component_of(each));
  made.controller = json.at("controller");
  made.uses_devices = json.at("uses_devices").get<Texts>();
  made.topology = topology_of(json.at("topology"));
  return made;
}

Json json_of(const deploy::Taken& taken) {
  Json made{{"step", name_of(taken.step)},
            {"component", taken.component},
            {"device", taken.device},
            {"subject", taken.subject}};
  if (!taken.capacities.empty()) made["capacities"] = json_of_values(taken.capacities);
  return made;
}

deploy::Taken taken_of(const Json& json) {
  deploy::Taken made{.step = named<deploy::Step>(json.at("step"), deploy::kSteps),
                     .component = json.at("component"),
                     .device = json.at("device"),
                     .subject = json.at("subject"),
                     .capacities = {}};
  if (json.contains("capacities")) made.capacities = values_of(json.at("capacities"));
  return made;
}

Json json_of(const deploy::ApplicationSnapshot& snapshot) {
  auto taken = Json::array();
  for (const auto& each : snapshot.taken) taken.push_back(json_of(each));
  return {{"state", name_of(snapshot.state)},
          {"plan", json_of(snapshot.plan)},
          {"taken", taken},
          {"processes", snapshot.processes},
          {"ended", snapshot.ended}};
}

deploy::ApplicationSnapshot snapshot_of(const Json& json) {
  deploy::ApplicationSnapshot made;
  made.state = named<deploy::State>(json.at("state"), deploy::kStates);
  made.plan = plan_of(json.at("plan"));
  for (const auto& each : json.at("taken")) made.taken.push_back(taken_of(each));
  made.processes = json.at("processes").get<std::map<std::string, deploy::ProcessId>>();
  made.ended = json.at("ended").get<Texts>();
  return made;
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
