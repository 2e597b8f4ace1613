// SPDX-License-Identifier: Apache-2.0
// The channel's end of one supplier, which pushes into it. OMG Event Service 1.2, 2.5.4.
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

  /// `push_supplier` may be nil: then no object is called when the channel ends.
  void connect_push_supplier(PushSupplier push_supplier) override;
  /// Throws Disconnected unless a supplier is connected. Never waits for consumers.
  void push(const CORBA::Any& data) override;
  /// The proxy does not exist any more.
  void disconnect_push_consumer() override;

  /// Ends the connection; returns the supplier to which the end is to be reported, or nil.
  [[nodiscard]] PushSupplier end();

 private:
  enum class State { fresh, connected, disconnected };

  const std::shared_ptr<ChannelObjects> channel_;
  os::Mutex mutex_;
  State state_ = State::fresh;
  PushSupplier supplier_;
};

}  // namespace orbweaver::events
