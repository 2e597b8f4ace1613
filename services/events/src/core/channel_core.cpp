// SPDX-License-Identifier: Apache-2.0
#include "channel_core.hpp"

#include <orbweaver/base/log_limit.hpp>

#include <ranges>
#include <utility>

namespace orbweaver::events {

ChannelCore::ChannelCore(std::string name, const EventOptions& options,
                         std::shared_ptr<DeliveryPool> pool, OnDisconnection on_disconnection)
    : name_(std::move(name)),
      options_(options),
      pool_(std::move(pool)),
      on_disconnection_(std::move(on_disconnection)) {}

// ---- events ----

bool ChannelCore::push(const CORBA::Any& value) {
  std::shared_ptr<const Deliveries> deliveries;
  {
    const std::lock_guard lock(mutex_);
    if (is_destroyed_) return false;
    deliveries = published_;
  }
  const auto event = make_event(value);
  pushed_.fetch_add(1, std::memory_order_relaxed);  // relaxed: a count, which orders nothing
  for (const auto& delivery : *deliveries) delivery->push(event);
  return true;
}

// ---- consumers ----

std::optional<ConnectError> ChannelCore::why_not() const {
  if (is_destroyed_) return ConnectError::destroyed;
  if (deliveries_.size() >= options_.consumers) return ConnectError::too_many_consumers;
  return std::nullopt;
}

Result<void, ConnectError> ChannelCore::connect(const std::string& id,
                                                std::shared_ptr<ConsumerEnd> consumer,
                                                OnGone on_gone) {
  const std::lock_guard lock(mutex_);
  if (deliveries_.contains(id)) return unexpected(ConnectError::already_connected);
  if (const auto error = why_not()) return unexpected(*error);
  insert(id, std::move(consumer), std::move(on_gone));
  return {};
}

Result<std::string, ConnectError> ChannelCore::connect(std::shared_ptr<ConsumerEnd> consumer,
                                                       OnGone on_gone) {
  const std::lock_guard lock(mutex_);
  if (const auto error = why_not()) return unexpected(*error);
  const auto id = unused_id();
  insert(id, std::move(consumer), std::move(on_gone));
  return id;
}

std::string ChannelCore::unused_id() {
  std::string id;
  do {
    id = "consumer-" + std::to_string(++last_number_);
  } while (deliveries_.contains(id));
  return id;
}

void ChannelCore::insert(const std::string& id, std::shared_ptr<ConsumerEnd> consumer,
                         OnGone on_gone) {
  deliveries_.emplace(id, std::make_shared<Delivery>(id, std::move(consumer), options_, pool_,
                                                     report_to(std::move(on_gone))));
  publish();
}

void ChannelCore::publish() {
  const auto all = deliveries_ | std::views::values;
  published_ = std::make_shared<const Deliveries>(all.begin(), all.end());
}

bool ChannelCore::disconnect(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = deliveries_.find(id);
  if (found == deliveries_.end()) return false;
  found->second->close();
  retire(*found->second);
  deliveries_.erase(found);
  publish();
  return true;
}

// Adds the counts of a former consumer. Requires: the delivery is closed, so that they do not
// change.
void ChannelCore::retire(const Delivery& delivery) { retired_ += delivery.statistics().counts; }

// ---- consumers that have gone ----

Delivery::OnGone ChannelCore::report_to(OnGone on_gone) {
  return [core = weak_from_this(), on_gone = std::move(on_gone)](Delivery& delivery,
                                                                 const std::string& reason) {
    if (on_gone) on_gone();
    if (const auto channel = core.lock()) channel->remove_gone(delivery, reason);
  };
}

// If the consumer was disconnected at the same moment, another one may have its id already.
void ChannelCore::remove_gone(Delivery& delivery, const std::string& reason) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = deliveries_.find(delivery.id());
    if (found == deliveries_.end() || found->second.get() != &delivery) return;
    retire(delivery);
    deliveries_.erase(found);
    publish();
  }
  static LogLimit limit;
  warn_seldom(limit, "event channel {}: consumer {} is disconnected: {}", name_,
              printable(delivery.id()), printable(reason, 300));
  if (on_disconnection_) on_disconnection_({name_, delivery.statistics(), reason});
}

// ---- the end ----

void ChannelCore::destroy() {
  const std::lock_guard lock(mutex_);
  if (std::exchange(is_destroyed_, true)) return;
  for (const auto& delivery : deliveries_ | std::views::values) {
    delivery->close_and_say_goodbye();
    retire(*delivery);
  }
  deliveries_.clear();
  publish();
}

bool ChannelCore::is_destroyed() const {
  const std::lock_guard lock(mutex_);
  return is_destroyed_;
}

// ---- statistics ----

ChannelStatistics ChannelCore::statistics() const {
  const std::lock_guard lock(mutex_);
  ChannelStatistics all{.name = name_, .pushed = pushed_, .counts = retired_};
  for (const auto& delivery : deliveries_ | std::views::values) {
    all.consumers.push_back(delivery->statistics());
    all.counts += all.consumers.back().counts;
    all.waiting += all.consumers.back().waiting;
  }
  return all;
}

}  // namespace orbweaver::events
