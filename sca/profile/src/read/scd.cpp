// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "read/readers.hpp"

namespace orbweaver::profile::read {

namespace {

ComponentPort read_port(const Source& source, const Element& element) {
  const bool provides = element.name == "provides";
  ComponentPort component_port;
  component_port.direction =
      provides ? ComponentPort::Direction::provides : ComponentPort::Direction::uses;
  component_port.name = value_of(element, provides ? "providesname" : "usesname");
  component_port.repid = value_of(element, "repid");
  component_port.types =
      read_all(&element, "porttype", [](const Element& type) { return value_of(type, "type"); });
  component_port.description = text_of(element, "description");
  component_port.at = source.at(element);
  return component_port;
}

std::vector<ComponentPort> read_ports(const Source& source, const Element* features) {
  std::vector<ComponentPort> all;
  const auto* ports = features ? xml::child(*features, "ports") : nullptr;
  if (!ports) return all;
  for (const auto& child : ports->children)
    if (child.name == "provides" || child.name == "uses") all.push_back(read_port(source, child));
  return all;
}

Interface read_interface(const Source& source, const Element& element) {
  return {value_of(element, "repid"), value_of(element, "name"),
          read_all(&element, "inheritsinterface",
                   [&](const Element& entry) {
                     return IdReference{value_of(entry, "repid"), source.at(entry)};
                   }),
          source.at(element)};
}

}  // namespace

SoftwareComponent read_scd(Source& source, const Element& root) {
  const auto* features = xml::child(root, "componentfeatures");
  const auto* repid = xml::child(root, "componentrepid");
  SoftwareComponent software_component;
  software_component.corba_version = text_of(root, "corbaversion");
  if (repid) software_component.repid = value_of(*repid, "repid");
  software_component.type = text_of(root, "componenttype");
  software_component.supports =
      read_all(features, "supportsinterface", [&](const Element& element) {
        return SupportedInterface{value_of(element, "repid"), value_of(element, "supportsname"),
                                  source.at(element)};
      });
  software_component.ports = read_ports(source, features);
  software_component.interfaces =
      read_all(xml::child(root, "interfaces"), "interface",
               [&](const Element& element) { return read_interface(source, element); });
  software_component.property_file = source.file_of(root, "propertyfile");
  software_component.at = source.at(root);
  return software_component;
}

}  // namespace orbweaver::profile::read

namespace orbweaver::profile {

bool inherits(const SoftwareComponent& component, const std::string& repid,
              const std::string& base) {
  std::vector<std::string> open{repid};
  std::set<std::string> seen;
  while (!open.empty()) {
    const auto current = std::move(open.back());
    open.pop_back();
    if (current == base) return true;
    if (!seen.insert(current).second) continue;
    for (const auto& interface : component.interfaces)
      if (interface.repid == current)
        for (const auto& parent : interface.inherits) open.push_back(parent.refid);
  }
  return false;
}

}  // namespace orbweaver::profile
