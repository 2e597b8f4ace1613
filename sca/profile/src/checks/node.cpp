// SPDX-License-Identifier: Apache-2.0
// Checks of the parts that only a DCD has, and of device assignments.
#include "checks/rules.hpp"

namespace orbweaver::profile::checks {

namespace {

void check_device(const Assembly& assembly, const std::string& id, const Position& at,
                  const std::string& element, Findings& findings) {
  if (id.empty() || assembly.find(id)) return;
  findings.push_back({Code::device_unknown, at, element + " '" + id + "'",
                      "no such device is placed", assembly.ids()});
}

}  // namespace

void check_node(const DeviceConfiguration& dcd, const Assembly& assembly, Findings& findings) {
  const auto what = "deviceconfiguration '" + dcd.name + "'";
  if (!dcd.device_manager)
    findings.push_back({Code::dcd_no_device_manager, dcd.at, what,
                        "it names no package of a device manager", "add <devicemanagersoftpkg>"});
  if (!dcd.domain_manager || dcd.domain_manager->way == FindBy::Way::none)
    findings.push_back({Code::dcd_no_domain_manager, dcd.at, what,
                        "it says not how the domain manager is found",
                        "add <domainmanager><namingservice name=\"DOMAIN/DOMAIN\"/>"});
  check_placements(assembly, dcd.placements, findings);
  for (const auto& placement : dcd.placements) {
    for (const auto& [ref, element] :
         {std::pair{&placement.deploy_on, "deployondevice"},
          std::pair{&placement.composite_part_of, "compositepartofdevice"}})
      if (*ref) check_device(assembly, (*ref)->refid, (*ref)->at, element, findings);
  }
  for (const auto& file_system : dcd.file_systems)
    check_device(assembly, file_system.device, file_system.at,
                 "filesystemname '" + file_system.mount_name + "' on", findings);
}

void check_assignments(const DeploymentEnforcement& das, const SoftwareAssembly* sad,
                       Findings& findings) {
  Assembly assembly;
  if (sad) assembly.placed = placed_in(*sad);
  std::map<std::string, Position> seen;
  for (const auto& assignment : das.assignments) {
    const auto what = "deviceassignmenttype '" + assignment.component + "'";
    if (assignment.component.empty() || assignment.device.empty())
      findings.push_back(
          {Code::assignment_incomplete, assignment.at, what,
           assignment.component.empty() ? "it names no component" : "it names no device",
           "add <componentid> and <assigndeviceid>"});
    if (assignment.component.empty()) continue;
    if (!seen.emplace(assignment.component, assignment.at).second)
      findings.push_back({Code::assignment_duplicate, assignment.at, what,
                          "line " + std::to_string(seen[assignment.component].line) +
                              " assigns this component already",
                          "keep one"});
    if (sad && !assembly.find(assignment.component))
      findings.push_back({Code::assignment_component_unknown, assignment.at, what,
                          "the SAD places no such component", assembly.ids()});
  }
}

}  // namespace orbweaver::profile::checks
