// SPDX-License-Identifier: Apache-2.0
// Software Package Descriptor: a component and its implementations (SCA 2.2.2 Appendix D.2).
#pragma once
#include <orbweaver/profile/model/parts.hpp>

#include <variant>

namespace orbweaver::profile {

enum class CodeType { executable, shared_library, kernel_module, driver, other };

struct ImplementationCode {
  CodeType type = CodeType::other;
  std::string type_text;
  LocalFile file;
  std::string entrypoint;                // empty: the file itself
  std::optional<std::string> stacksize;  // as written; in bytes
  std::optional<std::string> priority;   // as written
  Position at;
};

/// Name and version of an operating system, runtime, compiler or language. A processor has only a
/// name.
struct NameAndVersion {
  std::string name;
  std::string version;
  Position at;
};

/// Another package that must be loaded first.
struct SoftpkgRef {
  LocalFile file;
  std::optional<IdReference> implementation;
  Position at;
};

struct Dependency {
  std::string type;
  std::variant<std::monostate, SoftpkgRef, PropertyRef, std::vector<Override>> on;
  Position at;
};

struct Implementation {
  std::string id;
  std::string description;
  bool aep_compliant = true;
  std::optional<LocalFile> property_file;
  std::optional<ImplementationCode> code;
  std::optional<NameAndVersion> compiler;
  std::optional<NameAndVersion> programming_language;
  std::optional<NameAndVersion> human_language;
  std::optional<NameAndVersion> runtime;
  std::vector<NameAndVersion> operating_systems;  // one of them is needed; none: any will do
  std::vector<NameAndVersion> processors;         // one of them is needed; none: any will do
  std::vector<Dependency> dependencies;           // all are needed
  std::vector<UsesDevice> uses_devices;
  Position at;
};

struct SoftwarePackage {
  std::string id;
  std::string name;
  std::string version;
  std::string title;
  std::string description;
  bool sca_compliant = true;
  std::vector<Author> authors;
  std::optional<LocalFile> property_file;
  std::optional<LocalFile> descriptor;  // the SCD; none for a package that is no component
  std::vector<Implementation> implementations;
  std::vector<UsesDevice> uses_devices;
  Position at;
};

}  // namespace orbweaver::profile
