// SPDX-License-Identifier: Apache-2.0
#include "read/readers.hpp"

namespace orbweaver::profile::read {

DeviceConfiguration read_dcd(Source& source, const Element& root) {
  DeviceConfiguration device_configuration;
  device_configuration.id = value_of(root, "id");
  device_configuration.name = value_of(root, "name");
  device_configuration.description = text_of(root, "description");
  device_configuration.device_manager = source.file_of(root, "devicemanagersoftpkg");
  device_configuration.files = read_files(source, root);
  device_configuration.placements =
      read_all(xml::child(root, "partitioning"), "componentplacement",
               [&](const Element& element) { return read_placement(source, element); });
  if (const auto* domain = xml::child(root, "domainmanager"))
    device_configuration.domain_manager = read_findby(source, *domain);
  device_configuration.connections = read_connections(source, root);
  device_configuration.file_systems =
      read_all(xml::child(root, "filesystemnames"), "filesystemname", [&](const Element& element) {
        return FileSystemName{value_of(element, "mountname"), value_of(element, "deviceid"),
                              source.at(element)};
      });
  device_configuration.at = source.at(root);
  return device_configuration;
}

DomainManagerConfiguration read_dmd(Source& source, const Element& root) {
  DomainManagerConfiguration configuration;
  configuration.id = value_of(root, "id");
  configuration.name = value_of(root, "name");
  configuration.description = text_of(root, "description");
  configuration.domain_manager = source.file_of(root, "domainmanagersoftpkg");
  configuration.services =
      read_all(xml::child(root, "services"), "service", [&](const Element& element) {
        Service service{text_of(element, "usesidentifier"), std::nullopt, source.at(element)};
        if (const auto* findby = xml::child(element, "findby"))
          service.find = read_findby(source, *findby);
        return service;
      });
  configuration.at = source.at(root);
  return configuration;
}

}  // namespace orbweaver::profile::read
