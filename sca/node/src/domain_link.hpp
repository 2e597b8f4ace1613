// SPDX-License-Identifier: Apache-2.0
// The domain manager as the node calls it: before join(), and after forget(), nothing is called.
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
/// A registration does not fail if it cannot reach the domain, if the domain does not have the node
/// any more, or if it says CF_EAGAIN: it is noted, await_break() returns, and the node joins again,
/// which registers all that it has.
class DomainLink {
 public:
  explicit DomainLink(Nanoseconds call_timeout) : call_timeout_(call_timeout) {}

  /// As Node::join().
  [[nodiscard]] Result<void, JoinFault> join(const DomainRef& domain, const ManagerRef& node,
                                             const std::string& identifier);
  /// Takes the node back; no failure if the domain has ended, or does not have the node. Nothing is
  /// called any more.
  [[nodiscard]] Attempt leave(const ManagerRef& node);

  [[nodiscard]] Attempt add_device(const DeviceRef& device, const ManagerRef& node) const;
  [[nodiscard]] Attempt remove_device(const DeviceRef& device) const;
  [[nodiscard]] Attempt add_service(const ObjectRef& service, const ManagerRef& node,
                                    const std::string& name) const;
  [[nodiscard]] Attempt remove_service(const ObjectRef& service, const std::string& name) const;

  /// Nil before join(), and after leave() and forget().
  [[nodiscard]] DomainRef domain() const;
  /// Whether the domain said after join() that it has the node. A foreign one may not say so.
  [[nodiscard]] bool is_listed() const;
  /// Asks the domain whether it has the node. Throws CORBA exceptions.
  [[nodiscard]] static bool has(const DomainRef& domain, const ManagerRef& node);

  /// Waits for `time`, or until a registration was noted as above: then returns why. Nothing, too,
  /// if stop is requested.
  [[nodiscard]] std::optional<std::string> await_break(Nanoseconds time,
                                                       const std::stop_token& stop);
  /// The domain is lost.
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
  mutable std::optional<std::string> break_;  // why a registration came to nothing
  DomainRef domain_;
  bool is_listed_ = false;
};

}  // namespace orbweaver::node
