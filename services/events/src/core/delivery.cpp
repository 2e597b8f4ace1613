// SPDX-License-Identifier: Apache-2.0
#include "delivery.hpp"

#include <algorithm>
#include <exception>
#include <span>
#include <utility>

namespace orbweaver::events {

namespace {

class Goodbye final : public Task {
 public:
  explicit Goodbye(std::shared_ptr<ConsumerEnd> consumer) : consumer_(std::move(consumer)) {}
  void run() noexcept override { consumer_->say_goodbye(); }

 private:
  std::shared_ptr<ConsumerEnd> consumer_;
};

}  // namespace

Delivery::Delivery(std::string id, std::shared_ptr<ConsumerEnd> consumer,
                   const EventOptions& options, std::shared_ptr<DeliveryPool> pool, OnGone on_gone)
    : id_(std::move(id)),
      consumer_(std::move(consumer)),
      most_bytes_at_once_(options.batch_bytes),
      pool_(std::move(pool)),
      on_gone_(std::move(on_gone)),
      queue_(options.queued_events, options.queued_bytes),
      batch_size_(std::min(options.batch_events, consumer_->most_at_once()), options.call_timeout),
      backoff_(options.first_pause, options.longest_pause, options.failures) {}

// ---- suppliers' side ----

void Delivery::push(const Event& event) {
  const std::lock_guard lock(mutex_);
  if (state_ == State::closed) return;
  ++counts_.pushed;
  counts_.dropped += queue_.push(event);
  if (state_ == State::idle) go_on();
}

// ---- threads of the pool ----

void Delivery::run() noexcept {
  const auto batch = begin_batch();
  if (!batch) return;
  const auto done = [self = shared_from_this(), batch](const DeliveryOutcome& outcome) {
    self->finished(*batch, outcome);
  };
  try {
    consumer_->deliver(batch->events, done);
  } catch (const std::exception& failure) {
    done({Answer::unreachable, batch->events.size(), failure.what()});
  }
}

std::shared_ptr<const Delivery::EventBatch> Delivery::begin_batch() {
  const std::lock_guard lock(mutex_);
  if (state_ == State::closed) return nullptr;
  if (queue_.empty()) {  // after a pause, if the failed call had the last event
    state_ = State::idle;
    return nullptr;
  }
  auto events = queue_.take(batch_size_.events(), most_bytes_at_once_);
  state_ = State::under_way;
  under_way_ = events.size();
  return std::make_shared<const EventBatch>(std::move(events), now());
}

void Delivery::finished(const EventBatch& batch, const DeliveryOutcome& outcome) {
  std::string reason;
  {
    const std::lock_guard lock(mutex_);
    if (state_ == State::closed) return;
    account(batch, outcome);
    learn_from(batch, outcome.answer);
    if (!is_given_up(outcome.answer))
      return outcome.answer == Answer::unreachable ? pause() : go_on();
    reason = reason_of(outcome);
    close_now();
  }
  on_gone_(*this, reason);
}

// ---- with the lock held ----

void Delivery::account(const EventBatch& batch, const DeliveryOutcome& outcome) {
  const auto taken = std::min(outcome.taken, batch.events.size());
  under_way_ = 0;
  (outcome.answer == Answer::delivered ? counts_.delivered : counts_.failed) += taken;
  counts_.dropped += queue_.put_back(std::span(batch.events).subspan(taken));
}

void Delivery::learn_from(const EventBatch& batch, Answer answer) {
  if (answer == Answer::unreachable) {
    backoff_.failed();
    batch_size_.failed();
    trust_ = Trust::untrusted;
    return;
  }
  backoff_.succeeded();
  batch_size_.answered(now() - batch.began);
  trust_ = Trust::trusted;
}

void Delivery::go_on() {
  state_ = queue_.empty() ? State::idle : State::ready;
  if (state_ == State::ready) pool_->schedule(shared_from_this(), trust_);
}

// Pauses also if no event waits, so that the next event is not sent before the pause is over.
void Delivery::pause() {
  state_ = State::paused;
  pool_->schedule_at(now() + backoff_.pause(), shared_from_this());
}

bool Delivery::is_given_up(Answer answer) const noexcept {
  return answer == Answer::gone || backoff_.is_exhausted();
}

std::string Delivery::reason_of(const DeliveryOutcome& outcome) const {
  if (outcome.answer == Answer::gone) return outcome.reason;
  return std::to_string(backoff_.failures()) +
         " calls in a row failed, the last with: " + outcome.reason;
}

// ---- its end ----

bool Delivery::close_now() {
  if (std::exchange(state_, State::closed) == State::closed) return false;
  counts_.dropped += queue_.clear();
  counts_.failed += std::exchange(under_way_, 0);
  return true;
}

void Delivery::close() {
  const std::lock_guard lock(mutex_);
  close_now();
}

void Delivery::close_and_say_goodbye() {
  {
    const std::lock_guard lock(mutex_);
    if (!close_now()) return;
  }
  pool_->schedule(std::make_shared<Goodbye>(consumer_), Trust::untrusted);
}

ConsumerStatistics Delivery::statistics() const {
  const std::lock_guard lock(mutex_);
  return {
      .id = id_, .counts = counts_, .waiting = queue_.size(), .is_paused = state_ == State::paused};
}

}  // namespace orbweaver::events
