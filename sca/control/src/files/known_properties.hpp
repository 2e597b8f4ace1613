// The properties of an application or of one component, as the profiles in the domain's file system
// define them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "domain_profiles.hpp"

namespace orbweaver::control {

/// A property, among all of its component.
struct KnownProperty {
  property::Property definition;
  std::vector<property::Property> all;
};

/// Reads each profile once, when it is needed first. One thread at a time. All throw Failed if a
/// profile cannot be read.
class KnownProperties {
 public:
  /// `component`: an instantiation's id; empty: of the application itself, whose properties are its
  /// external ones and the assembly controller's.
  KnownProperties(const Domain& domain, std::string sad, std::string component);

  [[nodiscard]] std::optional<KnownProperty> find(const std::string& id);
  /// The ids of those that can be set.
  [[nodiscard]] std::vector<std::string> settable();

 private:
  const std::vector<property::Property>& of(const std::string& component);
  [[nodiscard]] const std::string& component();

  DomainProfiles profiles_;
  std::string sad_, component_;
  const bool is_application_;
  std::map<std::string, std::vector<property::Property>> known_;
};

}  // namespace orbweaver::control
