// SPDX-License-Identifier: Apache-2.0
// The properties of an application or of one component, as the profiles in the domain's file system
// define them.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "domain_profiles.hpp"

namespace orbweaver::control {

/// A property, with all properties of its component.
struct KnownProperty {
  property::Property definition;
  std::vector<property::Property> all;
  std::string component;                    // id of the instantiation that has it
  std::optional<property::Override> given;  // the SAD's value, which overrides the default
};

/// Reads each profile when it is first needed, and once. Threads: one at a time. All functions
/// throw Failed if a profile cannot be read.
class KnownProperties {
 public:
  /// `component`: an instantiation's id. If it is empty, the properties are the application's: its
  /// external properties and those of the assembly controller.
  KnownProperties(const Domain& domain, std::string sad, std::string component);

  /// Returns the property with this id. In an application, "COMPONENT.PROPERTY" finds a component's
  /// property.
  [[nodiscard]] std::optional<KnownProperty> find(const std::string& id);
  /// Returns the ids of the properties that can be set.
  [[nodiscard]] std::vector<std::string> settable();
  /// Returns the ids of the properties of one instantiation that can be set.
  [[nodiscard]] std::vector<std::string> settable_of(const std::string& component);
  /// Returns the ids of the application's instantiations.
  [[nodiscard]] std::vector<std::string> components();
  /// Returns the component's id, or that of the application's assembly controller.
  [[nodiscard]] const std::string& component();

 private:
  [[nodiscard]] std::optional<KnownProperty> find_in(const std::string& component,
                                                     const std::string& id);
  const std::vector<property::Property>& of(const std::string& component);
  [[nodiscard]] std::optional<property::Override> given_by_assembly(const std::string& component,
                                                                    const std::string& id);

  DomainProfiles profiles_;
  std::string sad_, component_;
  const bool is_application_;
  std::map<std::string, std::vector<property::Property>> known_;
};

}  // namespace orbweaver::control
