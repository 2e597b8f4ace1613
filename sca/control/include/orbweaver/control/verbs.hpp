// SPDX-License-Identifier: Apache-2.0
// The verbs of an operator for a domain of SCA 2.2.2, one function for each. They speak plain CF
// over IIOP, so that the domain may be of any vendor.
//
//   auto orb = CORBA::ORB_init({"-ORBcallTimeout", "10000"});
//   const auto domain = control::find_domain(orb, {.name = "Orbweaver"});
//   std::cout << control::list_applications(domain).text;
//
// The functions block on calls of the domain, at most the ORB's timeout on each call, and throw
// Failed. Threads: any. Nothing is kept between two calls.
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
  std::optional<std::filesystem::path> root{};  // of the SCA file system; none: guessed
  std::string as{};      // the SAD's name in the domain; empty: as below the root
  bool replace = false;  // files of the domain that differ
};
/// Copies the SAD and all that it names into the domain's file system, and installs it. Files that
/// are there already and are the same are used as they are. A list of what was copied is put beside
/// the SAD. If the domain refuses the application, what was copied is removed.
Report install(const Domain& domain, const Install& wanted);
/// Installs a SAD that is in the domain's file system.
Report install_without_copying(const Domain& domain, const std::string& sad);

struct Uninstall {
  std::string application;  // name or identifier of its factory, or the SAD's name in the domain
  bool force = false;       // also while applications of it run
};
/// Uninstalls it, and removes the files that install() copied for it. A file that another installed
/// application uses stays, and goes with that one.
Report uninstall(const Domain& domain, const Uninstall& wanted);

// ---- what is there ----

/// Installed and running applications. An application that does not answer is listed with its
/// error.
[[nodiscard]] Report list_applications(const Domain& domain);
/// Device managers, and their devices with states and properties.
[[nodiscard]] Report list_devices(const Domain& domain);
/// Whether the domain, its nodes, devices, applications and their components answer, and no device
/// is disabled: a line for each part of which this is not so. A component is found by its name at
/// the naming service. Throws Failed if the domain manager itself does not answer.
[[nodiscard]] Report examine(const Domain& domain);

/// A node or a device that the domain lost does not come back: examine() names it no longer. `id`:
/// its identifier; with a node, its devices. Throws Failed if neither is lost, or if the domain is
/// no Orbweaver's, which keeps no losses.
Report forget(const Domain& domain, const std::string& id);

// ---- applications that run ----
// An application is named by its name or its identifier; a component of it by
// APPLICATION/COMPONENT, where COMPONENT is its identifier, or that without ":APPLICATION".

/// `words`: ids of properties to show, and id=value or id.member=value to set. None: shows all.
Report properties(const Domain& domain, const std::string& target,
                  const std::vector<std::string>& words);
/// The external ports that the SAD has, or the ports of a component, as the domain's file system
/// holds the profiles; or the one that is named. Uses ports with the connections that they say they
/// have.
[[nodiscard]] Report ports(const Domain& domain, const std::string& target,
                           const std::string& port = {});
/// Connects a uses port to an object. `id`: empty for one that is made, and reported.
Report connect(const Domain& domain, const std::string& target, const std::string& port,
               const std::string& reference, std::string id);
Report disconnect(const Domain& domain, const std::string& target, const std::string& port,
                  const std::string& id);

/// A uses port and a provides port: of components of one application or two, or external ones.
struct PortsToConnect {
  std::string uses_target, uses_port;
  std::string provides_target, provides_port;
};
Report connect(const Domain& domain, const PortsToConnect& ports, std::string id);
/// Ends all connections between them. Throws Failed if there is none, or if the uses port does not
/// say where it leads.
Report disconnect(const Domain& domain, const PortsToConnect& ports);

/// Reports how components use their time, and the rates of their connections: the differences
/// between two moments, `seconds` apart. A component without figures is listed as such. Blocks: for
/// that time, too.
[[nodiscard]] Report statistics(const Domain& domain, const std::string& target, double seconds);

struct Create {
  std::string application;         // name or identifier of its factory
  std::string name{};              // of the new application; empty: the factory's
  std::vector<std::string> on{};   // COMPONENT=DEVICE, a device's label or identifier
  std::vector<std::string> set{};  // id=value, of the assembly controller; or component.id=value
  /// What components whose property `working_folder` has no value in `set` or the SAD get for it:
  /// names of files count from there. Only in a domain of this user on this machine.
  std::filesystem::path working_folder{};
};
Report create(const Domain& domain, const Create& wanted);
Report start(const Domain& domain, const std::string& target);
Report stop(const Domain& domain, const std::string& target);
Report release(const Domain& domain, const std::string& application);

}  // namespace orbweaver::control
