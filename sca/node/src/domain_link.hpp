// SPDX-License-Identifier: Apache-2.0
// The node's calls of its domain manager. Before join() and after forget(), no call is made.
#pragma once
#include <orbweaver/generated/sca/CF/DomainManager.hpp>
#include <orbweaver/node/node.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <optional>
#include <stop_token>
#include <string>

#include "bounded.hpp"
#include "node_registrations.hpp"

namespace orbweaver::node {

using DomainRef = CORBA::object_reference<CF::DomainManager>;
using ManagerRef = CORBA::object_reference<CF::DeviceManager>;

/// Threads: any. Each call lasts at most the call timeout.
///
/// A registration that cannot reach the domain, or that the domain answers with CF_EAGAIN or
/// because it does not have the node any more, is no failure. It is noted, await_break() returns,
/// and the node joins again and registers everything.
class DomainLink {
 public:
  explicit DomainLink(Nanoseconds call_timeout) : call_timeout_(call_timeout) {}

  /// See Node::join().
  [[nodiscard]] Result<void, JoinFault> join(const DomainRef& domain, const ManagerRef& node,
                                             const std::string& identifier);
  /// Unregisters the node. Not a failure if the domain has ended or does not have the node. No call
  /// is made afterwards.
  [[nodiscard]] Attempt leave(const ManagerRef& node);

  [[nodiscard]] Attempt add_device(const DeviceRef& device, const ManagerRef& node) const;
  [[nodiscard]] Attempt remove_device(const DeviceRef& device) const;
  [[nodiscard]] Attempt add_service(const ObjectRef& service, const ManagerRef& node,
                                    const std::string& name) const;
  [[nodiscard]] Attempt remove_service(const ObjectRef& service, const std::string& name) const;

  /// Returns nil before join(), and after leave() and forget().
  [[nodiscard]] DomainRef domain() const;
  /// Whether the domain listed the node after join(). A domain of another vendor may not list it.
  [[nodiscard]] bool is_listed() const;
  /// Asks the domain whether it has the node. Throws CORBA exceptions.
  [[nodiscard]] static bool has(const DomainRef& domain, const ManagerRef& node);

  /// Waits for `time`. Returns the reason as soon as a registration did not reach the domain;
  /// nothing otherwise, or if stop is requested.
  [[nodiscard]] std::optional<std::string> await_break(Nanoseconds time,
                                                       const std::stop_token& stop);
  /// Forgets the domain, which is lost: no call is made until the next join().
  void forget();

 private:
  [[nodiscard]] Result<void, JoinFault> check_identifier(const DomainRef& domain,
                                                         const ManagerRef& node,
                                                         const std::string& identifier) const;
  [[nodiscard]] bool is_of(const ManagerRef& other, const std::string& identifier) const;
  template <class Call>
  [[nodiscard]] Attempt call(Call call) const;

  void note_break(const DomainRef& domain, std::string why) const;
  void note_unreachable(const DomainRef& domain, const CORBA::Exception& broken) const;

  const Nanoseconds call_timeout_;
  mutable os::Mutex mutex_;
  mutable os::ConditionVariableAny broke_;
  mutable std::optional<std::string> break_;  // why a registration did not reach the domain
  DomainRef domain_;
  bool is_listed_ = false;
};

}  // namespace orbweaver::node
