// SPDX-License-Identifier: Apache-2.0
// Finds the objects that a user names: applications, components and factories.
#pragma once
#include <orbweaver/control/domain.hpp>
#include <orbweaver/control/report.hpp>

#include <string>
#include <vector>

namespace orbweaver::control {

using Application = CORBA::object_reference<CF::Application>;
using Factory = CORBA::object_reference<CF::ApplicationFactory>;

/// The object that "APPLICATION" or "APPLICATION/COMPONENT" names.
struct ApplicationTarget {
  std::string text;  // as the user wrote it, for messages
  Application application;
  std::string name, identifier;  // of the application
  std::string component;         // its id, "rx:radio"; empty: the application itself is named
  CORBA::object_reference<CF::Resource> resource;  // the component's, or the application's
};

/// Finds the object that a user names. Throws Failed, which lists the names that exist.
[[nodiscard]] ApplicationTarget find_target(const Domain& domain, const std::string& text);
/// Like find_target(), but refuses the name of a component.
[[nodiscard]] ApplicationTarget find_application(const Domain& domain, const std::string& text);
[[nodiscard]] Factory find_factory(const Domain& domain, const std::string& text);

/// Returns the applications that answer. Throws Failed if the domain manager does not.
[[nodiscard]] std::vector<ApplicationTarget> all_applications(const Domain& domain);
/// Returns the component that is bound under this name. `text` is the user's word, for messages.
/// Throws Failed.
[[nodiscard]] CORBA::object_reference<CF::Resource> component_at(const Domain& domain,
                                                                 const std::string& text,
                                                                 const std::string& name);

/// Returns the file of the SAD from which the application was created. Throws Failed.
[[nodiscard]] std::string profile_of(const ApplicationTarget& target);

/// Returns the instantiation's id "rx" of the component "rx:radio". The application's name after
/// the colon may differ from the SAD's, as in "rx:radio_2".
[[nodiscard]] std::string instantiation_in(const std::string& component,
                                           const std::string& application);

/// {"application": name, "identifier": ..., "component": ...}
[[nodiscard]] Json named(const ApplicationTarget& target);

}  // namespace orbweaver::control
