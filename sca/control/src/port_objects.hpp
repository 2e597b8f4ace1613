// SPDX-License-Identifier: Apache-2.0
// Finds the objects of ports, and asks them for their connections.
#pragma once
#include <orbweaver/generated/sca/CF/Port.hpp>
#include <orbweaver/generated/sca/ExtendedCF.hpp>

#include <optional>
#include <string>
#include <vector>

#include "applications.hpp"

namespace orbweaver::control {

/// Returns the uses port. Throws Failed, which lists the uses ports.
[[nodiscard]] CORBA::object_reference<CF::Port> uses_port(const Domain& domain,
                                                          const ApplicationTarget& target,
                                                          const std::string& name);
/// Returns the object of a provides port. Throws Failed, which lists the provides ports.
[[nodiscard]] CORBA::object_reference<CORBA::Object> provides_port(const Domain& domain,
                                                                   const ApplicationTarget& target,
                                                                   const std::string& name);

/// Returns the connections of a uses port; nothing if it does not report them. Throws CORBA
/// exceptions.
[[nodiscard]] std::optional<ExtendedCF::UsesConnectionSequence> connections_of(
    const CORBA::object_reference<CORBA::Object>& port);

/// A component of a running application, found by its name at the naming service.
struct RunningComponent {
  std::string id;                                    // of its instantiation
  CORBA::object_reference<CF::Resource> resource{};  // nil: see `error`
  std::string error{};  // one line that says why it cannot be reached; empty: it can
};
/// Returns the components in the application's order. Throws Failed if the application or the
/// naming service does not answer.
[[nodiscard]] std::vector<RunningComponent> components_of(const Domain& domain,
                                                          const ApplicationTarget& application);

/// Maps the objects of provides ports to the names of their components, for all applications of the
/// domain. Asks the components at the first use.
class PortNames {
 public:
  explicit PortNames(const Domain& domain) : domain_(&domain) {}
  struct FullName {
    std::string application, component, port;
    [[nodiscard]] std::string text() const { return application + "/" + component + " " + port; }
  };
  /// Returns null if the object is no port of a component that answers.
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
