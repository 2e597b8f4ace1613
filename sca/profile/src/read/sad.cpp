#include "read/readers.hpp"

namespace orbweaver::profile::read {

namespace {

HostCollocation read_collocation(Source& source, const Element& element) {
  HostCollocation made;
  made.id = value_of(element, "id");
  made.name = value_of(element, "name");
  made.placements = read_all(&element, "componentplacement",
                             [&](const Element& each) { return read_placement(source, each); });
  made.uses_devices = read_all(&element, "usesdeviceref", [&](const Element& each) {
    return Reference{value_of(each, "refid"), source.at(each)};
  });
  made.reservations = read_named_values(source, &element, "reservation", "kind");
  made.at = source.at(element);
  return made;
}

ExternalPort read_external_port(const Source& source, const Element& element) {
  using Kind = PortEnd::Kind;
  ExternalPort made;
  for (const auto& [name, kind] :
       {std::pair{"usesidentifier", Kind::uses}, std::pair{"providesidentifier", Kind::provides},
        std::pair{"supportedidentifier", Kind::supported}}) {
    if (!xml::child(element, name)) continue;
    made.kind = kind;
    made.identifier = text_of(element, name);
    break;
  }
  made.external_name = value_of(element, "externalname");
  if (const auto ref = reference_of(source, element, "componentinstantiationref"))
    made.component = ref->refid;
  made.description = text_of(element, "description");
  made.at = source.at(element);
  return made;
}

ExternalProperty read_external_property(const Source& source, const Element& element) {
  return {value_of(element, "comprefid"), value_of(element, "propid"),
          value_of(element, "externalpropid"), source.at(element)};
}

std::optional<Reference> read_controller(const Source& source, const Element& root) {
  const auto* element = xml::child(root, "assemblycontroller");
  return element ? reference_of(source, *element, "componentinstantiationref") : std::nullopt;
}

}  // namespace

SoftwareAssembly read_sad(Source& source, const Element& root) {
  SoftwareAssembly made;
  made.id = value_of(root, "id");
  made.name = value_of(root, "name");
  made.version = value_of(root, "version");
  made.description = text_of(root, "description");
  made.files = read_files(source, root);
  const auto* partitioning = xml::child(root, "partitioning");
  made.placements = read_all(partitioning, "componentplacement",
                             [&](const Element& each) { return read_placement(source, each); });
  made.collocations = read_all(partitioning, "hostcollocation",
                               [&](const Element& each) { return read_collocation(source, each); });
  made.controller = read_controller(source, root);
  made.connections = read_connections(source, root);
  made.external_ports =
      read_all(xml::child(root, "externalports"), "port",
               [&](const Element& each) { return read_external_port(source, each); });
  made.external_properties =
      read_all(xml::child(root, "externalproperties"), "property",
               [&](const Element& each) { return read_external_property(source, each); });
  made.options = read_named_values(source, xml::child(root, "options"), "option", "name");
  if (const auto* uses = xml::child(root, "usesdevicedependencies"))
    made.uses_devices = read_uses_devices(source, *uses);
  made.at = source.at(root);
  return made;
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
