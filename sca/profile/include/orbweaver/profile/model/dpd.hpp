// SPDX-License-Identifier: Apache-2.0
// Device Package Descriptor: hardware (SCA 2.2.2 Appendix D.3).
#pragma once
#include <orbweaver/profile/model/parts.hpp>

namespace orbweaver::profile {

struct HardwareDevice {
  std::string id;
  std::string name;
  std::string version;
  std::string description;
  std::string manufacturer;
  std::string model_number;
  std::vector<std::string> classes;
  std::optional<LocalFile> property_file;
  std::vector<HardwareDevice> children;  // described here
  std::vector<LocalFile> packages;       // described by other device packages
  Position at;
};

struct DevicePackage {
  std::string id;
  std::string name;
  std::string version;
  std::string title;
  std::string description;
  std::vector<Author> authors;
  std::optional<HardwareDevice> hardware;
  Position at;
};

}  // namespace orbweaver::profile
