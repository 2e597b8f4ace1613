// SPDX-License-Identifier: Apache-2.0
// The channel's end of one consumer, which it pushes to. OMG Event Service 1.2, 2.5.7.
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

  /// Throws BAD_PARAM for nil.
  void connect_push_consumer(PushConsumer push_consumer) override;
  /// The proxy does not exist any more.
  void disconnect_push_supplier() override;

 private:
  enum class State { fresh, connected, disconnected };

  void connect_now(const PushConsumer& push_consumer);
  void remove();

  const std::shared_ptr<ChannelObjects> channel_;
  os::Mutex mutex_;
  State state_ = State::fresh;
  std::string id_;  // in the core, once connected
};

}  // namespace orbweaver::events
