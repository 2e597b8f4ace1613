// SPDX-License-Identifier: Apache-2.0
// Makes the connections of the DCD: each when both of its ends exist, and again when a component
// comes back. SCA 2.2.2, Appendix D.3.1.6, as for an assembly.
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

/// The functions by which the connector finds the ends.
struct ConnectorParts {
  /// Returns a component; nil if it is not ready.
  std::function<ObjectRef(const std::string& component)> component;
  /// Returns an object that is no component of the node; nil if it does not exist yet. Throws CORBA
  /// exceptions.
  std::function<ObjectRef(const profile::FindBy& by)> find;
  std::function<void(const std::string& line)> on_problem;
  Nanoseconds call_timeout;
};

/// Threads: any. One thread at a time makes a connection, and holds no lock meanwhile.
class NodeConnector {
 public:
  /// `plan` must outlive it.
  NodeConnector(const NodePlan& plan, ConnectorParts parts);

  /// Makes all connections that can be made. A failure is reported once, and the connection is
  /// tried again only when one of its components comes back. Blocks: for a few calls for each
  /// connection.
  void connect();
  /// Ends the connections of a component that is gone. Calls disconnectPort at the uses ports of
  /// other components.
  void forget(const std::string& component);
  /// Ends the connections to objects of a lost domain: its domain manager, files, naming service
  /// and names. connect() makes them again, with the next domain.
  void forget_found();
  /// Ends all connections; connect() makes no more. Blocks: while connect() makes one.
  void disconnect();

  /// Returns the identifiers of the connections that wait for an end. Blocks: while connect() makes
  /// one.
  [[nodiscard]] std::vector<std::string> open() const;

 private:
  enum class State { open, under_way, made, failed };
  enum class Lost { nothing, other_end, uses_end };
  struct Entry {
    const profile::ConnectInterface* plan = nullptr;
    std::string id;
    State state = State::open;
    bool is_to_try_again = false;  // an end was added or removed while it was under way
    Lost lost = Lost::nothing;     // what was removed while it was under way
    /// Used by the thread that makes the connection; otherwise guarded by the lock.
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
  /// Ends the connections for which `concerns` is true. Makes no call at the uses ports of
  /// components for which `is_gone` is true.
  void forget_if(const std::function<bool(const profile::ConnectInterface&)>& concerns,
                 const std::function<bool(const profile::ConnectInterface&)>& is_gone);
  void take_down(const Entry& entry);
  void give_up(Entry& entry);
  void drop_lost(Entry& entry);
  void await_settled(std::unique_lock<os::Mutex>& lock) const;

  const ConnectorParts parts_;
  mutable os::Mutex mutex_;  // guards all members below
  bool is_over_ = false;
  mutable os::ConditionVariable settled_;
  std::vector<Entry> entries_;
};

}  // namespace orbweaver::node
