// SPDX-License-Identifier: Apache-2.0
#include "read/readers.hpp"

namespace orbweaver::profile::read {

namespace {

std::optional<std::string> optional_text(const Element& parent, std::string_view name) {
  if (!xml::child(parent, name)) return std::nullopt;
  return text_of(parent, name);
}

CodeType code_type(std::string_view text) {
  if (text == "Executable") return CodeType::executable;
  if (text == "SharedLibrary") return CodeType::shared_library;
  if (text == "KernelModule") return CodeType::kernel_module;
  if (text == "Driver") return CodeType::driver;
  return CodeType::other;
}

std::optional<ImplementationCode> read_code(Source& source, const Element& implementation) {
  const auto* element = xml::child(implementation, "code");
  if (!element) return std::nullopt;
  ImplementationCode implementation_code;
  implementation_code.type_text = value_of(*element, "type");
  implementation_code.type = code_type(implementation_code.type_text);
  implementation_code.file = source.file_in(*element).value_or(LocalFile{{}, source.at(*element)});
  implementation_code.entrypoint = text_of(*element, "entrypoint");
  implementation_code.stacksize = optional_text(*element, "stacksize");
  implementation_code.priority = optional_text(*element, "priority");
  implementation_code.at = source.at(*element);
  return implementation_code;
}

NameAndVersion read_name(const Source& source, const Element& element) {
  return {value_of(element, "name"), value_of(element, "version"), source.at(element)};
}

std::optional<NameAndVersion> read_first_name(const Source& source, const Element& parent,
                                              std::string_view name) {
  const auto* element = xml::child(parent, name);
  if (!element) return std::nullopt;
  return read_name(source, *element);
}

SoftpkgRef read_softpkg_ref(Source& source, const Element& element) {
  return {source.file_in(element).value_or(LocalFile{{}, source.at(element)}),
          reference_of(source, element, "implref"), source.at(element)};
}

Dependency read_dependency(Source& source, const Element& element) {
  Dependency dependency;
  dependency.type = value_of(element, "type");
  dependency.at = source.at(element);
  if (const auto* package = xml::child(element, "softpkgref"))
    dependency.on = read_softpkg_ref(source, *package);
  else if (const auto* property = xml::child(element, "propertyref"))
    dependency.on = read_property_ref(source, *property);
  else if (auto values = read_overrides(source, &element); !values.empty())
    dependency.on = std::move(values);
  return dependency;
}

Implementation read_implementation(Source& source, const Element& element) {
  const auto name = [&](const Element& entry) { return read_name(source, entry); };
  Implementation implementation;
  implementation.id = value_of(element, "id");
  implementation.description = text_of(element, "description");
  implementation.aep_compliant = value_of(element, "aepcompliance") != "aep_non_compliant";
  implementation.property_file = source.file_of(element, "propertyfile");
  implementation.code = read_code(source, element);
  implementation.compiler = read_first_name(source, element, "compiler");
  implementation.programming_language = read_first_name(source, element, "programminglanguage");
  implementation.human_language = read_first_name(source, element, "humanlanguage");
  implementation.runtime = read_first_name(source, element, "runtime");
  implementation.operating_systems = read_all(&element, "os", name);
  implementation.processors = read_all(&element, "processor", name);
  implementation.dependencies = read_all(
      &element, "dependency", [&](const Element& entry) { return read_dependency(source, entry); });
  implementation.uses_devices = read_uses_devices(source, element);
  implementation.at = source.at(element);
  return implementation;
}

}  // namespace

SoftwarePackage read_spd(Source& source, const Element& root) {
  SoftwarePackage software_package;
  software_package.id = value_of(root, "id");
  software_package.name = value_of(root, "name");
  software_package.version = value_of(root, "version");
  software_package.title = text_of(root, "title");
  software_package.description = text_of(root, "description");
  software_package.sca_compliant = value_of(root, "type") != "sca_non_compliant";
  software_package.authors = read_authors(root);
  software_package.property_file = source.file_of(root, "propertyfile");
  software_package.descriptor = source.file_of(root, "descriptor");
  software_package.implementations = read_all(&root, "implementation", [&](const Element& element) {
    return read_implementation(source, element);
  });
  software_package.uses_devices = read_uses_devices(source, root);
  software_package.at = source.at(root);
  return software_package;
}

}  // namespace orbweaver::profile::read
