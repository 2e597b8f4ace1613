// SPDX-License-Identifier: Apache-2.0
// Checks profiles against the program that they describe. orbweaver_component() writes the profiles
// that it generates from a class into two sections of the program. Here these sections are read;
// the program is not run.
#include <algorithm>

#include <orbweaver/profile/differences.hpp>
#include <orbweaver/property/execute_option.hpp>
#include <orbweaver/property/settable.hpp>

#include "checks/rules.hpp"
#include "files/elf_section.hpp"

namespace orbweaver::profile::checks {

namespace {

using Direction = ComponentPort::Direction;
using property::Property;

/// The component as its program describes it.
struct DescribedProgram {
  std::string file;  // for messages
  Profile descriptor, properties;

  [[nodiscard]] const std::vector<ComponentPort>& ports() const {
    return descriptor.as<SoftwareComponent>()->ports;
  }
  [[nodiscard]] std::string remedy() const {
    return "give both the same, or let the program write its profiles: " +
           std::filesystem::path{file}.filename().string() + " --profiles DIR";
  }
};

std::string described(const ComponentPort& port) {
  return std::string{port.direction == Direction::uses ? "uses" : "provides"} + " port of " +
         shown(port.repid);
}

const ComponentPort* port_named(const std::vector<ComponentPort>& ports, const std::string& name,
                                Direction direction) {
  const auto found = std::ranges::find_if(ports, [&](const ComponentPort& component_port) {
    return component_port.name == name && component_port.direction == direction;
  });
  return found == ports.end() ? nullptr : &*found;
}

/// Returns the port of this name: with the same direction if there is one, else with the other.
const ComponentPort* port_like(const std::vector<ComponentPort>& ports, const ComponentPort& like) {
  if (const auto* same = port_named(ports, like.name, like.direction)) return same;
  const auto found = std::ranges::find(ports, like.name, &ComponentPort::name);
  return found == ports.end() ? nullptr : &*found;
}

void check_port(const ComponentPort& port, const DescribedProgram& program, Findings& findings) {
  const auto* const own = port_like(program.ports(), port);
  if (own != nullptr && own->direction == port.direction && own->repid == port.repid) return;
  NameList names;
  for (const auto& component_port : program.ports()) names.add(component_port.name);
  findings.push_back(
      {Code::program_port_wrong, port.at, "port '" + shown(port.name) + "'",
       own == nullptr ? program.file + " has no such port"
                      : "it is a " + described(port) + " here, and a " + described(*own) + " in " +
                            program.file,
       own == nullptr ? names.text("its ports: ", "it has none") : program.remedy()});
}

void check_ports(const SoftwareComponent& descriptor, const DescribedProgram& program,
                 Findings& findings) {
  for (const auto& port : descriptor.ports) check_port(port, program, findings);
  for (const auto& port : program.ports())
    if (port_like(descriptor.ports, port) == nullptr)
      findings.push_back(
          {Code::program_port_unlisted, descriptor.at, "port '" + shown(port.name) + "'",
           program.file + " has this " + described(port) + ", and the descriptor does not list it",
           "add it to ports"});
}

/// Whether a class can define the property. It cannot define how a device allocates or executes the
/// component.
bool is_of_class(const Property& property) {
  const auto& common = common_of(property);
  return (common.kinds.has(property::Kind::configure) || property::is_parameter(property)) &&
         !property::is_execute_option(common.id);
}

/// Returns the properties that a class may define, and those that this class does define.
std::vector<Property> of_class(std::vector<Property> all, const std::vector<Property>& in_class) {
  std::erase_if(all, [&](const Property& property) {
    return !is_of_class(property) && property::find(in_class, common_of(property).id) == nullptr;
  });
  return all;
}

Finding finding_of(const Difference& difference, const Property* in_profile, const Position& file,
                   const DescribedProgram& program) {
  const auto what = "property '" + shown(difference.id) + "'";
  const auto& at = in_profile != nullptr ? common_of(*in_profile).at : file;
  if (difference.of == Difference::Of::code_alone)
    return {Code::program_property_differs, at, what,
            program.file + " has it, and no property file does", program.remedy()};
  if (difference.of == Difference::Of::profile_alone)
    return {Code::program_property_differs, at, what, program.file + " has no such property",
            "correct the id, or leave it out"};
  const bool is_type =
      difference.trait == "form" || difference.trait == "type" || difference.trait == "complex";
  return {is_type ? Code::program_type_differs : Code::program_property_differs, at, what,
          "its " + difference.trait + (difference.trait.ends_with('s') ? " are " : " is ") +
              shown(difference.in_profile) + " here, and " + shown(difference.in_code) + " in " +
              program.file,
          program.remedy()};
}

void check_properties_of(const ComponentProfile& component, const std::vector<Property>& in_profile,
                         const DescribedProgram& program, Findings& findings) {
  const auto& file = component.package->property_file;
  const auto at = file ? file->at : component.package->at;
  const auto& in_program = program.properties.as<Properties>()->properties;
  for (const auto& difference : all_differences(in_program, of_class(in_profile, in_program)))
    findings.push_back(
        finding_of(difference, property::find(in_profile, difference.id), at, program));
}

/// Returns the profile in the section; an empty profile if there is no section. Adds a finding if
/// the section cannot be read.
Profile profile_in(const std::filesystem::path& file, const char* section,
                   const ImplementationCode& code, const std::string& shown_as,
                   Findings& findings) {
  const ReadLimits limits;
  const auto found = files::elf_section_of(file, section, limits.bytes);
  const auto unreadable = [&](const std::string& cause) {
    findings.push_back(
        {Code::program_unreadable, code.at, "program " + shown_as, cause, "build it again"});
    return Profile{};
  };
  if (!found) return unreadable(found.error());
  if (!*found) return {};
  auto read = read_profile(**found, shown_as + ":" + section, limits);
  if (count(read.findings, Severity::error) == 0) return read;
  const auto& first = *std::ranges::find(read.findings, Severity::error, &Finding::severity);
  return unreadable("its section " + std::string{section} + ": " + first.what + ": " + first.cause);
}

}  // namespace

void check_programs(const ComponentProfile& component, const Root& root, Findings& findings) {
  for (const auto& implementation : component.package->implementations) {
    if (!implementation.code) continue;
    const auto& code = *implementation.code;
    const auto found = root.find(code.file.name, component.profile->folder);
    if (!found) continue;
    const auto read = [&](const char* section) {
      return profile_in(found->real, section, code, found->shown.string(), findings);
    };
    const DescribedProgram program{found->shown.string(), read(".orbweaver.scd"),
                                   read(".orbweaver.prf")};
    if (component.descriptor != nullptr && program.descriptor.as<SoftwareComponent>() != nullptr)
      check_ports(*component.descriptor, program, findings);
    if (program.properties.as<Properties>() != nullptr)
      check_properties_of(component, component.properties(implementation.id), program, findings);
  }
}

}  // namespace orbweaver::profile::checks
