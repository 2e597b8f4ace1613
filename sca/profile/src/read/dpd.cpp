// SPDX-License-Identifier: Apache-2.0
#include "read/readers.hpp"

namespace orbweaver::profile::read {

namespace {

// The XML reader limits the depth, and so this recursion.
HardwareDevice read_hardware(Source& source, const Element& element) {
  HardwareDevice hardware_device;
  hardware_device.id = value_of(element, "id");
  hardware_device.name = value_of(element, "name");
  hardware_device.version = value_of(element, "version");
  hardware_device.description = text_of(element, "description");
  hardware_device.manufacturer = text_of(element, "manufacturer");
  hardware_device.model_number = text_of(element, "modelnumber");
  hardware_device.classes = read_all(xml::child(element, "deviceclass"), "class",
                                     [](const Element& entry) { return xml::trimmed(entry.text); });
  hardware_device.property_file = source.file_of(element, "propertyfile");
  for (const auto* child : xml::children(element, "childhwdevice")) {
    if (const auto* hardware = xml::child(*child, "hwdeviceregistration"))
      hardware_device.children.push_back(read_hardware(source, *hardware));
    if (auto package = source.file_of(*child, "devicepkgref"))
      hardware_device.packages.push_back(std::move(*package));
  }
  hardware_device.at = source.at(element);
  return hardware_device;
}

}  // namespace

DevicePackage read_dpd(Source& source, const Element& root) {
  DevicePackage device_package;
  device_package.id = value_of(root, "id");
  device_package.name = value_of(root, "name");
  device_package.version = value_of(root, "version");
  device_package.title = text_of(root, "title");
  device_package.description = text_of(root, "description");
  device_package.authors = read_authors(root);
  if (const auto* hardware = xml::child(root, "hwdeviceregistration"))
    device_package.hardware = read_hardware(source, *hardware);
  device_package.at = source.at(root);
  return device_package;
}

DeploymentEnforcement read_das(Source& source, const Element& root) {
  DeploymentEnforcement deployment_enforcement;
  if (const auto* application = xml::child(root, "application")) {
    deployment_enforcement.application_id = value_of(*application, "id");
    deployment_enforcement.application_name = value_of(*application, "name");
  }
  deployment_enforcement.assignments =
      read_all(xml::child(root, "deviceassignmentsequence"), "deviceassignmenttype",
               [&](const Element& element) {
                 return DeviceAssignment{text_of(element, "componentid"),
                                         text_of(element, "assigndeviceid"), source.at(element)};
               });
  deployment_enforcement.at = source.at(root);
  return deployment_enforcement;
}

}  // namespace orbweaver::profile::read
