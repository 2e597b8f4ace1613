// SPDX-License-Identifier: Apache-2.0
// Nodes of other processes in a domain: they register, are asked whether they exist, and leave. SCA
// 2.2.2, 3.1.3.2.3.
//
// Thread A registers a device, thread B finds that its node is gone:
//
//   A: asks the device, without a lock
//   B: takes the node out of the table, and its devices out of the domain, under the lock
//   A: under the lock, finds no node: the device does not register
//
// In the other order B finds the device among those of the node.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/files/adapter.hpp>
#include <orbweaver/generated/sca/CF/DomainManager.hpp>
#include <orbweaver/generated/sca/CF/FileManager.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/program/errands.hpp>
#include <orbweaver/registry/leases.hpp>
#include <orbweaver/registry/node_losses.hpp>
#include <orbweaver/registry/node_table.hpp>
#include <orbweaver/registry/registrar.hpp>
#include <orbweaver/registry/registry_events.hpp>
#include <orbweaver/registry/service_book.hpp>
#include <orbweaver/resource/any_bridge.hpp>

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::registry {

class CallsEndBy;

/// The parts of the domain that Nodes uses. The domain outlives Nodes.
struct NodeParts {
  std::shared_ptr<CORBA::ORB> orb;
  std::string domain;  // its name: the files of a node are at "/<domain>/<label>"
  CORBA::object_reference<CF::FileManager> files;  // in which they are mounted
  files::Adapter adapter;                          // for the objects at which devices report ends
  std::shared_ptr<DeviceBook> devices;
  std::shared_ptr<ServiceBook> services;
  program::Errands* errands;             // for work that a thread of the leases must not do
  std::weak_ptr<RegistryEvents> events;  // never null; a device may report when it is gone
};

/// Threads: any. Every call of another process has a limit, and no lock is held during it.
class Nodes {
 public:
  using ManagerReference = CORBA::object_reference<CF::DeviceManager>;
  using DeviceReference = CORBA::object_reference<CF::Device>;

  Nodes(NodeParts parts, NodeOptions options);

  // These functions throw the exceptions of the CF::DomainManager operations. They block at most
  // for the timeout of their calls. References must not be nil. A client with a certificate
  // registers and unregisters the node of that certificate, with what it has, and no other
  // (registrar.hpp).

  /// Registers the node with its devices and services. For a node that is registered already, it
  /// adds the devices and services that the domain does not have yet. If another node with the same
  /// id is registered, the registration is refused while that one lives, and replaces it otherwise.
  /// If one of its devices cannot be added, the node is not registered.
  void register_manager(const ManagerReference& manager);
  /// Removes the node. Blocks: also as RegistryEvents::device_leaves().
  void unregister_manager(const ManagerReference& manager);
  /// Registers a device, like register_manager().
  void register_device(const DeviceReference& device, const ManagerReference& manager);
  /// Removes the device. Blocks: also as RegistryEvents::device_leaves().
  void unregister_device(const DeviceReference& device);
  /// Returns false if the device manager is not one of these nodes.
  bool register_service(const CORBA::object_reference<CORBA::Object>& service,
                        const std::string& name, const ManagerReference& manager);
  /// Throws UnregisterError if the service belongs to a node for which the client does not speak.
  void check_unregisters_service(const std::string& name);
  /// Notes that a service was removed from the book of services. Returns false if it belonged to no
  /// node.
  bool service_unregistered(const std::string& name);

  /// Returns the nodes whose devices can be used already, so that a client can create an
  /// application as soon as it sees its node.
  [[nodiscard]] CF::DomainManager::DeviceManagerSequence managers();
  /// Returns a line for each lost node and device (node_losses.hpp).
  [[nodiscard]] std::vector<std::string> losses();
  /// Removes a loss from the list. Returns false if no node or device with this id is lost.
  bool forget_loss(const std::string& id);
  [[nodiscard]] Leases& leases() noexcept { return leases_; }
  void finish() { leases_.finish(); }

 private:
  struct Answers {  // the answers of a device manager
    std::string id, label;
    CORBA::object_reference<CF::FileSystem> files;
    CF::DeviceSequence devices;
    CF::DeviceManager::ServiceSequence services;
  };

  [[nodiscard]] std::optional<JoinedNode> find(const ManagerReference& manager);
  [[nodiscard]] Answers ask(const ManagerReference& manager) const;
  [[nodiscard]] JoinedNode enter(const ManagerReference& manager, const Answers& answers);
  [[nodiscard]] std::string mount(const Answers& answers);
  void add_all(const JoinedNode& node, const Answers& answers);
  void add_device(const JoinedNode& node, const DeviceReference& device);
  [[nodiscard]] std::shared_ptr<const ServedProgramEnds> serve_ends(
      const std::string& device) const;
  void end_other_uses_of(KnownDevice& known, CallsEndBy& calls) const;
  /// Enters the device. Does nothing if a device with its identifier registered meanwhile.
  void enter_device(const JoinedNode& node, KnownDevice known,
                    std::shared_ptr<const ServedProgramEnds> ends);
  void add_service(JoinedNode& node, const std::string& name,
                   const CORBA::object_reference<CORBA::Object>& service);

  /// Called if another object has the identifier. Returns if that object is gone; throws
  /// RegisterError if it lives.
  void refuse_if_alive(const char* kind, const std::string& id,
                       const CORBA::object_reference<CORBA::Object>& other) const;
  void make_way_for_node(const std::string& id);
  /// Makes room for a device. Returns false if this very device is registered.
  [[nodiscard]] bool make_way_for_device(const std::string& id, const DeviceReference& device);
  void await_leaving(const std::string& id, std::unique_lock<os::Mutex>& lock);

  /// Both functions do nothing if it was removed already.
  void remove_node(std::uint64_t number, NodeChange::What what, const std::string& how);
  void remove_device(std::uint64_t number, NodeChange::What what, const std::string& how);
  void take_out(const NodeDevice& device);
  void end_use_of(const NodeDevice& device, bool answers, const std::string& how) const;
  void end_use(std::list<NodeDevice> devices, NodeChange::What what, const std::string& how);
  void take_out_services(const JoinedNode& node);

  const NodeParts parts_;
  RegistryEvents* const events_;
  const NodeOptions options_;
  const resource::AnyBridge bridge_;
  os::Atomic<std::size_t> registrations_ = 0;  // that are under way
  os::Mutex mutex_;
  os::ConditionVariable left_;  // signalled when a leaving device was removed
  NodeTable table_;
  NodeLosses losses_;
  Leases leases_;  // last, so that its threads end first
};

}  // namespace orbweaver::registry
