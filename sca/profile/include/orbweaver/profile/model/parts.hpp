// SPDX-License-Identifier: Apache-2.0
// Elements that several kinds of profile have.
#pragma once
#include <orbweaver/property/defaults.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace orbweaver::profile {

using property::Override;
using property::Position;

/// `localfile`: a name in the SCA file system. It is absolute, or relative to the folder of the
/// profile.
struct LocalFile {
  std::string name;
  Position at;
};

/// An element that refers to another one by its id.
struct IdReference {
  std::string refid;
  Position at;
};

struct Author {
  std::vector<std::string> names;
  std::string company;
  std::string webpage;
};

/// `propertyref`: the value that an allocation property of a device must satisfy.
struct PropertyRef {
  std::string refid;
  std::string value;
  Position at;
};

/// `usesdevice`: a device that a component, an implementation or (REDHAWK) an application needs.
struct UsesDevice {
  std::string id;
  std::string type;
  std::vector<PropertyRef> properties;
  std::vector<Override> values;  // REDHAWK: properties of other forms
  Position at;
};

/// How to find an object that is not part of the assembly.
struct FindBy {
  enum class Way { naming_service, stringified_reference, domain_finder, none };
  Way way = Way::none;
  std::string name;  // at the naming service or the domain finder; or the stringified reference
  std::string finder_type;  // domain_finder: filemanager, log, eventchannel, namingservice, ...
  Position at;
};

}  // namespace orbweaver::profile
