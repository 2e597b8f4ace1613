// SPDX-License-Identifier: Apache-2.0
// The consumers of a channel, and the events on their way to them. Does not use references or
// servants.
#pragma once
#include "consumer_end.hpp"
#include "delivery.hpp"
#include "delivery_pool.hpp"

#include <orbweaver/base/result.hpp>
#include <orbweaver/events/connect_error.hpp>
#include <orbweaver/events/options.hpp>
#include <orbweaver/events/statistics.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::events {

/// Threads: any. Owned by a shared_ptr.
class ChannelCore : public std::enable_shared_from_this<ChannelCore> {
 public:
  /// Called before OnDisconnection when the consumer was disconnected because it is gone or failed
  /// too often. No lock is held.
  using OnGone = std::function<void()>;

  ChannelCore(std::string name, const EventOptions& options, std::shared_ptr<DeliveryPool> pool,
              OnDisconnection on_disconnection);

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const EventOptions& options() const noexcept { return options_; }

  /// Queues the event for every consumer that is connected now. Never waits for a consumer. Order:
  /// the events of one thread reach each consumer in the order of its calls. Returns false if the
  /// channel has ended. Throws the exceptions of make_event().
  bool push(const CORBA::Any& value);

  /// Connects a consumer, which gets the events that are pushed from now on.
  [[nodiscard]] Result<void, ConnectError> connect(const std::string& id,
                                                   std::shared_ptr<ConsumerEnd> consumer,
                                                   OnGone on_gone = {});
  /// Like connect(), under a new id, which it returns.
  [[nodiscard]] Result<std::string, ConnectError> connect(std::shared_ptr<ConsumerEnd> consumer,
                                                          OnGone on_gone = {});
  /// Disconnects the consumer and drops the events that wait for it. Returns false if no consumer
  /// has the id.
  bool disconnect(const std::string& id);
  /// Disconnects all consumers and calls their disconnect operations. No consumer can be connected
  /// afterwards.
  void destroy();
  [[nodiscard]] bool is_destroyed() const;
  [[nodiscard]] ChannelStatistics statistics() const;

 private:
  using Deliveries = std::vector<std::shared_ptr<Delivery>>;
  using DeliveryMap = std::map<std::string, std::shared_ptr<Delivery>>;

  [[nodiscard]] Delivery::OnGone report_to(OnGone on_gone);
  void remove_gone(Delivery& delivery, const std::string& reason);
  // These functions require that mutex_ is held.
  [[nodiscard]] std::optional<ConnectError> why_not() const;
  void insert(const std::string& id, std::shared_ptr<ConsumerEnd> consumer, OnGone on_gone);
  [[nodiscard]] std::string unused_id();
  void publish();
  void retire(const Delivery& delivery);

  const std::string name_;
  const EventOptions options_;
  const std::shared_ptr<DeliveryPool> pool_;
  const OnDisconnection on_disconnection_;

  os::Atomic<std::uint64_t> pushed_{0};
  mutable os::Mutex mutex_;
  bool is_destroyed_ = false;
  std::uint64_t last_number_ = 0;
  DeliveryMap deliveries_;
  // A copy of the deliveries for push(), which reads it without a lock. The vector is replaced and
  // never changed.
  std::shared_ptr<const Deliveries> published_ = std::make_shared<const Deliveries>();
  Counts retired_;  // counts of former consumers
};

}  // namespace orbweaver::events
