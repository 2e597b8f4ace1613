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

/// A property, among all of its component.
struct KnownProperty {
  property::Property definition;
  std::vector<property::Property> all;
  std::string component;                    // the instantiation that has it
  std::optional<property::Override> given;  // by the SAD, in the place of its default
};

/// Reads each profile once, when it is needed first. One thread at a time. All throw Failed if a
/// profile cannot be read.
class KnownProperties {
 public:
  /// `component`: an instantiation's id; empty: of the application itself, whose properties are its
  /// external ones and the assembly controller's.
  KnownProperties(const Domain& domain, std::string sad, std::string component);

  /// The property of this id. In an application, COMPONENT.PROPERTY is found, too.
  [[nodiscard]] std::optional<KnownProperty> find(const std::string& id);
  /// The ids of those that can be set.
  [[nodiscard]] std::vector<std::string> settable();
  /// Likewise, of one instantiation alone.
  [[nodiscard]] std::vector<std::string> settable_of(const std::string& component);
  /// The instantiations of the application.
  [[nodiscard]] std::vector<std::string> components();
  /// The component, or the assembly controller of an application.
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
