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
  ImplementationCode made;
  made.type_text = value_of(*element, "type");
  made.type = code_type(made.type_text);
  made.file = source.file_in(*element).value_or(LocalFile{{}, source.at(*element)});
  made.entrypoint = text_of(*element, "entrypoint");
  made.stacksize = optional_text(*element, "stacksize");
  made.priority = optional_text(*element, "priority");
  made.at = source.at(*element);
  return made;
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
  Dependency made;
  made.type = value_of(element, "type");
  made.at = source.at(element);
  if (const auto* package = xml::child(element, "softpkgref"))
    made.on = read_softpkg_ref(source, *package);
  else if (const auto* property = xml::child(element, "propertyref"))
    made.on = read_property_ref(source, *property);
  else if (auto values = read_overrides(source, &element); !values.empty())
    made.on = std::move(values);
  return made;
}

Implementation read_implementation(Source& source, const Element& element) {
  const auto name = [&](const Element& each) { return read_name(source, each); };
  Implementation made;
  made.id = value_of(element, "id");
  made.description = text_of(element, "description");
  made.aep_compliant = value_of(element, "aepcompliance") != "aep_non_compliant";
  made.property_file = source.file_of(element, "propertyfile");
  made.code = read_code(source, element);
  made.compiler = read_first_name(source, element, "compiler");
  made.programming_language = read_first_name(source, element, "programminglanguage");
  made.human_language = read_first_name(source, element, "humanlanguage");
  made.runtime = read_first_name(source, element, "runtime");
  made.operating_systems = read_all(&element, "os", name);
  made.processors = read_all(&element, "processor", name);
  made.dependencies = read_all(&element, "dependency",
                               [&](const Element& each) { return read_dependency(source, each); });
  made.uses_devices = read_uses_devices(source, element);
  made.at = source.at(element);
  return made;
}

}  // namespace

SoftwarePackage read_spd(Source& source, const Element& root) {
  SoftwarePackage made;
  made.id = value_of(root, "id");
  made.name = value_of(root, "name");
  made.version = value_of(root, "version");
  made.title = text_of(root, "title");
  made.description = text_of(root, "description");
  made.sca_compliant = value_of(root, "type") != "sca_non_compliant";
  made.authors = read_authors(root);
  made.property_file = source.file_of(root, "propertyfile");
  made.descriptor = source.file_of(root, "descriptor");
  made.implementations = read_all(&root, "implementation", [&](const Element& each) {
    return read_implementation(source, each);
  });
  made.uses_devices = read_uses_devices(source, root);
  made.at = source.at(root);
  return made;
}

}  // namespace orbweaver::profile::read
