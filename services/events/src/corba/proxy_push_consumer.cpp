// SPDX-License-Identifier: Apache-2.0
#include "proxy_push_consumer.hpp"

#include <utility>

namespace orbweaver::events {

void ProxyPushConsumer::connect_push_supplier(PushSupplier push_supplier) {
  if (push_supplier)
    push_supplier =
        corba::with_policies(push_supplier, call_policies(channel_->core().options().call_timeout));
  const std::lock_guard lock(mutex_);
  if (state_ == State::connected) throw CosEventChannelAdmin::AlreadyConnected{};
  if (state_ == State::disconnected) throw_destroyed();
  state_ = State::connected;
  supplier_ = std::move(push_supplier);
}

void ProxyPushConsumer::push(const CORBA::Any& data) {
  {
    const std::lock_guard lock(mutex_);
    if (state_ != State::connected) throw CosEventComm::Disconnected{};
  }
  if (!channel_->core().push(data)) throw CosEventComm::Disconnected{};
}

PushSupplier ProxyPushConsumer::end() {
  const std::lock_guard lock(mutex_);
  state_ = State::disconnected;
  return std::exchange(supplier_, nullptr);
}

// The supplier itself asks for it, so its disconnect operation is not called.
void ProxyPushConsumer::disconnect_push_consumer() {
  (void)end();
  channel_->remove(this);
  channel_->deactivate(shared_from_this());
}

}  // namespace orbweaver::events
