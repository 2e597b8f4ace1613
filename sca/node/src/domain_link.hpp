// The domain manager as the node calls it: before join() nothing is called.
#pragma once
#include <orbweaver/generated/sca/CF/DomainManager.hpp>
#include <orbweaver/node/node.hpp>

#include <mutex>
#include <string>

#include "bounded.hpp"
#include "registrations.hpp"

namespace orbweaver::node {

using DomainRef = CORBA::object_reference<CF::DomainManager>;
using ManagerRef = CORBA::object_reference<CF::DeviceManager>;

/// Threads: any. Each call lasts at most the call timeout.
class DomainLink {
 public:
  explicit DomainLink(Nanoseconds call_timeout) : call_timeout_(call_timeout) {}

  /// As Node::join().
  [[nodiscard]] Result<void, JoinFault> join(const DomainRef& domain, const ManagerRef& node,
                                             const std::string& identifier);
  /// Takes the node back. Nothing is called any more.
  [[nodiscard]] Attempt leave(const ManagerRef& node);

  [[nodiscard]] Attempt add_device(const DeviceRef& device, const ManagerRef& node) const;
  [[nodiscard]] Attempt remove_device(const DeviceRef& device) const;
  [[nodiscard]] Attempt add_service(const ObjectRef& service, const ManagerRef& node,
                                    const std::string& name) const;
  [[nodiscard]] Attempt remove_service(const ObjectRef& service, const std::string& name) const;

  /// Nil before join() and after leave().
  [[nodiscard]] DomainRef domain() const;

 private:
  [[nodiscard]] Result<void, JoinFault> check_identifier(const DomainRef& domain,
                                                         const ManagerRef& node,
                                                         const std::string& identifier) const;
  [[nodiscard]] bool is_of(const ManagerRef& other, const std::string& identifier) const;
  template <class Call>
  [[nodiscard]] Attempt call(Call call) const;

  const Nanoseconds call_timeout_;
  mutable std::mutex mutex_;
  DomainRef domain_;
};

}  // namespace orbweaver::node
