// SPDX-License-Identifier: Apache-2.0
#include "channel_objects.hpp"

#include "event_channel.hpp"
#include "proxy_push_consumer.hpp"
#include "proxy_push_supplier.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/corba/async.hpp>
#include <orbweaver/corba/poa.hpp>

#include <string>
#include <utility>

namespace orbweaver::events {

namespace {

class SupplierGoodbye final : public Task {
 public:
  explicit SupplierGoodbye(PushSupplier supplier) : supplier_(std::move(supplier)) {}
  void run() noexcept override {
    try {
      supplier_->sendc_disconnect_push_supplier(nullptr);
    } catch (const CORBA::Exception&) {  // NOLINT(bugprone-empty-catch): it is gone before
    }
  }

 private:
  PushSupplier supplier_;
};

// Also logged, as the text of an exception does not reach clients with other ORBs.
[[noreturn]] void no_room(const char* of_what, const char* option) {
  const auto why = std::string{"the event channel takes no more "} + of_what +
                   "; disconnect some, or allow more (" + option + ")";
  static LogLimit limit;
  warn_seldom(limit, "{}", why);
  throw CORBA::IMP_LIMIT(0, CORBA::CompletionStatus::COMPLETED_NO, why);
}

}  // namespace

void throw_destroyed() {
  throw CORBA::OBJECT_NOT_EXIST(0, CORBA::CompletionStatus::COMPLETED_NO,
                                "the event channel has been destroyed");
}

void throw_connect_error(ConnectError error) {
  if (error == ConnectError::too_many_consumers) no_room("consumers", "--consumers");
  if (error == ConnectError::already_connected) throw CosEventChannelAdmin::AlreadyConnected{};
  throw_destroyed();
}

// The adapter, and so the object, may have ended with the channel or the ORB.
void ChannelObjects::deactivate(const PortableServer::Servant& servant) const {
  try {
    adapter_->deactivate_object(adapter_->servant_to_id(servant));
  } catch (const CORBA::Exception&) {  // NOLINT(bugprone-empty-catch): then the object is, too
  }
}

Channel::Reference ChannelObjects::make_channel() {
  const auto servant = CORBA::make_reference<EventChannel>(shared_from_this());
  if (!names_) return activate<CosEventChannelAdmin::EventChannel>(servant);
  const auto id = PortableServer::string_to_ObjectId(core_->name());
  names_->activate_object_with_id(id, servant);
  names_->the_POAManager()->activate();
  return IDL::traits<CosEventChannelAdmin::EventChannel>::narrow(names_->id_to_reference(id));
}

ChannelObjects::SupplierProxy ChannelObjects::make_supplier_proxy() {
  const auto proxy = CORBA::make_reference<ProxyPushConsumer>(shared_from_this());
  {
    const std::lock_guard lock(mutex_);
    if (is_destroyed_) throw_destroyed();
    if (suppliers_.size() >= core_->options().suppliers) no_room("suppliers", "--suppliers");
    suppliers_.emplace(proxy.get(), std::weak_ptr<ProxyPushConsumer>(proxy));
  }
  return activate<CosEventChannelAdmin::ProxyPushConsumer>(proxy);
}

ChannelObjects::ConsumerProxy ChannelObjects::make_consumer_proxy() {
  const auto proxy = CORBA::make_reference<ProxyPushSupplier>(shared_from_this());
  {
    const std::lock_guard lock(mutex_);
    if (is_destroyed_) throw_destroyed();
    if (consumers_.size() >= core_->options().consumers) no_room("consumers", "--consumers");
    consumers_.insert(proxy.get());
  }
  return activate<CosEventChannelAdmin::ProxyPushSupplier>(proxy);
}

void ChannelObjects::remove(const ProxyPushConsumer* proxy) {
  const std::lock_guard lock(mutex_);
  suppliers_.erase(proxy);
}

void ChannelObjects::remove(const ProxyPushSupplier* proxy) {
  const std::lock_guard lock(mutex_);
  consumers_.erase(proxy);
}

std::size_t ChannelObjects::suppliers() const {
  const std::lock_guard lock(mutex_);
  return suppliers_.size();
}

void ChannelObjects::say_goodbye(const PushSupplier& supplier) const {
  if (supplier) pool_->schedule(std::make_shared<SupplierGoodbye>(supplier), Trust::untrusted);
}

void ChannelObjects::destroy() {
  decltype(suppliers_) suppliers;
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(is_destroyed_, true)) return;
    suppliers.swap(suppliers_);
  }
  core_->destroy();
  for (const auto& [key, weak] : suppliers)
    if (const auto proxy = weak.lock()) say_goodbye(proxy->end());
  deactivate_all();
}

void ChannelObjects::deactivate_all() const {
  try {
    if (names_) names_->deactivate_object(PortableServer::string_to_ObjectId(core_->name()));
    adapter_->destroy(false, false);
  } catch (const CORBA::Exception&) {  // NOLINT(bugprone-empty-catch): the ORB ended before
  }
}

}  // namespace orbweaver::events
