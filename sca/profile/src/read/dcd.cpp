#include "read/readers.hpp"

namespace orbweaver::profile::read {

DeviceConfiguration read_dcd(Source& source, const Element& root) {
  DeviceConfiguration made;
  made.id = value_of(root, "id");
  made.name = value_of(root, "name");
  made.description = text_of(root, "description");
  made.device_manager = source.file_of(root, "devicemanagersoftpkg");
  made.files = read_files(source, root);
  made.placements = read_all(xml::child(root, "partitioning"), "componentplacement",
                             [&](const Element& each) { return read_placement(source, each); });
  if (const auto* domain = xml::child(root, "domainmanager"))
    made.domain_manager = read_findby(source, *domain);
  made.connections = read_connections(source, root);
  made.file_systems =
      read_all(xml::child(root, "filesystemnames"), "filesystemname", [&](const Element& each) {
        return FileSystemName{value_of(each, "mountname"), value_of(each, "deviceid"),
                              source.at(each)};
      });
  made.at = source.at(root);
  return made;
}

DomainManagerConfiguration read_dmd(Source& source, const Element& root) {
  DomainManagerConfiguration made;
  made.id = value_of(root, "id");
  made.name = value_of(root, "name");
  made.description = text_of(root, "description");
  made.domain_manager = source.file_of(root, "domainmanagersoftpkg");
  made.services = read_all(xml::child(root, "services"), "service", [&](const Element& each) {
    Service service{text_of(each, "usesidentifier"), std::nullopt, source.at(each)};
    if (const auto* findby = xml::child(each, "findby"))
      service.find = read_findby(source, *findby);
    return service;
  });
  made.at = source.at(root);
  return made;
}

}  // namespace orbweaver::profile::read
