// SPDX-License-Identifier: Apache-2.0
// The objects of ports, and what is known of them by asking.
#pragma once
#include <orbweaver/generated/sca/CF/Port.hpp>
#include <orbweaver/generated/sca/ExtendedCF.hpp>

#include <optional>
#include <string>
#include <vector>

#include "applications.hpp"

namespace orbweaver::control {

/// The uses port. Throws Failed, which says which there are.
[[nodiscard]] CORBA::object_reference<CF::Port> uses_port(const Domain& domain,
                                                          const ApplicationTarget& target,
                                                          const std::string& name);
/// The object of a provides port. Throws Failed, which says which there are.
[[nodiscard]] CORBA::object_reference<CORBA::Object> provides_port(const Domain& domain,
                                                                   const ApplicationTarget& target,
                                                                   const std::string& name);

/// Nothing: the port does not say where it leads. Throws CORBA exceptions.
[[nodiscard]] std::optional<ExtendedCF::UsesConnectionSequence> connections_of(
    const CORBA::object_reference<CORBA::Object>& port);

/// A component of an application that runs, as its naming context has it.
struct RunningComponent {
  std::string id;                                    // of its instantiation
  CORBA::object_reference<CF::Resource> resource{};  // nil: it cannot be reached
  std::string error{};                               // why; one line
};
/// In the application's order. Throws Failed if the application or the naming service does not
/// answer.
[[nodiscard]] std::vector<RunningComponent> components_of(const Domain& domain,
                                                          const ApplicationTarget& application);

/// The provides ports of all components in the domain, by their objects. They are asked for at the
/// first use.
class PortNames {
 public:
  explicit PortNames(const Domain& domain) : domain_(&domain) {}
  struct FullName {
    std::string application, component, port;
    [[nodiscard]] std::string text() const { return application + "/" + component + " " + port; }
  };
  /// Null: it belongs to no component that answers.
  [[nodiscard]] const FullName* find(const CORBA::object_reference<CORBA::Object>& object);

 private:
  struct Known {
    CORBA::object_reference<CORBA::Object> object;
    FullName name;
  };
  void ask();
  void ask(const ApplicationTarget& application);
  void ask(const ApplicationTarget& component, const FullName& name);

  const Domain* domain_;
  std::optional<std::vector<Known>> known_;
};

}  // namespace orbweaver::control
