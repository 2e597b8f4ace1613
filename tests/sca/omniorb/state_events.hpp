// SPDX-License-Identifier: Apache-2.0
// A device's uses port for the channel to which it reports its states: StandardEvent of SCA 2.2.2.
// Include it after the stubs of CF::Port, StandardEvent and CosEventChannelAdmin.
#pragma once
#include <mutex>
#include <string>

namespace foreign {

/// One connection at most. Threads: any.
class StateEvents final : public POA_CF::Port {
 public:
  explicit StateEvents(std::string device) : device_(std::move(device)) {}

  void connectPort(CORBA::Object_ptr object, const char* id) override {
    const CosEventChannelAdmin::EventChannel_var channel =
        CosEventChannelAdmin::EventChannel::_narrow(object);
    if (CORBA::is_nil(channel)) throw CF::Port::InvalidPort(1, "it is no event channel");
    const std::lock_guard lock(mutex_);
    if (!CORBA::is_nil(proxy_)) throw CF::Port::OccupiedPort();
    const CosEventChannelAdmin::SupplierAdmin_var suppliers = channel->for_suppliers();
    const CosEventChannelAdmin::ProxyPushConsumer_var proxy = suppliers->obtain_push_consumer();
    proxy->connect_push_supplier(CosEventComm::PushSupplier::_nil());
    id_ = id;
    proxy_ = proxy;
  }
  void disconnectPort(const char* id) override {
    const std::lock_guard lock(mutex_);
    if (CORBA::is_nil(proxy_) || id_ != id)
      throw CF::Port::InvalidPort(2, "there is none of this id");
    proxy_->disconnect_push_consumer();
    proxy_ = CosEventChannelAdmin::ProxyPushConsumer::_nil();
  }
  /// Does nothing if there is no connection.
  void report(StandardEvent::StateChangeType from, StandardEvent::StateChangeType to) {
    const std::lock_guard lock(mutex_);
    if (from == to || CORBA::is_nil(proxy_)) return;
    StandardEvent::StateChangeEventType event;
    event.producerId = device_.c_str();
    event.sourceId = device_.c_str();
    event.stateChangeCategory = StandardEvent::USAGE_STATE_EVENT;
    event.stateChangeFrom = from;
    event.stateChangeTo = to;
    CORBA::Any data;
    data <<= event;
    proxy_->push(data);
  }

 private:
  const std::string device_;
  std::mutex mutex_;
  std::string id_;
  CosEventChannelAdmin::ProxyPushConsumer_var proxy_;
};

}  // namespace foreign
