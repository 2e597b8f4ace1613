// SPDX-License-Identifier: Apache-2.0
// The connections of the DCD: each is made when both of its ends are there, and made again when a
// component comes back. SCA 2.2.2, Appendix D.3.1.6, as for an assembly.
#pragma once
#include <orbweaver/node/node_plan.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "bounded.hpp"
#include "node_registrations.hpp"

namespace orbweaver::node {

/// Where the connector finds what the ends name.
struct ConnectorParts {
  /// Nil: the component is not ready.
  std::function<ObjectRef(const std::string& component)> component;
  /// An object that is no component of the node. Nil: it is not there yet. Throws CORBA exceptions.
  std::function<ObjectRef(const profile::FindBy& by)> find;
  std::function<void(const std::string& line)> on_problem;
  Nanoseconds call_timeout;
};

/// Threads: any. A connection is made by one thread at a time, and no lock is held meanwhile.
class NodeConnector {
 public:
  /// `plan` must outlive it.
  NodeConnector(const NodePlan& plan, ConnectorParts parts);

  /// Makes what can be made. A failure is reported once, and the connection is not tried again
  /// before one of its components comes back. Blocks: a few calls for each connection.
  void connect();
  /// Takes down the connections of a component that is gone: its ends can be used no more. For
  /// uses ports of other components disconnectPort is called.
  void forget(const std::string& component);
  /// The domain is gone, and with it the objects that were found there: connections to its domain
  /// manager, its files, its naming service and the names in it are taken down. connect() makes
  /// them again.
  void forget_found();
  /// Takes down all that were made; connect() makes no more. Blocks: while connect() makes one.
  void disconnect();

  /// The identifiers of those that wait for an end. Blocks: while connect() makes one.
  [[nodiscard]] std::vector<std::string> open() const;

 private:
  enum class State { open, under_way, made, failed };
  enum class Lost { nothing, other_end, uses_end };
  struct Entry {
    const profile::ConnectInterface* plan = nullptr;
    std::string id;
    State state = State::open;
    bool is_to_try_again = false;  // an end came or went while it was under way
    Lost lost = Lost::nothing;     // while it was under way
    /// Only the thread that makes the connection uses it meanwhile; else it is guarded by the lock.
    CORBA::object_reference<CF::Port> uses;
  };

  [[nodiscard]] bool claim(Entry& entry);
  [[nodiscard]] State try_to_make(Entry& entry);
  [[nodiscard]] bool settle(Entry& entry, State next);
  [[nodiscard]] bool has_both_ends(const Entry& entry) const;
  [[nodiscard]] bool make(Entry& entry);
  [[nodiscard]] ObjectRef object_of(const profile::Target& target) const;
  [[nodiscard]] ObjectRef port_of(const profile::PortEnd& end) const;
  [[nodiscard]] ObjectRef other_end(const profile::ConnectInterface& connection) const;
  /// Takes down the connections that `concerns` names. Calls no uses port of those that `is_gone`
  /// names.
  void forget_if(const std::function<bool(const profile::ConnectInterface&)>& concerns,
                 const std::function<bool(const profile::ConnectInterface&)>& is_gone);
  void take_down(const Entry& entry);
  void give_up(Entry& entry);
  void drop_lost(Entry& entry);
  void await_settled(std::unique_lock<os::Mutex>& lock) const;

  const ConnectorParts parts_;
  mutable os::Mutex mutex_;  // of all below
  bool is_over_ = false;
  mutable os::ConditionVariable settled_;
  std::vector<Entry> entries_;
};

}  // namespace orbweaver::node
