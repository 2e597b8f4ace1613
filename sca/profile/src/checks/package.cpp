// SPDX-License-Identifier: Apache-2.0
// Checks of SPD and SCD.
#include <algorithm>
#include <set>

#include "checks/rules.hpp"
#include "findings/file_findings.hpp"

namespace orbweaver::profile::checks {

namespace {

std::string described(const Implementation& implementation) {
  return "implementation '" + implementation.id + "'";
}

void check_number(const std::optional<std::string>& text, const char* element, property::Type type,
                  const ImplementationCode& code, Findings& findings) {
  if (!text) return;
  const auto number = property::parse_scalar(type, *text);
  if (!number)
    findings.push_back({Code::number_unreadable, code.at, element, number.error().text,
                        "write a whole number, or leave the element out"});
}

void check_code(const Implementation& implementation, const Profile& profile, const Root& root,
                Findings& findings) {
  const auto& code = *implementation.code;
  check_number(code.stacksize, "stacksize", property::Type::ulonglong, code, findings);
  check_number(code.priority, "priority", property::Type::long_, code, findings);
  if (code.type == CodeType::other)
    findings.push_back({Code::code_type_unknown, code.at, "code of " + described(implementation),
                        code.type_text.empty()
                            ? "it has no type; taken as Executable"
                            : "there is no type '" + code.type_text + "'; taken as Executable",
                        "Executable, SharedLibrary, KernelModule or Driver"});
  const auto found = root.find(code.file.name, profile.folder);
  if (found) return;
  auto finding = name_finding(code.file, found.error(), root.folder());
  if (found.error().cause == NameFault::Cause::missing)
    finding = {
        Code::binary_missing, code.file.at, "code of " + described(implementation),
        "there is no file " + found.error().looked_at.string() + "; this implementation is skipped",
        "build it, or correct the name"};
  findings.push_back(std::move(finding));
}

void check_implementation(const Implementation& implementation, const Profile& profile,
                          const Root& root, Findings& findings) {
  if (implementation.code)
    check_code(implementation, profile, root, findings);
  else
    findings.push_back({Code::implementation_no_code, implementation.at, described(implementation),
                        "it has no code", "add <code>"});
  for (const auto& dependency : implementation.dependencies)
    if (std::holds_alternative<std::monostate>(dependency.on))
      findings.push_back({Code::dependency_incomplete, dependency.at,
                          "dependency of " + described(implementation), "it says not on what",
                          "add <softpkgref> or <propertyref>"});
}

void check_repid(const std::string& repid, const Position& at, const std::string& what,
                 Findings& findings) {
  const auto colon = repid.rfind(':');
  const bool good =
      repid.starts_with("IDL:") && colon > 4 && repid.find('.', colon) != std::string::npos;
  if (!good && !repid.empty())
    findings.push_back({Code::repid_unreadable, at, what,
                        "'" + repid + "' is not of the form IDL:Module/Interface:1.0",
                        "write the interface's repository id"});
}

// Whether the SCD lists the interface, or lists no interface at all.
bool is_declared(const SoftwareComponent& component, const std::string& repid) {
  return component.interfaces.empty() || repid.empty() ||
         std::ranges::find(component.interfaces, repid, &Interface::repid) !=
             component.interfaces.end();
}

void check_port(const SoftwareComponent& component, const ComponentPort& port, Findings& findings) {
  const auto what = "port '" + port.name + "'";
  check_repid(port.repid, port.at, what, findings);
  if (!is_declared(component, port.repid))
    findings.push_back({Code::interface_undeclared, port.at, what,
                        "its interface " + port.repid + " is not under interfaces",
                        "add it there with what it inherits"});
}

void check_implref(const SoftpkgRef& on, const ComponentProfile& component, Findings& findings) {
  const auto found = component.dependencies.find(on.file.name);
  if (!on.implementation || found == component.dependencies.end() || !found->second->package)
    return;
  const auto& others = found->second->package->implementations;
  const auto& id = on.implementation->refid;
  if (std::ranges::find(others, id, &Implementation::id) != others.end()) return;
  NameList names;
  for (const auto& other : others) names.add(other.id);
  findings.push_back({Code::implementation_unknown, on.implementation->at, "implref '" + id + "'",
                      "the package " + shown(on.file.name) + " has no such implementation",
                      names.text("its implementations: ", "it has none")});
}

}  // namespace

void check_package(const SoftwarePackage& package, const Profile& profile, const Root& root,
                   Findings& findings) {
  const auto what = "softpkg '" + package.name + "'";
  if (package.implementations.empty())
    findings.push_back({Code::spd_no_implementation, package.at, what,
                        "it has no implementation: nothing can be run", "add <implementation>"});
  UniqueIds ids("implementation", findings);
  for (const auto& implementation : package.implementations) {
    ids.add(implementation.id, implementation.at);
    check_implementation(implementation, profile, root, findings);
  }
}

void check_dependencies(const ComponentProfile& component, Findings& findings) {
  for (const auto& implementation : component.package->implementations)
    for (const auto& dependency : implementation.dependencies)
      if (const auto* on = std::get_if<SoftpkgRef>(&dependency.on))
        check_implref(*on, component, findings);
}

void check_redefined(const ComponentProfile& component, Findings& findings) {
  std::map<std::string, const property::Simple*> seen;
  const auto look = [&](const Properties* level) {
    if (!level) return;
    for (const auto& entry : level->properties) {
      const auto* simple = std::get_if<property::Simple>(&entry);
      if (!simple) continue;
      const auto [first, fresh] = seen.emplace(simple->id, simple);
      const bool elsewhere = *first->second->at.file != *simple->at.file;
      if (!fresh && elsewhere && first->second->shape.type != simple->shape.type)
        findings.push_back({Code::property_redefined, simple->at,
                            "property '" + simple->label() + "'",
                            "it is a " + std::string{name_of(simple->shape.type)} + " here and a " +
                                std::string{name_of(first->second->shape.type)} + " at " +
                                first->second->at.text(),
                            "give both the same type"});
    }
  };
  look(component.descriptor_properties);
  look(component.package_properties);
  for (const auto& [id, level] : component.implementation_properties) look(level);
}

void check_descriptor(const SoftwareComponent& component, Findings& findings) {
  std::set<std::pair<ComponentPort::Direction, std::string>> seen;
  for (const auto& port : component.ports) {
    check_port(component, port, findings);
    if (!port.name.empty() && !seen.emplace(port.direction, port.name).second)
      findings.push_back({Code::port_duplicate, port.at, "port '" + port.name + "'",
                          "a port of this direction and name is listed before",
                          "give each port a name of its own"});
  }
  for (const auto& support : component.supports)
    check_repid(support.repid, support.at, "supportsinterface '" + support.name + "'", findings);
}

}  // namespace orbweaver::profile::checks
