// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/profile/codes.hpp>
#include <orbweaver/profile/finding.hpp>

#include <algorithm>
#include <array>

namespace orbweaver::profile {

namespace {

constexpr auto kError = Severity::error;
constexpr auto kWarning = Severity::warning;

constexpr auto kCodes = std::to_array<CodeEntry>({
    {Code::file_missing, kError, "file-missing", "a profile names a profile that does not exist"},
    {Code::file_unreadable, kError, "file-unreadable", "a file cannot be read"},
    {Code::file_too_large, kError, "file-too-large", "a file is larger than the limit"},
    {Code::file_empty, kError, "file-empty", "a file has no content"},
    {Code::name_empty, kError, "name-empty", "a localfile has no name"},
    {Code::name_leaves_root, kError, "name-leaves-root", "a name or a link leads out of the root"},
    {Code::name_relative_to_root, kWarning, "name-relative-to-root",
     "a relative name is not where its profile is"},
    {Code::xml_malformed, kError, "xml-malformed", "the file is no well-formed XML"},
    {Code::xml_entity, kError, "xml-entity", "the file declares or uses an entity"},
    {Code::xml_default_value, kError, "xml-default-value",
     "the file's document type gives an attribute its value"},
    {Code::xml_too_deep, kError, "xml-too-deep", "elements are nested deeper than the limit"},
    {Code::xml_too_many_elements, kError, "xml-too-many-elements",
     "the file has more elements than the limit"},
    {Code::xml_too_many_attributes, kError, "xml-too-many-attributes",
     "an element has more attributes, or an attribute's declaration more values, than the limit"},
    {Code::root_element_unknown, kError, "root-element-unknown",
     "the root element is that of no profile"},
    {Code::root_element_wrong, kError, "root-element-wrong",
     "the file is a profile of another kind"},
    {Code::element_unknown, kWarning, "element-unknown",
     "an element that neither SCA 2.2.2 nor REDHAWK knows"},
    {Code::element_missing, kError, "element-missing",
     "an element without which nothing can be deployed"},
    {Code::element_repeated, kWarning, "element-repeated",
     "an element is there twice; the first one counts"},
    {Code::attribute_unknown, kWarning, "attribute-unknown",
     "an attribute that neither SCA 2.2.2 nor REDHAWK knows"},
    {Code::attribute_missing, kError, "attribute-missing",
     "an attribute without which nothing can be deployed"},
    {Code::attribute_value_unknown, kWarning, "attribute-value-unknown",
     "an attribute has a value that is not in its list"},
    {Code::text_missing, kError, "text-missing", "an element that names something is empty"},
    {Code::id_duplicate, kError, "id-duplicate", "two elements have one id"},
    {Code::strict_order, kError, "strict-order",
     "order or number of elements is not that of SCA 2.2.2"},
    {Code::strict_element_unlisted, kError, "strict-element-unlisted",
     "an element that SCA 2.2.2 does not list"},
    {Code::strict_attribute_unlisted, kError, "strict-attribute-unlisted",
     "an attribute that SCA 2.2.2 does not list"},
    {Code::strict_attribute_missing, kError, "strict-attribute-missing",
     "an attribute that SCA 2.2.2 requires"},
    {Code::strict_attribute_value, kError, "strict-attribute-value",
     "an attribute's value that SCA 2.2.2 does not list"},
    {Code::type_unknown, kError, "type-unknown", "a property has a type that does not exist"},
    {Code::value_not_of_type, kError, "value-not-of-type", "a value does not fit its type"},
    {Code::value_out_of_range, kError, "value-out-of-range",
     "a value is outside the property's range"},
    {Code::value_not_enumerated, kError, "value-not-enumerated",
     "a value is none of the property's enumerations"},
    {Code::value_empty, kWarning, "value-empty",
     "an empty value of a type that has none; the default stays"},
    {Code::value_octal, kWarning, "value-octal",
     "a number with a leading zero, which others read as octal"},
    {Code::range_wrong, kError, "range-wrong",
     "a range or an enumeration does not fit the property's type"},
    {Code::property_unknown, kWarning, "property-unknown",
     "a value for a property that the component lacks; it is left out"},
    {Code::setting_out_of_range, kWarning, "setting-out-of-range",
     "a SAD or DCD gives a value outside the property's range; it is left out"},
    {Code::property_form_wrong, kError, "property-form-wrong",
     "a value of another form than the property's"},
    {Code::property_readonly, kWarning, "property-readonly",
     "a value for a property that is read-only"},
    {Code::property_redefined, kWarning, "property-redefined",
     "a property has another type in another properties file"},
    {Code::struct_unknown, kError, "struct-unknown",
     "a structsequence refers to a struct that does not exist"},
    {Code::struct_member_unknown, kError, "struct-member-unknown",
     "a value for a member that the struct lacks"},
    {Code::spd_no_implementation, kError, "spd-no-implementation",
     "a package has no implementation"},
    {Code::spd_no_descriptor, kWarning, "spd-no-descriptor", "a component has no descriptor (SCD)"},
    {Code::implementation_no_code, kError, "implementation-no-code",
     "an implementation has no code"},
    {Code::code_type_unknown, kWarning, "code-type-unknown",
     "the type of a code is none that SCA 2.2.2 knows"},
    {Code::binary_missing, kWarning, "binary-missing",
     "the file of an implementation is not built"},
    {Code::number_unreadable, kError, "number-unreadable",
     "a stack size or priority is no whole number"},
    {Code::dependency_incomplete, kError, "dependency-incomplete",
     "a dependency does not say on what"},
    {Code::dependency_cycle, kError, "dependency-cycle", "a package depends on itself"},
    {Code::dependency_too_deep, kError, "dependency-too-deep",
     "packages depend on packages deeper than the limit"},
    {Code::dependency_file_missing, kWarning, "dependency-file-missing",
     "a package that others load names a PRF or SCD that does not exist"},
    {Code::implementation_unknown, kError, "implementation-unknown",
     "a package has no implementation of this id"},
    {Code::port_duplicate, kWarning, "port-duplicate", "two ports of one direction have one name"},
    {Code::interface_undeclared, kWarning, "interface-undeclared",
     "an interface of a port is not under interfaces"},
    {Code::repid_unreadable, kWarning, "repid-unreadable",
     "a repository id is not of the form IDL:name:1.0"},
    {Code::program_port_wrong, kError, "program-port-wrong",
     "a port of the descriptor is another in the component's program, or is not there"},
    {Code::program_port_unlisted, kWarning, "program-port-unlisted",
     "the component's program has a port that the descriptor does not list"},
    {Code::program_type_differs, kError, "program-type-differs",
     "a property is of another form or type in the component's program"},
    {Code::program_property_differs, kWarning, "program-property-differs",
     "a property is another in the component's program, or one side alone has it"},
    {Code::program_unreadable, kWarning, "program-unreadable",
     "what a component's program says of itself cannot be read"},
    {Code::sad_no_assembly_controller, kError, "sad-no-assembly-controller",
     "an application has no assembly controller"},
    {Code::sad_no_component, kError, "sad-no-component", "an application places no component"},
    {Code::componentfile_unknown, kError, "componentfile-unknown",
     "a componentfileref refers to no componentfile"},
    {Code::componentfile_unused, kWarning, "componentfile-unused",
     "no placement uses a componentfile"},
    {Code::instantiation_unknown, kError, "instantiation-unknown",
     "a reference to a component that is not placed"},
    {Code::instantiation_elsewhere, kWarning, "instantiation-elsewhere",
     "a node connects to a component that it does not place"},
    {Code::findcomponent_missing, kWarning, "findcomponent-missing",
     "a component says not how it is found"},
    {Code::factory_unknown, kError, "factory-unknown",
     "a component's resource factory is not placed"},
    {Code::naming_name_duplicate, kWarning, "naming-name-duplicate",
     "two components have one name in the naming service"},
    {Code::naming_name_unknown, kWarning, "naming-name-unknown",
     "no component has this name in the naming service"},
    {Code::startorder_unreadable, kWarning, "startorder-unreadable",
     "a startorder is no whole number"},
    {Code::usesdevice_unknown, kError, "usesdevice-unknown",
     "a reference to a usesdevice that does not exist"},
    {Code::connection_incomplete, kError, "connection-incomplete",
     "an end of a connection is missing"},
    {Code::connection_duplicate, kError, "connection-duplicate",
     "a uses port has two connections of one id"},
    {Code::connection_id_repeated, kWarning, "connection-id-repeated",
     "two connections have one id"},
    {Code::port_unlisted, kWarning, "port-unlisted",
     "a component's descriptor does not list the port"},
    {Code::port_direction, kWarning, "port-direction",
     "a component's descriptor lists the port the other way"},
    {Code::interface_mismatch, kWarning, "interface-mismatch",
     "the interfaces of two connected ports differ"},
    {Code::interface_unsupported, kWarning, "interface-unsupported",
     "a descriptor does not list the interface"},
    {Code::domainfinder_unknown, kWarning, "domainfinder-unknown",
     "a type of domainfinder that SCA 2.2.2 does not know"},
    {Code::external_name_duplicate, kError, "external-name-duplicate",
     "two external ports or properties have one name"},
    {Code::external_property_unknown, kError, "external-property-unknown",
     "an external property that the component lacks"},
    {Code::external_name_shadows, kWarning, "external-name-shadows",
     "an external property has the id of another property of the assembly controller"},
    {Code::dcd_no_device_manager, kError, "dcd-no-device-manager",
     "a node names no device manager"},
    {Code::device_manager_missing, kWarning, "device-manager-missing",
     "the package of a node's device manager does not exist"},
    {Code::dcd_no_domain_manager, kError, "dcd-no-domain-manager",
     "a node names no domain manager"},
    {Code::device_unknown, kError, "device-unknown", "a reference to a device that is not placed"},
    {Code::dmd_no_domain_manager, kError, "dmd-no-domain-manager",
     "a domain names no domain manager's package"},
    {Code::dpd_no_hardware, kError, "dpd-no-hardware", "a device package describes no hardware"},
    {Code::assignment_incomplete, kError, "assignment-incomplete",
     "a device assignment lacks component or device"},
    {Code::assignment_duplicate, kError, "assignment-duplicate",
     "a component is assigned to two devices"},
    {Code::assignment_component_unknown, kWarning, "assignment-component-unknown",
     "the SAD beside the file has no such component"},
});

constexpr bool in_order() {
  for (std::size_t i = 0; i < kCodes.size(); ++i)
    if (static_cast<std::size_t>(kCodes.at(i).code) != i) return false;
  return true;
}
static_assert(in_order());

}  // namespace

std::span<const CodeEntry> all_codes() { return kCodes; }

std::string_view name_of(Code code) { return kCodes.at(static_cast<std::size_t>(code)).name; }

Severity severity_of(Code code) { return kCodes.at(static_cast<std::size_t>(code)).severity; }

std::string_view name_of(Severity severity) {
  return severity == Severity::error ? "error" : "warning";
}

std::string line_of(const Finding& finding) {
  auto line = finding.at.text() + ": " + finding.what + ": " + finding.cause;
  if (!finding.remedy.empty()) line += "; " + finding.remedy;
  return line;
}

std::size_t count(const Findings& findings, Severity severity) {
  return static_cast<std::size_t>(std::ranges::count(findings, severity, &Finding::severity));
}

}  // namespace orbweaver::profile
