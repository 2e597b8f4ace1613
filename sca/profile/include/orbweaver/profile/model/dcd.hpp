// SPDX-License-Identifier: Apache-2.0
// Device Configuration Descriptor: a node (SCA 2.2.2 Appendix D.7).
#pragma once
#include <orbweaver/profile/model/assembly.hpp>

namespace orbweaver::profile {

struct FileSystemName {
  std::string mount_name;
  std::string device;  // a component instantiation's id
  Position at;
};

struct DeviceConfiguration {
  std::string id;
  std::string name;
  std::string description;
  std::optional<LocalFile> device_manager;  // the DeviceManager's SPD
  std::vector<ComponentFile> files;
  std::vector<ComponentPlacement> placements;
  std::optional<FindBy> domain_manager;
  std::vector<ConnectInterface> connections;
  std::vector<FileSystemName> file_systems;
  Position at;
};

}  // namespace orbweaver::profile
