// SPDX-License-Identifier: Apache-2.0
// The proxy of one consumer, to which it pushes events. OMG Event Service 1.2, 2.5.7.
#pragma once
#include "channel_objects.hpp"

#include <orbweaver/os/mutex.hpp>

#include <memory>
#include <string>
#include <utility>

namespace orbweaver::events {

class ProxyPushSupplier final
    : public CORBA::servant_traits<CosEventChannelAdmin::ProxyPushSupplier>::base_type {
 public:
  explicit ProxyPushSupplier(std::shared_ptr<ChannelObjects> channel)
      : channel_(std::move(channel)) {}
  ~ProxyPushSupplier() override { channel_->remove(this); }

  /// Throws BAD_PARAM for a nil reference.
  void connect_push_consumer(PushConsumer push_consumer) override;
  /// Deactivates the proxy.
  void disconnect_push_supplier() override;

 private:
  enum class State { fresh, connected, disconnected };

  void connect_now(const PushConsumer& push_consumer);
  void remove();

  const std::shared_ptr<ChannelObjects> channel_;
  os::Mutex mutex_;
  State state_ = State::fresh;
  std::string id_;  // its id in the core; empty until it is connected
};

}  // namespace orbweaver::events
