// SPDX-License-Identifier: Apache-2.0
// The delivery of events to one consumer: its queue, the calls, and the reaction to their failures.
//
//             push                 a thread takes it            done, the queue is empty
//   idle ------------> ready ------------------> under_way ----------------------------> idle
//                        ^ ^                         | |
//                        | +--- done, more events ---+ | unreachable
//                        |                             v
//                        +------ after a pause ----- paused
//
// Any state can change to closed: by close(), or because the consumer is gone or failed too often.
// A delivery is scheduled in the pool only in `ready` and `paused`: so a consumer never has two
// batches under way, and its events keep their order.
#pragma once
#include "backoff.hpp"
#include "batch_size.hpp"
#include "consumer_end.hpp"
#include "delivery_pool.hpp"
#include "event_queue.hpp"

#include <orbweaver/events/options.hpp>
#include <orbweaver/events/statistics.hpp>
#include <orbweaver/os/mutex.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace orbweaver::events {

/// Threads: any. Owned by a shared_ptr.
class Delivery final : public Task, public std::enable_shared_from_this<Delivery> {
 public:
  /// Called once if the delivery closes by itself. No lock is held.
  using OnGone = std::function<void(Delivery&, const std::string& reason)>;

  Delivery(std::string id, std::shared_ptr<ConsumerEnd> consumer, const EventOptions& options,
           std::shared_ptr<DeliveryPool> pool, OnGone on_gone);

  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  /// Queues the event. Never waits for the consumer. Does nothing after close().
  void push(const Event& event);
  /// Drops the waiting events. Events that are on their way may still arrive. Does not block.
  void close();
  /// Closes; then a thread of the pool calls the consumer's disconnect operation.
  void close_and_say_goodbye();
  [[nodiscard]] ConsumerStatistics statistics() const;

  void run() noexcept override;

 private:
  enum class State { idle, ready, under_way, paused, closed };
  /// Events that are sent together.
  struct EventBatch {
    std::vector<Event> events;
    TimePoint began;
  };

  [[nodiscard]] std::shared_ptr<const EventBatch> begin_batch();
  void finished(const EventBatch& batch, const DeliveryOutcome& outcome);
  // These functions require that mutex_ is held.
  void account(const EventBatch& batch, const DeliveryOutcome& outcome);
  void learn_from(const EventBatch& batch, Answer answer);
  void go_on();
  void pause();
  /// Returns false if it was closed before.
  bool close_now();
  [[nodiscard]] bool is_given_up(Answer answer) const noexcept;
  [[nodiscard]] std::string reason_of(const DeliveryOutcome& outcome) const;

  const std::string id_;
  const std::shared_ptr<ConsumerEnd> consumer_;
  const std::size_t most_bytes_at_once_;
  const std::shared_ptr<DeliveryPool> pool_;
  const OnGone on_gone_;

  mutable os::Mutex mutex_;
  State state_ = State::idle;
  Trust trust_ = Trust::untrusted;  // until the consumer answers
  EventQueue queue_;
  std::size_t under_way_ = 0;  // number of events
  BatchSize batch_size_;
  Backoff backoff_;
  Counts counts_;
};

}  // namespace orbweaver::events
