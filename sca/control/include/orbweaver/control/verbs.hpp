// SPDX-License-Identifier: Apache-2.0
// The verbs of an operator for a domain of SCA 2.2.2, one function for each. They speak plain CF
// over IIOP, so that the domain may be of any vendor.
//
//   auto orb = CORBA::ORB_init({"-ORBcallTimeout", "10000"});
//   const auto domain = control::find_domain(orb, {.name = "Orbweaver"});
//   std::cout << control::list_applications(domain).text;
//
// The functions block on calls of the domain, each at most for the ORB's timeout, and throw Failed.
// Threads: any. No state is kept between two calls.
#pragma once
#include <orbweaver/control/domain.hpp>
#include <orbweaver/control/report.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::control {

// ---- installation: SCA 2.2.2, 3.1.3.2.3 ----

struct Install {
  std::filesystem::path sad;
  // of the SCA file system; nothing: guessed from the SAD
  std::optional<std::filesystem::path> root{};
  std::string as{};      // the SAD's name in the domain; empty: its name below the root
  bool replace = false;  // replaces files of the domain that differ
};
/// Copies the SAD and all files that it names into the domain's file system, and installs the
/// application. Identical files that the domain already has are not copied again. A list of the
/// copied files is written beside the SAD. If the domain refuses the application, the copied files
/// are removed.
Report install(const Domain& domain, const Install& wanted);
/// Installs an application whose SAD is in the domain's file system already.
Report install_without_copying(const Domain& domain, const std::string& sad);

struct Uninstall {
  std::string application;  // name or identifier of its factory, or the SAD's name in the domain
  bool force = false;       // uninstalls it also while applications of it run
};
/// Uninstalls the application, and removes the files that install() copied for it. A file that
/// another installed application uses stays until that application is uninstalled.
Report uninstall(const Domain& domain, const Uninstall& wanted);

// ---- queries ----

/// Lists installed and running applications. An application that does not answer is listed with its
/// error.
[[nodiscard]] Report list_applications(const Domain& domain);
/// Lists device managers, and their devices with states and properties.
[[nodiscard]] Report list_devices(const Domain& domain);
/// Checks that the domain, its nodes, devices, applications and components answer, and that no
/// device is disabled. The report has a line for each part that fails. Components are found by
/// their names at the naming service. Throws Failed if the domain manager does not answer.
[[nodiscard]] Report examine(const Domain& domain);

/// Removes a lost node (with its devices) or a lost device from the list that examine() reports,
/// because the operator knows that it does not come back. `id`: its identifier. Throws Failed if
/// neither is lost, or if the domain is not Orbweaver's, as other domains keep no such list.
Report forget(const Domain& domain, const std::string& id);

// ---- running applications ----
// An application is named by its name or its identifier. A component is named by
// APPLICATION/COMPONENT, where COMPONENT is its identifier, with or without ":APPLICATION".

/// Shows and sets properties. `words`: "ID" shows a property; "ID=VALUE" and "ID.MEMBER=VALUE" set
/// one. No words: shows all.
Report properties(const Domain& domain, const std::string& target,
                  const std::vector<std::string>& words);
/// Lists the external ports of an application or the ports of a component, from the profiles in the
/// domain's file system; or the one port that is named. Uses ports are listed with the connections
/// that they report.
[[nodiscard]] Report ports(const Domain& domain, const std::string& target,
                           const std::string& port = {});
/// Connects a uses port to an object. `id`: the connection's identifier; if it is empty, one is
/// made and reported.
Report connect(const Domain& domain, const std::string& target, const std::string& port,
               const std::string& reference, std::string id);
Report disconnect(const Domain& domain, const std::string& target, const std::string& port,
                  const std::string& id);

/// A uses port and a provides port, of components or of applications (external ports).
struct PortsToConnect {
  std::string uses_target, uses_port;
  std::string provides_target, provides_port;
};
Report connect(const Domain& domain, const PortsToConnect& ports, std::string id);
/// Ends all connections between the two ports. Throws Failed if there is none, or if the uses port
/// does not report where its connections lead.
Report disconnect(const Domain& domain, const PortsToConnect& ports);

/// Measures for `seconds`, then reports how components used that time, and the rates of their
/// connections. A component that measures nothing is listed as such. Blocks: for `seconds` and the
/// calls.
[[nodiscard]] Report statistics(const Domain& domain, const std::string& target, double seconds);

struct Create {
  std::string application;         // name or identifier of its factory
  std::string name{};              // of the new application; empty: the factory's
  std::vector<std::string> on{};   // COMPONENT=DEVICE, a device's label or identifier
  std::vector<std::string> set{};  // ID=VALUE of the assembly controller, or COMPONENT.ID=VALUE
  /// The folder from which names of files count. It is set as property `working_folder` of each
  /// component that has this property and no value for it in `set` or the SAD. Used only for a
  /// domain of this user on this machine.
  std::filesystem::path working_folder{};
};
Report create(const Domain& domain, const Create& wanted);
Report start(const Domain& domain, const std::string& target);
Report stop(const Domain& domain, const std::string& target);
Report release(const Domain& domain, const std::string& application);

}  // namespace orbweaver::control
