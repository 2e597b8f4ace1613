// SPDX-License-Identifier: Apache-2.0
#include "read/readers.hpp"

namespace orbweaver::profile::read {

namespace {

HostCollocation read_collocation(Source& source, const Element& element) {
  HostCollocation host_collocation;
  host_collocation.id = value_of(element, "id");
  host_collocation.name = value_of(element, "name");
  host_collocation.placements = read_all(&element, "componentplacement", [&](const Element& entry) {
    return read_placement(source, entry);
  });
  host_collocation.uses_devices = read_all(&element, "usesdeviceref", [&](const Element& entry) {
    return IdReference{value_of(entry, "refid"), source.at(entry)};
  });
  host_collocation.reservations = read_named_values(source, &element, "reservation", "kind");
  host_collocation.at = source.at(element);
  return host_collocation;
}

ExternalPort read_external_port(const Source& source, const Element& element) {
  using Kind = PortEnd::Kind;
  ExternalPort external_port;
  for (const auto& [name, kind] :
       {std::pair{"usesidentifier", Kind::uses}, std::pair{"providesidentifier", Kind::provides},
        std::pair{"supportedidentifier", Kind::supported}}) {
    if (!xml::child(element, name)) continue;
    external_port.kind = kind;
    external_port.identifier = text_of(element, name);
    break;
  }
  external_port.external_name = value_of(element, "externalname");
  if (const auto ref = reference_of(source, element, "componentinstantiationref"))
    external_port.component = ref->refid;
  external_port.description = text_of(element, "description");
  external_port.at = source.at(element);
  return external_port;
}

ExternalProperty read_external_property(const Source& source, const Element& element) {
  return {value_of(element, "comprefid"), value_of(element, "propid"),
          value_of(element, "externalpropid"), source.at(element)};
}

std::optional<IdReference> read_controller(const Source& source, const Element& root) {
  const auto* element = xml::child(root, "assemblycontroller");
  return element ? reference_of(source, *element, "componentinstantiationref") : std::nullopt;
}

}  // namespace

SoftwareAssembly read_sad(Source& source, const Element& root) {
  SoftwareAssembly software_assembly;
  software_assembly.id = value_of(root, "id");
  software_assembly.name = value_of(root, "name");
  software_assembly.version = value_of(root, "version");
  software_assembly.description = text_of(root, "description");
  software_assembly.files = read_files(source, root);
  const auto* partitioning = xml::child(root, "partitioning");
  software_assembly.placements =
      read_all(partitioning, "componentplacement",
               [&](const Element& element) { return read_placement(source, element); });
  software_assembly.collocations =
      read_all(partitioning, "hostcollocation",
               [&](const Element& element) { return read_collocation(source, element); });
  software_assembly.controller = read_controller(source, root);
  software_assembly.connections = read_connections(source, root);
  software_assembly.external_ports =
      read_all(xml::child(root, "externalports"), "port",
               [&](const Element& element) { return read_external_port(source, element); });
  software_assembly.external_properties =
      read_all(xml::child(root, "externalproperties"), "property",
               [&](const Element& element) { return read_external_property(source, element); });
  software_assembly.options =
      read_named_values(source, xml::child(root, "options"), "option", "name");
  if (const auto* uses = xml::child(root, "usesdevicedependencies"))
    software_assembly.uses_devices = read_uses_devices(source, *uses);
  software_assembly.at = source.at(root);
  return software_assembly;
}

}  // namespace orbweaver::profile::read

namespace orbweaver::profile {

namespace {

void add_placed(const std::vector<ComponentPlacement>& placements,
                const HostCollocation* collocation, std::vector<Placed>& all) {
  for (const auto& placement : placements)
    for (const auto& instantiation : placement.instantiations)
      all.push_back({&instantiation, &placement, collocation});
}

}  // namespace

std::vector<Placed> placed_in(const SoftwareAssembly& assembly) {
  std::vector<Placed> all;
  add_placed(assembly.placements, nullptr, all);
  for (const auto& collocation : assembly.collocations)
    add_placed(collocation.placements, &collocation, all);
  return all;
}

}  // namespace orbweaver::profile
