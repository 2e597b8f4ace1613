// SPDX-License-Identifier: Apache-2.0
// Checks of the parts that only a SAD has.
#include <algorithm>

#include "checks/rules.hpp"

namespace orbweaver::profile::checks {

namespace {

void check_controller(const SoftwareAssembly& sad, const Assembly& assembly, Findings& findings) {
  if (!sad.controller || sad.controller->refid.empty()) {
    const auto& at = sad.controller ? sad.controller->at : sad.at;
    findings.push_back(
        {Code::sad_no_assembly_controller, at, "softwareassembly '" + sad.name + "'",
         "it names no assembly controller: nothing can start it",
         "add <assemblycontroller><componentinstantiationref refid=\"...\"/>; " + assembly.ids()});
  } else if (!assembly.find(sad.controller->refid)) {
    findings.push_back({Code::instantiation_unknown, sad.controller->at,
                        "assemblycontroller '" + sad.controller->refid + "'",
                        "no such component is placed", assembly.ids()});
  }
}

void check_names(const Assembly& assembly, Findings& findings) {
  std::map<std::string, Position> names;
  for (const auto& entry : assembly.placed) {
    const auto& instantiation = *entry.instantiation;
    const auto what = "componentinstantiation '" + instantiation.id + "'";
    const auto* component = assembly.component_of(entry);
    if (!instantiation.find && component && component->descriptor)
      findings.push_back({Code::findcomponent_missing, instantiation.at, what,
                          "it has no findcomponent; its id becomes its name",
                          "add <findcomponent><namingservice name=\"...\"/>"});
    if (!instantiation.find || !instantiation.find->naming_name) continue;
    const auto& name = *instantiation.find->naming_name;
    const auto [first, fresh] = names.emplace(name, instantiation.at);
    if (!fresh && !name.empty())
      findings.push_back(
          {Code::naming_name_duplicate, instantiation.find->at, "namingservice '" + name + "'",
           "the component at line " + std::to_string(first->second.line) + " has this name already",
           "give each component a name of its own"});
  }
}

void check_collocations(const SoftwareAssembly& sad, Findings& findings) {
  UniqueIds ids("hostcollocation", findings);
  for (const auto& collocation : sad.collocations) {
    ids.add(collocation.id, collocation.at);
    for (const auto& ref : collocation.uses_devices) {
      const bool known =
          std::ranges::find(sad.uses_devices, ref.refid, &UsesDevice::id) != sad.uses_devices.end();
      if (!known && !ref.refid.empty())
        findings.push_back({Code::usesdevice_unknown, ref.at, "usesdeviceref '" + ref.refid + "'",
                            "usesdevicedependencies has no usesdevice of this id",
                            "name one of its usesdevice elements"});
    }
  }
}

// External names of one kind: each may occur once.
class ExternalNames {
 public:
  ExternalNames(std::string sort, Findings& findings)
      : sort_(std::move(sort)), findings_(&findings) {}

  void add(const std::string& name, const Position& at) {
    const auto [first, fresh] = seen_.emplace(name, at);
    if (fresh || name.empty()) return;
    findings_->push_back({Code::external_name_duplicate, at, sort_ + " '" + name + "'",
                          "line " + std::to_string(first->second.line) + " has this name already",
                          "give one of them another external name"});
  }

 private:
  std::string sort_;
  Findings* findings_;
  std::map<std::string, Position> seen_;
};

const ComponentProfile* external_component(const Assembly& assembly, const std::string& id,
                                           const Position& at, const std::string& what,
                                           Findings& findings) {
  const auto* placed = assembly.find(id);
  if (placed) return assembly.component_of(*placed);
  if (!id.empty())
    findings.push_back({Code::instantiation_unknown, at, what,
                        "component '" + id + "' is not placed", assembly.ids()});
  return nullptr;
}

void check_external_port(const ExternalPort& port, const Assembly& assembly, Findings& findings) {
  const auto what = "external port '" + port.name() + "'";
  if (port.identifier.empty())
    findings.push_back({Code::connection_incomplete, port.at, "external port",
                        "it names no port of a component",
                        "add <usesidentifier>, <providesidentifier> or <supportedidentifier>"});
  const auto* component = external_component(assembly, port.component, port.at, what, findings);
  if (!component || !component->descriptor || port.kind == PortEnd::Kind::supported) return;
  const auto direction = port.kind == PortEnd::Kind::uses ? ComponentPort::Direction::uses
                                                          : ComponentPort::Direction::provides;
  const bool listed_there =
      std::ranges::any_of(component->descriptor->ports, [&](const auto& entry) {
        return entry.name == port.identifier && entry.direction == direction;
      });
  if (!listed_there && !port.identifier.empty())
    findings.push_back({Code::port_unlisted, port.at, what,
                        "the SCD of " + shown(component->package->name) + " has no such port",
                        "correct the name, or list the port there"});
}

void check_external_property(const ExternalProperty& external, const Assembly& assembly,
                             MergedProperties& properties, Findings& findings) {
  const auto what = "external property '" + external.id() + "'";
  const auto* component =
      external_component(assembly, external.component, external.at, what, findings);
  if (!component || !component->package || external.property.empty()) return;
  if (properties.of(*component).find(external.property)) return;
  findings.push_back({Code::external_property_unknown, external.at, what,
                      "the component " + shown(component->package->name) + " has no property '" +
                          external.property + "'",
                      "name a property of the component by its id"});
}

// A client that uses the id reaches the external property, and cannot reach the controller's own
// one.
void check_shadowed(const ExternalProperty& external, const SoftwareAssembly& sad,
                    const Assembly& assembly, MergedProperties& properties, Findings& findings) {
  const auto* placed = sad.controller ? assembly.find(sad.controller->refid) : nullptr;
  const auto* controller = placed ? assembly.component_of(*placed) : nullptr;
  if (!controller || !controller->package) return;
  const bool is_itself =
      external.component == sad.controller->refid && external.property == external.id();
  if (is_itself || !properties.of(*controller).find(external.id())) return;
  findings.push_back({Code::external_name_shadows, external.at,
                      "external property '" + external.id() + "'",
                      "the assembly controller has a property of this id, which no client reaches",
                      "give the external property another name"});
}

}  // namespace

void check_external(const SoftwareAssembly& sad, const Assembly& assembly,
                    MergedProperties& properties, Findings& findings) {
  ExternalNames ports("external port", findings);
  for (const auto& port : sad.external_ports) {
    ports.add(port.name(), port.at);
    check_external_port(port, assembly, findings);
  }
  ExternalNames ids("external property", findings);
  for (const auto& external_property : sad.external_properties) {
    ids.add(external_property.id(), external_property.at);
    check_external_property(external_property, assembly, properties, findings);
    check_shadowed(external_property, sad, assembly, properties, findings);
  }
}

void check_application(const SoftwareAssembly& sad, const Assembly& assembly,
                       MergedProperties& properties, Findings& findings) {
  if (assembly.placed.empty())
    findings.push_back({Code::sad_no_component, sad.at, "softwareassembly '" + sad.name + "'",
                        "it places no component", "add <componentplacement> to <partitioning>"});
  check_controller(sad, assembly, findings);
  check_placements(assembly, sad.placements, findings);
  for (const auto& collocation : sad.collocations)
    check_placements(assembly, collocation.placements, findings);
  check_names(assembly, findings);
  check_collocations(sad, findings);
  UniqueIds ids("usesdevice", findings);
  for (const auto& uses_device : sad.uses_devices) ids.add(uses_device.id, uses_device.at);
  check_external(sad, assembly, properties, findings);
}

}  // namespace orbweaver::profile::checks
