// SPDX-License-Identifier: Apache-2.0
#include "proxy_push_supplier.hpp"

#include <utility>

namespace orbweaver::events {

void ProxyPushSupplier::connect_push_consumer(PushConsumer push_consumer) {
  if (!push_consumer)
    throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO,
                           "a nil consumer cannot be connected");
  const std::lock_guard lock(mutex_);
  if (state_ == State::connected) throw CosEventChannelAdmin::AlreadyConnected{};
  if (state_ == State::disconnected) throw_destroyed();
  connect_now(push_consumer);
}

// Connects the consumer; when the channel disconnects it, the proxy is removed. Requires: mutex_
// held.
void ProxyPushSupplier::connect_now(const PushConsumer& push_consumer) {
  const auto timeout = channel_->core().options().call_timeout;
  auto end = std::make_shared<RemoteConsumer>(push_consumer, timeout);
  const auto gone = [weak = weak_from_this()] {
    if (const auto self = std::dynamic_pointer_cast<ProxyPushSupplier>(weak.lock())) self->remove();
  };
  auto connected = channel_->core().connect(std::move(end), gone);
  if (!connected) throw_connect_error(connected.error());
  id_ = std::move(*connected);
  state_ = State::connected;
}

// The consumer itself asks for it, so its disconnect operation is not called.
void ProxyPushSupplier::disconnect_push_supplier() {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(state_, State::disconnected) == State::connected)
      channel_->core().disconnect(id_);
  }
  remove();
}

void ProxyPushSupplier::remove() {
  channel_->remove(this);
  channel_->deactivate(shared_from_this());
}

}  // namespace orbweaver::events
