// SPDX-License-Identifier: Apache-2.0
// The components that a node starts, and their order. The plan is read from the device
// configuration (DCD) and all files that it names, before anything is started. Does not use CORBA.
// SCA 2.2.2, 3.1.3.2.4 and Appendix D.7.
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
  std::vector<std::string> processors;  // all names of its processor
};
/// This machine, with the names of uname(): "Linux", "x86_64".
[[nodiscard]] NodeMachine this_machine();

/// The code of the chosen implementation.
struct ChosenCode {
  std::string implementation;  // its id
  std::string file;            // the file that a device loads, absolute in the node's file system
  std::string program;         // the program to execute: the file, or the entry point below it
  std::filesystem::path path;  // of the program, on this machine
  bool is_shared_library = false;  // if so, only a device can execute it
  deploy::ExecuteOptions options;  // of the code, the profiles and the DCD
};

/// One component instantiation of the DCD.
struct NodeComponent {
  enum class Kind { device, service };

  Kind kind = Kind::device;
  std::string id;       // of the instantiation
  std::string label;    // its usagename; if that is missing, the id
  std::string profile;  // its SPD, absolute in the node's file system
  ChosenCode code;
  // execparam properties with their values
  std::vector<std::pair<std::string, std::string>> parameters;
  deploy::Capacities configure;  // values that it is configured with after its registration
  std::string deploy_on;  // id of the executing device; empty: the device manager executes it
  std::string part_of;    // id of the composite device; empty: none
  std::string fault;      // one clause that says why it cannot be started; empty: it can
};

struct NodePlan {
  std::string identifier, label;  // the DCD's id and name
  std::string profile;            // the DCD, absolute in the node's file system
  std::filesystem::path root;     // of that file system
  /// In the order of the DCD, but each after the devices that execute it or that it is part of.
  std::vector<NodeComponent> components;
  std::vector<profile::ConnectInterface> connections;
  std::vector<profile::FileSystemName> file_systems;
  std::optional<profile::FindBy> domain_manager;
  std::vector<property::Property> properties;  // of the device manager

  /// Returns the component with this id; null if there is none.
  [[nodiscard]] const NodeComponent* find(std::string_view id) const;
};

struct NodeRequest {
  std::filesystem::path dcd;
  /// `/` of the node's file system. Nothing: the folder above the DCD in which the DCD's names
  /// exist, else that of `$SDRROOT`, else that of this installation.
  std::optional<std::filesystem::path> root;
  NodeMachine machine = this_machine();
  /// Whether the DCD must name the domain manager. It need not if the user names it.
  bool needs_domain_manager = true;
};

/// Reads and checks the DCD and all files that it names. A component whose program does not exist,
/// or that has no implementation for this machine, is in the plan with its fault, so that the
/// others can be started.
/// Blocks: on the file system. Fails: with a line for each error of the files, as `orbweaver check`
/// prints them; if the file is no DCD; if devices wait for each other in a cycle.
[[nodiscard]] Result<NodePlan, std::vector<std::string>> read_node(const NodeRequest& request);

/// Sorts each component after those that its `deploy_on` and `part_of` name.
/// Fails: with a line that names the components that wait for each other in a circle.
[[nodiscard]] Result<std::vector<NodeComponent>, std::string> in_start_order(
    std::vector<NodeComponent> components);

}  // namespace orbweaver::node
