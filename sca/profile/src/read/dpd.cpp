#include "read/readers.hpp"

namespace orbweaver::profile::read {

namespace {

// Recursion ends: the XML reader bounds the depth.
HardwareDevice read_hardware(Source& source, const Element& element) {
  HardwareDevice made;
  made.id = value_of(element, "id");
  made.name = value_of(element, "name");
  made.version = value_of(element, "version");
  made.description = text_of(element, "description");
  made.manufacturer = text_of(element, "manufacturer");
  made.model_number = text_of(element, "modelnumber");
  made.classes = read_all(xml::child(element, "deviceclass"), "class",
                          [](const Element& each) { return xml::trimmed(each.text); });
  made.property_file = source.file_of(element, "propertyfile");
  for (const auto* child : xml::children(element, "childhwdevice")) {
    if (const auto* hardware = xml::child(*child, "hwdeviceregistration"))
      made.children.push_back(read_hardware(source, *hardware));
    if (auto package = source.file_of(*child, "devicepkgref"))
      made.packages.push_back(std::move(*package));
  }
  made.at = source.at(element);
  return made;
}

}  // namespace

DevicePackage read_dpd(Source& source, const Element& root) {
  DevicePackage made;
  made.id = value_of(root, "id");
  made.name = value_of(root, "name");
  made.version = value_of(root, "version");
  made.title = text_of(root, "title");
  made.description = text_of(root, "description");
  made.authors = read_authors(root);
  if (const auto* hardware = xml::child(root, "hwdeviceregistration"))
    made.hardware = read_hardware(source, *hardware);
  made.at = source.at(root);
  return made;
}

DeploymentEnforcement read_das(Source& source, const Element& root) {
  DeploymentEnforcement made;
  if (const auto* application = xml::child(root, "application")) {
    made.application_id = value_of(*application, "id");
    made.application_name = value_of(*application, "name");
  }
  made.assignments =
      read_all(xml::child(root, "deviceassignmentsequence"), "deviceassignmenttype",
               [&](const Element& each) {
                 return DeviceAssignment{text_of(each, "componentid"),
                                         text_of(each, "assigndeviceid"), source.at(each)};
               });
  made.at = source.at(root);
  return made;
}

}  // namespace orbweaver::profile::read
