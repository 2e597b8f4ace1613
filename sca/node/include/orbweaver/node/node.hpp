// SPDX-License-Identifier: Apache-2.0
// A node: CF::DeviceManager made from a DCD, its file systems, its devices and services as
// programs. SCA 2.2.2, 3.1.3.2.4.
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

/// How far a device or service is.
enum class ComponentState {
  started,       // its program runs, or a device executes it
  ready,         // it registered, is initialised and configured, and the domain has it
  failed,        // `why` says what went wrong; it is not at the domain
  unregistered,  // it left by itself
  ended,         // its program ended; `why` says how
  restarting,    // it ended or failed, and is about to be started again
  given_up,      // it ended or failed, and is not started again any more
};
[[nodiscard]] std::string_view name_of(ComponentState state);

struct ComponentEvent {
  NodeComponent::Kind kind = NodeComponent::Kind::device;
  std::string id, label;
  ComponentState state = ComponentState::started;
  int process = 0;             // 0: none, or not known
  std::string why;             // one clause; may be empty
  unsigned restart = 0;        // of restarting: it is the n-th in a row
  unsigned most_restarts = 0;  // of restarting and given_up: in a row; 0: without a limit
};

/// Functions that the node calls on its threads, several at once. They must be brief.
struct NodeEvents {
  std::function<void(const ComponentEvent& event)> on_component;
  /// A program printed a line. `component`: its id in the DCD.
  std::function<void(const std::string& component, device::Stream stream, std::string_view line)>
      on_line;
  /// One line: a connection that could not be made, a domain that does not answer.
  std::function<void(const std::string& line)> on_problem;
  /// One line: a device or service ended, or is late. It may be there later: Node::missing().
  std::function<void(const std::string& line)> on_absence;
  /// A client called CF::DeviceManager::shutdown: end() is to be called, on another thread.
  std::function<void()> on_shutdown;
};

/// Which manager makes the connections of the DCD. SCA 2.2.2 leaves them to the domain manager,
/// when the node and its devices register there.
enum class Connecting { by_node, by_domain };

struct NodeSetup {
  NodePlan plan;
  std::string guard_program;  // path of orbweaver-guard
  std::vector<std::string> environment{"PATH=/usr/local/bin:/usr/bin:/bin"};  // of every program
  /// Given to every program before its own parameters: options of its ORB.
  std::vector<std::pair<std::string, std::string>> parameters;
  /// Further folders of this machine in the node's file system: mount point and folder.
  std::vector<std::pair<std::string, std::filesystem::path>> mounts;
  bool mounts_are_read_only = false;  // for clients. The node's own tree always is
  Connecting connecting = Connecting::by_node;
  Nanoseconds registration_timeout = std::chrono::seconds{30};  // of a program, from its start on
  Nanoseconds call_timeout = std::chrono::seconds{10};  // of each call of a device or the domain
  Nanoseconds grace = std::chrono::seconds{2};          // between SIGTERM and SIGKILL
  Nanoseconds domain_check = std::chrono::seconds{1};   // between questions whether it is there
  /// A device or service that failed, or whose program ended without having unregistered, is
  /// started again, first after this time. The time doubles with each end that follows, up to the
  /// longest; one that ran for the longest begins with the first again. Zero: it stays away.
  /// Components that a device executes, and parts of a composite device, wait until that device is
  /// ready.
  Nanoseconds restart_after{};
  unsigned most_restarts = 5;  // in a row; 0: without a limit
  Nanoseconds longest_restart = std::chrono::minutes{1};
  NodeEvents events;
};

/// Why the node is not at the domain.
struct JoinFault {
  enum class Kind {
    not_now,  // the domain manager does not answer, or says CF_EAGAIN: another try may help
    refused,  // it does not take the node
  };
  Kind kind = Kind::refused;
  std::string why;  // one clause
};

/// Threads: any, but join() and await_loss() one after the other, and the first join() before
/// start().
///
/// What happens to a device that registers, and to a service but for the first two steps:
///   initialize, if this node started it; a device that came by itself is initialised already
///   configure, with the values of the DCD and its profile that may be written; as above
///   DomainManager::registerDevice; it takes components from then on, so it comes after the others
///   connections of the DCD whose other end is there
/// These steps run on threads of the node after registerDevice() has returned: a device with one
/// thread can answer them. A device that fails one is ended, and the others go on.
class Node {
 public:
  /// Serves the file systems and the device manager from now on. Throws CORBA::BAD_PARAM if a
  /// folder cannot be opened.
  Node(const std::shared_ptr<CORBA::ORB>& orb, NodeSetup options);
  /// As end(). Lines that programs printed last may come until this returns.
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  [[nodiscard]] CORBA::object_reference<CF::DeviceManager> manager() const;

  /// Registers the node at the domain manager. If the domain has a node with this identifier that
  /// answers, it refuses. After await_loss() all that is registered here is registered again, with
  /// this domain. Blocks: some calls of the domain and one of each of its nodes, each at most
  /// `call_timeout`.
  [[nodiscard]] Result<void, JoinFault> join(
      const CORBA::object_reference<CF::DomainManager>& domain);

  /// Waits until the domain that the node joined is gone, was started again, or does not have the
  /// node any more. Then returns why, and the node calls no domain until the next join(); all that
  /// it runs goes on. Nothing: stop was requested.
  [[nodiscard]] std::optional<std::string> await_loss(const std::stop_token& stop);

  /// Starts all components in their order. A component that is executed by a device, or is part of
  /// one, waits for that device. Blocks: until each is ready, has failed, or has not registered in
  /// time; the program of the last is left alone, and is taken if it registers later. Returns early
  /// when stop is requested.
  void start(const std::stop_token& stop);

  /// A line for each device and service of the DCD that should be there and is not: it failed,
  /// ended or is late, and has not come back.
  [[nodiscard]] std::vector<std::string> missing() const;

  /// Makes the connections of the DCD that can be made; those that wait for an end, by identifier.
  /// Empty if the domain makes them. Blocks: a few calls for each.
  [[nodiscard]] std::vector<std::string> open_connections();

  /// Leaves the domain, disconnects, releases the devices in reverse order, and ends all programs.
  /// The second call does nothing. Requires: start() has returned; a request to stop ends it.
  /// Blocks: at most `call_timeout` for each device that hangs.
  void end();

 private:
  std::shared_ptr<NodeCore> core_;
};

}  // namespace orbweaver::node
