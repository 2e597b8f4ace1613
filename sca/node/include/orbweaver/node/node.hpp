// SPDX-License-Identifier: Apache-2.0
// A node: a CF::DeviceManager made from a DCD, with its file systems, and its devices and services
// as programs. SCA 2.2.2, 3.1.3.2.4.
//
//   auto plan = node::read_node({.dcd = "/sdr/dev/nodes/here/here.dcd.xml"});
//   node::Node here(orb, {.plan = *plan, .guard_program = *guard::program_beside_this()});
//   (void)here.join(domain_manager);
//   here.start(stop_token);
//   here.end();
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/device/output_reader.hpp>
#include <orbweaver/generated/sca/CF/DomainManager.hpp>
#include <orbweaver/node/node_plan.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orbweaver::node {

class NodeCore;

/// The state of a device or service.
enum class ComponentState {
  started,       // its program runs, or a device executes it
  ready,         // registered, initialised and configured; the domain has it
  failed,        // `why` says the reason; the domain does not have it
  unregistered,  // it unregistered by itself
  ended,         // its program ended; `why` says how
  restarting,    // it ended or failed, and will be started again
  given_up,      // it ended or failed, and will not be started again
};
[[nodiscard]] std::string_view name_of(ComponentState state);

struct ComponentEvent {
  NodeComponent::Kind kind = NodeComponent::Kind::device;
  std::string id, label;
  ComponentState state = ComponentState::started;
  int process = 0;             // 0: none, or not known
  std::string why;             // one clause; may be empty
  unsigned restart = 0;        // of restarting: the number of this restart, in a row
  unsigned most_restarts = 0;  // of restarting and given_up: the most in a row; 0: no limit
};

/// Functions that the node calls on its threads, several at the same time. They must be brief.
struct NodeEvents {
  std::function<void(const ComponentEvent& event)> on_component;
  /// A program printed a line. `component`: its id in the DCD.
  std::function<void(const std::string& component, device::Stream stream, std::string_view line)>
      on_line;
  /// One line about a problem: a connection that could not be made, or a domain that does not
  /// answer.
  std::function<void(const std::string& line)> on_problem;
  /// One line about a device or service that ended or is late. Node::missing() lists it until it is
  /// ready again.
  std::function<void(const std::string& line)> on_absence;
  /// A client called CF::DeviceManager::shutdown. The program then calls end(), on another thread.
  std::function<void()> on_shutdown;
};

/// The manager that makes the connections of the DCD. In SCA 2.2.2 the domain manager makes them,
/// when the node and its devices register.
enum class Connecting { by_node, by_domain };

struct NodeSetup {
  NodePlan plan;
  std::string guard_program;  // path of orbweaver-guard
  std::vector<std::string> environment{"PATH=/usr/local/bin:/usr/bin:/bin"};  // of every program
  /// Options of each program's ORB. Every program gets them before its own parameters.
  std::vector<std::pair<std::string, std::string>> parameters;
  /// Further folders of this machine in the node's file system: mount point and folder.
  std::vector<std::pair<std::string, std::filesystem::path>> mounts;
  bool mounts_are_read_only = false;  // for clients; the node's own files are always read-only
  Connecting connecting = Connecting::by_node;
  Nanoseconds registration_timeout = std::chrono::seconds{30};  // from a program's start
  Nanoseconds call_timeout = std::chrono::seconds{10};  // of each call of a device or the domain
  Nanoseconds grace = std::chrono::seconds{2};          // between SIGTERM and SIGKILL
  // interval in which the node asks whether the domain exists
  Nanoseconds domain_check = std::chrono::seconds{1};
  /// The pause before a device or service is started again after it failed, or after its program
  /// ended without unregistering. Zero: it is not started again.
  /// The pause doubles with each end in a row, up to the longest. After a component has run for as
  /// long as the longest pause, it begins with the first pause again. A component that a device
  /// executes, or that is part of a composite device, waits until that device is ready.
  Nanoseconds restart_after{};
  unsigned most_restarts = 5;  // in a row; 0: no limit
  Nanoseconds longest_restart = std::chrono::minutes{1};
  NodeEvents events;
};

/// Why the node could not join the domain.
struct JoinFault {
  enum class Kind {
    not_now,  // the domain manager does not answer, or raised CF_EAGAIN: try again
    refused,  // the domain manager refused the node
  };
  Kind kind = Kind::refused;
  std::string why;  // one clause
};

/// Threads: any. join() and await_loss() are called one after the other; the first join() comes
/// before start().
///
/// When a device registers, a thread of the node does the following. For a service, it does only
/// the last two steps.
///   1. initialize, if this node started the device
///   2. configure with the writable values of the DCD and the profile, if this node started it
///   3. DomainManager::registerDevice: from now on the device takes components
///   4. connections of the DCD whose other end exists
/// The steps begin after registerDevice() has returned, so a device with one thread can answer
/// them. If a step fails, the device is ended, and the others go on.
class Node {
 public:
  /// Serves the file systems and the device manager from now on. Throws CORBA::BAD_PARAM if a
  /// folder cannot be opened.
  Node(const std::shared_ptr<CORBA::ORB>& orb, NodeSetup options);
  /// Like end(). The last lines of programs may be reported until this returns.
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  [[nodiscard]] CORBA::object_reference<CF::DeviceManager> manager() const;

  /// Registers the node with the domain manager. The domain refuses it if a living node has its
  /// identifier. After await_loss(), all devices and services are registered again, with this
  /// domain. Blocks: for some calls of the domain and one call of each of its nodes, each at most
  /// `call_timeout`.
  [[nodiscard]] Result<void, JoinFault> join(
      const CORBA::object_reference<CF::DomainManager>& domain);

  /// Waits until the domain is gone, was restarted, or does not have this node any more. Returns
  /// the reason; nothing if stop was requested. The node then calls no domain until the next
  /// join(); its devices and services go on.
  [[nodiscard]] std::optional<std::string> await_loss(const std::stop_token& stop);

  /// Starts all components in their order. A component that a device executes, or that is part of a
  /// device, waits for that device.
  /// Blocks: until each component is ready, has failed, or is late. The program of a late component
  /// keeps running, and may register later. Returns early if stop is requested.
  void start(const std::stop_token& stop);

  /// Returns a line for each device and service of the DCD that failed, ended or is late, and has
  /// not come back.
  [[nodiscard]] std::vector<std::string> missing() const;

  /// Makes the connections of the DCD that can be made. Returns the identifiers of those that wait
  /// for an end; none if the domain makes the connections. Blocks: for a few calls for each
  /// connection.
  [[nodiscard]] std::vector<std::string> open_connections();

  /// Leaves the domain, disconnects, releases the devices in reverse order, and ends all programs.
  /// The second call does nothing. Requires: start() has returned; a request to stop ends it.
  /// Blocks: at most `call_timeout` for each device that hangs.
  void end();

 private:
  std::shared_ptr<NodeCore> core_;
};

}  // namespace orbweaver::node
