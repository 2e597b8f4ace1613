// SPDX-License-Identifier: Apache-2.0
// The checks of each kind of profile. They add findings. Only check_programs() reads files.
#pragma once
#include <orbweaver/profile/application.hpp>

#include <map>

namespace orbweaver::profile::checks {

/// The parts that a SAD and a DCD have in common.
struct Assembly {
  std::vector<Placed> placed;
  const std::vector<ComponentFile>* files = nullptr;
  const std::vector<ConnectInterface>* connections = nullptr;
  const std::vector<UsesDevice>* uses_devices = nullptr;  // null for a DCD
  const std::map<std::string, std::shared_ptr<const ComponentProfile>>* components = nullptr;

  /// Returns the placed component with this id; null if there is none.
  [[nodiscard]] const Placed* find(const std::string& id) const;
  /// Returns the component whose `findcomponent` has this name; null if there is none.
  [[nodiscard]] const Placed* find_by_name(const std::string& naming_name) const;
  [[nodiscard]] const ComponentProfile* component_of(const Placed& placed) const;
  [[nodiscard]] std::string ids() const;  // for remedies
};

/// The properties of components. Those of a component are merged at the first use.
class MergedProperties {
 public:
  struct Merged {
    std::vector<property::Property> all;
    std::map<std::string, std::size_t> by_id;
    /// Returns null if the component has no such property.
    [[nodiscard]] const property::Property* find(const std::string& id) const;
  };
  const Merged& of(const ComponentProfile& component);

 private:
  std::map<const ComponentProfile*, Merged> merged_;
};

void check_properties(const Properties& properties, Findings& findings);
void check_package(const SoftwarePackage& package, const Profile& profile, const Root& root,
                   Findings& findings);
void check_dependencies(const ComponentProfile& component, Findings& findings);
void check_redefined(const ComponentProfile& component, Findings& findings);
/// Compares ports and properties with the profiles in the implementations' programs. Runs no
/// program.
void check_programs(const ComponentProfile& component, const Root& root, Findings& findings);
void check_descriptor(const SoftwareComponent& component, Findings& findings);

void check_placements(const Assembly& assembly, const std::vector<ComponentPlacement>& placements,
                      Findings& findings);
void check_component_files(const Assembly& assembly, Findings& findings);
void check_components(const Assembly& assembly, MergedProperties& properties, Findings& findings);
void check_overrides(const std::vector<Override>& given, const ComponentProfile& component,
                     MergedProperties& properties, Findings& findings);
void check_connections(const Assembly& assembly, Findings& findings);
void check_application(const SoftwareAssembly& sad, const Assembly& assembly,
                       MergedProperties& properties, Findings& findings);
void check_external(const SoftwareAssembly& sad, const Assembly& assembly,
                    MergedProperties& properties, Findings& findings);
void check_node(const DeviceConfiguration& dcd, const Assembly& assembly, Findings& findings);
void check_assignments(const DeploymentEnforcement& das, const SoftwareAssembly* sad,
                       Findings& findings);

/// Adds a finding for each id that occurs again.
class UniqueIds {
 public:
  UniqueIds(std::string element, Findings& findings)
      : element_(std::move(element)), findings_(&findings) {}
  /// Ignores an empty id: another check reports it.
  void add(const std::string& id, const Position& at);

 private:
  std::string element_;
  Findings* findings_;
  std::map<std::string, Position> seen_;
};

/// Shortens a name for a message, as a hostile one may have millions of characters.
[[nodiscard]] std::string shown(const std::string& name);

/// Returns "a, b, c"; a long list ends with "...".
class NameList {
 public:
  void add(const std::string& name);
  [[nodiscard]] std::string text(const std::string& before, const std::string& if_none) const;

 private:
  static constexpr std::size_t kShown = 8;
  std::string text_;
  std::size_t count_ = 0;
};

/// Makes the finding about a fault of a value.
[[nodiscard]] Finding finding_of(const property::DefaultFault& fault);

/// Adds a warning for each number that other readers take as octal.
void check_octal(const property::Property& property, const std::vector<property::Text>& texts,
                 Findings& findings);

}  // namespace orbweaver::profile::checks
