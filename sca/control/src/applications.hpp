// SPDX-License-Identifier: Apache-2.0
// The objects that a user names: applications, their components, their factories.
#pragma once
#include <orbweaver/control/domain.hpp>
#include <orbweaver/control/report.hpp>

#include <string>
#include <vector>

namespace orbweaver::control {

using Application = CORBA::object_reference<CF::Application>;
using Factory = CORBA::object_reference<CF::ApplicationFactory>;

/// The application, and perhaps a component of it, that "APPLICATION" or "APPLICATION/COMPONENT"
/// names.
struct ApplicationTarget {
  std::string text;  // as the user wrote it, for messages
  Application application;
  std::string name, identifier;  // of the application
  std::string component;         // its id, "rx:radio"; empty: the application itself is meant
  CORBA::object_reference<CF::Resource> resource;  // of what is meant
};

/// All throw Failed, which lists what there is.
[[nodiscard]] ApplicationTarget find_target(const Domain& domain, const std::string& text);
/// As find_target(), and no component.
[[nodiscard]] ApplicationTarget find_application(const Domain& domain, const std::string& text);
[[nodiscard]] Factory find_factory(const Domain& domain, const std::string& text);

/// The applications that answer. Throws Failed if the domain manager does not.
[[nodiscard]] std::vector<ApplicationTarget> all_applications(const Domain& domain);
/// The component with this name at the naming service; `text`: for messages. Throws Failed.
[[nodiscard]] CORBA::object_reference<CF::Resource> component_at(const Domain& domain,
                                                                 const std::string& text,
                                                                 const std::string& name);

/// The SAD that the application is made from. Throws Failed.
[[nodiscard]] std::string profile_of(const ApplicationTarget& target);

/// "rx" of the component "rx:radio" of the application "radio", or of another of that name,
/// "rx:radio_2".
[[nodiscard]] std::string instantiation_in(const std::string& component,
                                           const std::string& application);

/// {"application": name, "identifier": ..., "component": ...}
[[nodiscard]] Json named(const ApplicationTarget& target);

}  // namespace orbweaver::control
