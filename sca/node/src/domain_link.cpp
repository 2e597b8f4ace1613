// SPDX-License-Identifier: Apache-2.0
#include "domain_link.hpp"

#include <algorithm>
#include <utility>

namespace orbweaver::node {

namespace {

using Kind = JoinFault::Kind;

unexpected<JoinFault> fault(Kind kind, std::string why) {
  return unexpected(JoinFault{kind, std::move(why)});
}

bool says_again(const CF::DomainManager::RegisterError& refusal) {
  return refusal.errorNumber() == CF::ErrorNumberType::CF_EAGAIN;
}

/// Like attempt(). Calls `on_gone` if the call fails because the domain has ended.
template <class Call, class OnGone>
Attempt attempt_unless_gone(Call call, OnGone on_gone) {
  return attempt([&] {
    try {
      call();
    } catch (const CORBA::COMM_FAILURE& broken) {
      on_gone(broken);
    } catch (const CORBA::TRANSIENT& broken) {
      on_gone(broken);
    } catch (const CORBA::OBJECT_NOT_EXIST& broken) {
      on_gone(broken);
    }
  });
}

}  // namespace

Result<void, JoinFault> DomainLink::join(const DomainRef& domain, const ManagerRef& node,
                                         const std::string& identifier) {
  const auto called = bounded(domain, call_timeout_);
  bool is_listed = false;
  try {
    if (auto checked = check_identifier(called, node, identifier); !checked) return checked;
    called->registerDeviceManager(node);
    is_listed = has(called, node);
  } catch (const CF::DomainManager::RegisterError& refusal) {
    return fault(says_again(refusal) ? Kind::not_now : Kind::refused, program::text_of(refusal));
  } catch (const CORBA::UserException& refusal) {
    return fault(Kind::refused, program::text_of(refusal));
  } catch (const CORBA::SystemException& failure) {
    return fault(Kind::not_now, program::text_of(failure));
  }
  const std::scoped_lock lock{mutex_};
  domain_ = called;
  is_listed_ = is_listed;
  break_.reset();
  return {};
}

bool DomainLink::has(const DomainRef& domain, const ManagerRef& node) {
  return std::ranges::any_of(domain->deviceManagers(), [&](const ManagerRef& device_manager) {
    return device_manager && device_manager->_is_equivalent(node);
  });
}

// Refuses a domain that has a living node of this identifier. If that node does not answer, as
// after `kill -9`, the domain decides.
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

bool DomainLink::is_listed() const {
  const std::scoped_lock lock{mutex_};
  return is_listed_;
}

void DomainLink::forget() {
  const std::scoped_lock lock{mutex_};
  domain_ = nullptr;
  break_.reset();
}

std::optional<std::string> DomainLink::await_break(Nanoseconds time, const std::stop_token& stop) {
  std::unique_lock lock{mutex_};
  (void)broke_.wait_for(lock, stop, time, [&] { return break_.has_value(); });
  return break_;
}

// Ignores a failed call of a former domain.
void DomainLink::note_break(const DomainRef& domain, std::string why) const {
  const std::scoped_lock lock{mutex_};
  if (domain_ != domain) return;
  break_ = std::move(why);
  broke_.notify_all();
}

void DomainLink::note_unreachable(const DomainRef& domain, const CORBA::Exception& broken) const {
  note_break(domain, "a registration did not reach it: " + program::text_of(broken));
}

// Not a failure if the domain has ended or has lost the node.
Attempt DomainLink::leave(const ManagerRef& node) {
  DomainRef domain;
  {
    const std::scoped_lock lock{mutex_};
    domain = std::exchange(domain_, nullptr);
  }
  if (!domain) return {};
  const auto unregister = [&] {
    try {
      domain->unregisterDeviceManager(node);
    } catch (const CF::InvalidObjectReference&) {
    }
  };
  return attempt_unless_gone(unregister, [](const CORBA::Exception&) {});
}

template <class Call>
Attempt DomainLink::call(Call call) const {
  const auto domain = this->domain();
  if (!domain) return {};
  const auto call_it = [&] {
    try {
      call(*domain);
    } catch (const CF::DomainManager::DeviceManagerNotRegistered&) {
      note_break(domain, "it does not have this node any more");
    } catch (const CF::DomainManager::RegisterError& refusal) {
      if (!says_again(refusal)) throw;
      note_break(domain, "it does not take a registration now: " + program::text_of(refusal));
    }
  };
  return attempt_unless_gone(
      call_it, [&](const CORBA::Exception& broken) { note_unreachable(domain, broken); });
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
