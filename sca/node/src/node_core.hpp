// SPDX-License-Identifier: Apache-2.0
// The core of a node: the device manager's object, Node and the node's threads share it.
#pragma once
#include <orbweaver/files/adapter.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/program/errands.hpp>
#include <orbweaver/resource/property_set_core.hpp>

#include <set>

#include "component_book.hpp"
#include "component_restarts.hpp"
#include "domain_link.hpp"
#include "launcher.hpp"
#include "node_connector.hpp"

namespace orbweaver::node {

/// Threads: any, once all members are set. All functions but start() and end() wait at most for
/// calls with a time limit.
class NodeCore {
 public:
  NodeCore(const std::shared_ptr<CORBA::ORB>& for_orb, NodeSetup with);

  // ---- for CF::DeviceManager ----

  void register_device(const DeviceRef& device);
  void unregister_device(const DeviceRef& device);
  void register_service(const ObjectRef& service, const std::string& name);
  void unregister_service(const ObjectRef& service, const std::string& name);
  void query(CF::Properties& asked) const;

  // ---- for Node ----

  [[nodiscard]] Result<void, JoinFault> join(const DomainRef& at);
  [[nodiscard]] std::optional<std::string> await_loss(const std::stop_token& stop);
  void start(const std::stop_token& stop);
  [[nodiscard]] std::vector<std::string> open_connections();
  void end();

  const std::shared_ptr<CORBA::ORB> orb;
  const NodeSetup options;
  const resource::AnyBridge bridge;
  resource::PropertySetCore properties;
  NodeRegistrations registrations;
  ComponentBook components;
  DomainLink domain;

  files::Adapter adapter;  // for the device manager's object
  ManagerRef manager;
  CORBA::object_reference<CF::FileSystem> files;

 private:
  using Kind = NodeComponent::Kind;

  // Complete the registration of devices and services, on a thread of `errands_`.
  void take_over(const DeviceRef& device);
  void take_over_planned(const DeviceRef& device, const NodeComponent& component);
  void take_over_other(const DeviceRef& device);
  [[nodiscard]] Attempt prepare(const DeviceRef& device, const NodeComponent& component) const;
  [[nodiscard]] CF::Properties values_of(const NodeComponent& component) const;
  void take_over_service(const ObjectRef& service, const std::string& name);

  void register_all();
  void register_devices_again();
  void take_back_if_gone(const DeviceRef& device) const;
  [[nodiscard]] bool is_ready(const std::optional<ComponentBook::Entry>& entry) const;

  void start(const NodeComponent& component, const std::stop_token& stop);
  void start_again(const std::string& id, unsigned number, const std::stop_token& stop);
  [[nodiscard]] bool lacks_device(const NodeComponent& component) const;
  [[nodiscard]] Result<int, std::string> launch(const NodeComponent& component,
                                                const std::stop_token& stop);
  [[nodiscard]] Result<DeviceRef, std::string> ready_device(const std::string& id,
                                                            const std::stop_token& stop) const;
  [[nodiscard]] Result<std::string, std::string> composite_of(const NodeComponent& component,
                                                              const std::stop_token& stop) const;
  void await_all(const std::stop_token& stop);
  void ended(const std::string& id, int process, const os::ProcessEnd& end);
  void handle_end(const std::string& id, int process, const std::string& how);
  void handle_ends_on(const std::string& device);
  void fail(const NodeComponent& component, const std::string& why);
  void report_next(const NodeComponent& component, ComponentRestarts::Next next,
                   const std::string& why);
  void leave(const ComponentBook::Entry& entry);
  void release_devices();
  void release(const DeviceRef& device);
  void end_deployed(const ComponentBook::Entry& entry);

  void report(const NodeComponent& component, ComponentState state, int process = 0,
              const std::string& why = {});
  void report_restart(const NodeComponent& component, ComponentState state, unsigned number,
                      const std::string& why = {}) const;
  void problem(const std::string& line) const;
  void absence(const std::string& line) const;
  void report_failed(const std::string& what, const Attempt& outcome) const;
  [[nodiscard]] ObjectRef object_of(const std::string& component) const;
  [[nodiscard]] ObjectRef find(const profile::FindBy& by) const;
  [[nodiscard]] ObjectRef find_in_domain(const profile::FindBy& by) const;
  [[nodiscard]] ObjectRef find_channel(CF::DomainManager& at, const std::string& name) const;
  void connect();

  os::Atomic<bool> is_ending_{false};
  // Used by register_devices_again() on the thread of await_loss() only.
  std::set<std::string> reported_;
  os::Mutex ending_;
  bool has_ended_ = false;  // guarded by ending_
  NodeConnector connector_;
  std::unique_ptr<Launcher> launcher_;
  program::Errands errands_{4};  // ended before all members above
  ComponentRestarts restarts_;   // last member: ended first
};

}  // namespace orbweaver::node
