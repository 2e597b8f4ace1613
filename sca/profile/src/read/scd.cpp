#include <algorithm>
#include <set>

#include "read/readers.hpp"

namespace orbweaver::profile::read {

namespace {

ComponentPort read_port(const Source& source, const Element& element) {
  const bool provides = element.name == "provides";
  ComponentPort made;
  made.direction = provides ? ComponentPort::Direction::provides : ComponentPort::Direction::uses;
  made.name = value_of(element, provides ? "providesname" : "usesname");
  made.repid = value_of(element, "repid");
  made.types =
      read_all(&element, "porttype", [](const Element& type) { return value_of(type, "type"); });
  made.description = text_of(element, "description");
  made.at = source.at(element);
  return made;
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
                   [&](const Element& each) {
                     return Reference{value_of(each, "repid"), source.at(each)};
                   }),
          source.at(element)};
}

}  // namespace

SoftwareComponent read_scd(Source& source, const Element& root) {
  const auto* features = xml::child(root, "componentfeatures");
  const auto* repid = xml::child(root, "componentrepid");
  SoftwareComponent made;
  made.corba_version = text_of(root, "corbaversion");
  if (repid) made.repid = value_of(*repid, "repid");
  made.type = text_of(root, "componenttype");
  made.supports = read_all(features, "supportsinterface", [&](const Element& each) {
    return SupportedInterface{value_of(each, "repid"), value_of(each, "supportsname"),
                              source.at(each)};
  });
  made.ports = read_ports(source, features);
  made.interfaces = read_all(xml::child(root, "interfaces"), "interface",
                             [&](const Element& each) { return read_interface(source, each); });
  made.property_file = source.file_of(root, "propertyfile");
  made.at = source.at(root);
  return made;
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
    for (const auto& each : component.interfaces)
      if (each.repid == current)
        for (const auto& parent : each.inherits) open.push_back(parent.refid);
  }
  return false;
}

}  // namespace orbweaver::profile
