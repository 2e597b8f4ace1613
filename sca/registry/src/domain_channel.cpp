// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/domain_channel.hpp>

#include <orbweaver/generated/sca/CF/DomainManager.hpp>
#include <orbweaver/registry/bounded_call.hpp>

namespace orbweaver::registry {

namespace {

constexpr Nanoseconds kCallTimeout = std::chrono::seconds{5};
constexpr const char* kFeed = "the domain";  // id of the queue's only consumer

template <class Interface>
CORBA::object_reference<Interface> in_time(const CORBA::object_reference<Interface>& object) {
  return bounded(object, Deadline::after(kCallTimeout));
}

ForeignChannel::Reference channel_of(const DomainChannel::Object& object) {
  auto channel = IDL::traits<CosEventChannelAdmin::EventChannel>::narrow(in_time(object));
  if (channel) return channel;
  throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO, "it is no CosEventChannelAdmin::EventChannel");
}

}  // namespace

void BuiltInChannel::connect(const Consumer& consumer, const std::string& id) {
  const auto connected = channel_->connect(consumer, id);
  if (connected) return;
  if (connected.error() == events::ConnectError::already_connected)
    throw CF::DomainManager::AlreadyConnected();
  if (connected.error() == events::ConnectError::destroyed)
    throw CF::DomainManager::InvalidEventChannelName();
  throw CF::InvalidObjectReference(events::describe(connected.error()));
}

ForeignChannel::ForeignChannel(std::shared_ptr<events::Channel> queue, const Object& channel)
    : queue_(std::move(queue)), channel_(channel_of(channel)) {
  const auto proxy = in_time(in_time(channel_)->for_suppliers())->obtain_push_consumer();
  in_time(proxy)->connect_push_supplier(nullptr);
  if (const auto fed = queue_->connect(proxy, kFeed); !fed)
    throw CORBA::NO_RESOURCES(0, CORBA::COMPLETED_NO, events::describe(fed.error()));
}

ForeignChannel::Proxy ForeignChannel::new_proxy(const Consumer& consumer) const {
  auto proxy = in_time(in_time(channel_)->for_consumers())->obtain_push_supplier();
  in_time(proxy)->connect_push_consumer(consumer);
  return proxy;
}

void ForeignChannel::connect(const Consumer& consumer, const std::string& id) {
  {
    const std::scoped_lock lock{mutex_};
    if (!proxies_.try_emplace(id).second) throw CF::DomainManager::AlreadyConnected();
  }
  try {
    auto proxy = new_proxy(consumer);
    const std::scoped_lock lock{mutex_};
    proxies_[id] = std::move(proxy);
  } catch (...) {
    const std::scoped_lock lock{mutex_};
    proxies_.erase(id);
    throw;
  }
}

bool ForeignChannel::disconnect(const std::string& id) {
  Proxy proxy;
  {
    const std::scoped_lock lock{mutex_};
    const auto found = proxies_.find(id);
    if (found == proxies_.end() || !found->second) return false;
    proxy = std::move(found->second);
    proxies_.erase(found);
  }
  in_time(proxy)->disconnect_push_supplier();
  return true;
}

}  // namespace orbweaver::registry
