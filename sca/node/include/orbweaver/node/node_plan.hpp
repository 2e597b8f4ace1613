// SPDX-License-Identifier: Apache-2.0
// The components that a node starts, and their order: read from its device configuration (DCD) and
// all that it names, before anything is started. No CORBA. SCA 2.2.2, 3.1.3.2.4 and Appendix D.7.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/deploy/device.hpp>
#include <orbweaver/deploy/execute_options.hpp>
#include <orbweaver/profile/model/dcd.hpp>
#include <orbweaver/property/definition.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::node {

/// The machine for which implementations are chosen.
struct NodeMachine {
  deploy::OperatingSystem os;
  std::vector<std::string> processors;  // every name under which its processor goes
};
/// As uname() names them: "Linux", "x86_64".
[[nodiscard]] NodeMachine this_machine();

/// The code of the implementation that was chosen.
struct ChosenCode {
  std::string implementation;      // its id
  std::string file;                // what a device loads, absolute in the node's file system
  std::string program;             // what is executed: the file, or the entry point below it
  std::filesystem::path path;      // of the program on this machine
  bool is_shared_library = false;  // then only a device executes it
  deploy::ExecuteOptions options;  // of the code, the profiles, and the DCD
};

/// One component instantiation of the DCD.
struct NodeComponent {
  enum class Kind { device, service };

  Kind kind = Kind::device;
  std::string id;       // of the instantiation
  std::string label;    // its usagename, or else the id
  std::string profile;  // its SPD, absolute in the node's file system
  ChosenCode code;
  std::vector<std::pair<std::string, std::string>> parameters;  // of kind execparam with a value
  deploy::Capacities configure;  // what it is configured with once it has registered
  std::string deploy_on;  // id of the device that executes it; empty: the device manager does
  std::string part_of;    // id of the composite device; empty: none
  std::string fault;      // why it cannot be started, one clause; empty: it can
};

struct NodePlan {
  std::string identifier, label;  // the DCD's id and name
  std::string profile;            // the DCD, absolute in the node's file system
  std::filesystem::path root;     // of that file system
  /// In the order of the DCD, but each after the devices that execute it and that it is part of.
  std::vector<NodeComponent> components;
  std::vector<profile::ConnectInterface> connections;
  std::vector<profile::FileSystemName> file_systems;
  std::optional<profile::FindBy> domain_manager;
  std::vector<property::Property> properties;  // of the device manager itself

  /// Null if there is none with this id.
  [[nodiscard]] const NodeComponent* find(std::string_view id) const;
};

struct NodeRequest {
  std::filesystem::path dcd;
  /// `/` of the node's file system; none: the folder above the DCD in which its names exist, else
  /// that of `$SDRROOT` or of this installation.
  std::optional<std::filesystem::path> root;
  NodeMachine machine = this_machine();
  /// Whether the DCD must say how the domain manager is found. Not needed if the user says it.
  bool needs_domain_manager = true;
};

/// Reads and checks the DCD and all that it names. A component whose program is not there, or has
/// no implementation for this machine, is in the plan with its fault: the others can be started.
/// Blocks: on the file system. Fails: with a line for each error of the files, as `orbweaver check`
/// prints them; for a file that is no DCD; for devices that wait for each other in a circle.
[[nodiscard]] Result<NodePlan, std::vector<std::string>> read_node(const NodeRequest& request);

/// Each component after those that `deploy_on` and `part_of` name, otherwise in the given order.
/// Fails: with a line that names the components that wait for each other in a circle.
[[nodiscard]] Result<std::vector<NodeComponent>, std::string> in_start_order(
    std::vector<NodeComponent> components);

}  // namespace orbweaver::node
