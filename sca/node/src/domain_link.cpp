#include "domain_link.hpp"

#include <utility>

namespace orbweaver::node {

namespace {

using Kind = JoinFault::Kind;

unexpected<JoinFault> fault(Kind kind, std::string why) {
  return unexpected(JoinFault{kind, std::move(why)});
}

}  // namespace

Result<void, JoinFault> DomainLink::join(const DomainRef& domain, const ManagerRef& node,
                                         const std::string& identifier) {
  const auto called = bounded(domain, call_timeout_);
  try {
    if (auto checked = check_identifier(called, node, identifier); !checked) return checked;
    called->registerDeviceManager(node);
  } catch (const CORBA::UserException& refusal) {
    return fault(Kind::refused, program::text_of(refusal));
  } catch (const CORBA::SystemException& failure) {
    return fault(Kind::unreachable, program::text_of(failure));
  }
  const std::scoped_lock lock{mutex_};
  domain_ = called;
  return {};
}

// A node that does not answer, as after `kill -9`, is none: the domain decides about its identifier.
Result<void, JoinFault> DomainLink::check_identifier(const DomainRef& domain,
                                                     const ManagerRef& node,
                                                     const std::string& identifier) const {
  for (const auto& other : domain->deviceManagers()) {
    if (!other || other->_is_equivalent(node) || !is_of(other, identifier)) continue;
    return fault(Kind::refused, "the domain has a node '" + identifier +
                                    "' that runs: end it, or give this DCD another id");
  }
  return {};
}

bool DomainLink::is_of(const ManagerRef& other, const std::string& identifier) const {
  bool is_same = false;
  const auto answered =
      attempt([&] { is_same = bounded(other, call_timeout_)->identifier() == identifier; });
  return answered && is_same;
}

DomainRef DomainLink::domain() const {
  const std::scoped_lock lock{mutex_};
  return domain_;
}

Attempt DomainLink::leave(const ManagerRef& node) {
  DomainRef domain;
  {
    const std::scoped_lock lock{mutex_};
    domain = std::exchange(domain_, nullptr);
  }
  if (!domain) return {};
  return attempt([&] { domain->unregisterDeviceManager(node); });
}

template <class Call>
Attempt DomainLink::call(Call call) const {
  const auto domain = this->domain();
  if (!domain) return {};
  return attempt([&] { call(*domain); });
}

Attempt DomainLink::add_device(const DeviceRef& device, const ManagerRef& node) const {
  return call([&](CF::DomainManager& domain) { domain.registerDevice(device, node); });
}

Attempt DomainLink::remove_device(const DeviceRef& device) const {
  return call([&](CF::DomainManager& domain) { domain.unregisterDevice(device); });
}

Attempt DomainLink::add_service(const ObjectRef& service, const ManagerRef& node,
                                const std::string& name) const {
  return call([&](CF::DomainManager& domain) { domain.registerService(service, node, name); });
}

Attempt DomainLink::remove_service(const ObjectRef& service, const std::string& name) const {
  return call([&](CF::DomainManager& domain) { domain.unregisterService(service, name); });
}

}  // namespace orbweaver::node
