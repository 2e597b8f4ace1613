// SPDX-License-Identifier: Apache-2.0
// The proxy of one supplier, which pushes events to it. OMG Event Service 1.2, 2.5.4.
#pragma once
#include "channel_objects.hpp"

#include <orbweaver/os/mutex.hpp>

#include <memory>
#include <utility>

namespace orbweaver::events {

class ProxyPushConsumer final
    : public CORBA::servant_traits<CosEventChannelAdmin::ProxyPushConsumer>::base_type {
 public:
  explicit ProxyPushConsumer(std::shared_ptr<ChannelObjects> channel)
      : channel_(std::move(channel)) {}
  ~ProxyPushConsumer() override { channel_->remove(this); }

  /// `push_supplier` may be nil: then the supplier is not informed when the channel ends.
  void connect_push_supplier(PushSupplier push_supplier) override;
  /// Throws Disconnected if no supplier is connected. Never waits for consumers.
  void push(const CORBA::Any& data) override;
  /// Deactivates the proxy.
  void disconnect_push_consumer() override;

  /// Ends the connection. Returns the supplier that must be informed; nil: none.
  [[nodiscard]] PushSupplier end();

 private:
  enum class State { fresh, connected, disconnected };

  const std::shared_ptr<ChannelObjects> channel_;
  os::Mutex mutex_;
  State state_ = State::fresh;
  PushSupplier supplier_;
};

}  // namespace orbweaver::events
