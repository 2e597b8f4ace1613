// SPDX-License-Identifier: Apache-2.0
// The codes of findings. A code is stable: programs may rely on it.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace orbweaver::profile {

/// Deployment fails with an error. It works with a warning, as many radios in use have such.
enum class Severity { error, warning };

enum class Code {
  // Files and XML.
  file_missing,
  file_unreadable,
  file_too_large,
  file_empty,
  name_empty,
  name_leaves_root,
  name_relative_to_root,
  xml_malformed,
  xml_entity,
  xml_default_value,
  xml_too_deep,
  xml_too_many_elements,
  xml_too_many_attributes,
  root_element_unknown,
  root_element_wrong,
  // Structure.
  element_unknown,
  element_missing,
  element_repeated,
  attribute_unknown,
  attribute_missing,
  attribute_value_unknown,
  text_missing,
  id_duplicate,
  // Structure with --strict.
  strict_order,
  strict_element_unlisted,
  strict_attribute_unlisted,
  strict_attribute_missing,
  strict_attribute_value,
  // Properties and values.
  type_unknown,
  value_not_of_type,
  value_out_of_range,
  value_not_enumerated,
  value_empty,
  value_octal,
  range_wrong,
  property_unknown,
  setting_out_of_range,
  property_form_wrong,
  property_readonly,
  property_redefined,
  struct_unknown,
  struct_member_unknown,
  // Software packages and components.
  spd_no_implementation,
  spd_no_descriptor,
  implementation_no_code,
  code_type_unknown,
  binary_missing,
  number_unreadable,
  dependency_incomplete,
  dependency_cycle,
  dependency_too_deep,
  dependency_file_missing,
  implementation_unknown,
  port_duplicate,
  interface_undeclared,
  repid_unreadable,
  program_port_wrong,
  program_port_unlisted,
  program_type_differs,
  program_property_differs,
  program_unreadable,
  // Assemblies: applications and nodes.
  sad_no_assembly_controller,
  sad_no_component,
  componentfile_unknown,
  componentfile_unused,
  instantiation_unknown,
  instantiation_elsewhere,
  findcomponent_missing,
  factory_unknown,
  naming_name_duplicate,
  naming_name_unknown,
  startorder_unreadable,
  usesdevice_unknown,
  connection_incomplete,
  connection_duplicate,
  connection_id_repeated,
  port_unlisted,
  port_direction,
  interface_mismatch,
  interface_unsupported,
  domainfinder_unknown,
  external_name_duplicate,
  external_property_unknown,
  external_name_shadows,
  // Nodes, domains, hardware, assignments.
  dcd_no_device_manager,
  device_manager_missing,
  dcd_no_domain_manager,
  device_unknown,
  dmd_no_domain_manager,
  dpd_no_hardware,
  assignment_incomplete,
  assignment_duplicate,
  assignment_component_unknown,
};

struct CodeEntry {
  Code code;
  Severity severity;
  std::string_view name;     // the printed name: "sad-no-assembly-controller"
  std::string_view meaning;  // one line for the page of codes
};

/// Returns every code, in the order of `Code`.
[[nodiscard]] std::span<const CodeEntry> all_codes();

/// Returns the printed name of the code: "sad-no-assembly-controller".
[[nodiscard]] std::string_view name_of(Code code);
[[nodiscard]] Severity severity_of(Code code);
[[nodiscard]] std::string_view name_of(Severity severity);

}  // namespace orbweaver::profile
