// SPDX-License-Identifier: Apache-2.0
#include "remote_consumer.hpp"

#include "call_outcome.hpp"

#include <orbweaver/corba/async.hpp>
#include <orbweaver/corba/peer.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/stub.hpp>
#include <orbweaver/generated/corba/CosEventComm_poa.hpp>

#include <limits>
#include <memory>
#include <utility>

namespace orbweaver::events {

namespace {

/// Handles the reply to the last event of a batch.
class PushReply final : public CosEventComm::AMI_PushConsumerHandler {
 public:
  using Exception = IDL::traits<Messaging::ExceptionHolder>::ref_type;

  PushReply(std::size_t events, ConsumerEnd::Done done) : events_(events), done_(std::move(done)) {}

  void push() override { done_({Answer::delivered, events_}); }
  void push_excep(Exception holder) override { done_(outcome_of(*holder)); }
  void disconnect_push_consumer() override {}
  void disconnect_push_consumer_excep(Exception /*holder*/) override {}

 private:
  [[nodiscard]] DeliveryOutcome outcome_of(const Messaging::ExceptionHolder& holder) const {
    try {
      holder.raise_exception();
    } catch (const std::exception& raised) {
      return outcome_of_reply(raised, events_);
    }
  }

  std::size_t events_;
  ConsumerEnd::Done done_;
};

// The generated stub has no such function, as push is a two-way operation in IDL.
void push_without_reply(const CosEventComm::PushConsumer& consumer, const EventData& event) {
  corba::ClientCall call{consumer, "push", corba::Operation::oneway};
  if (call.is_collocated())
    return call.run_collocated_oneway<CosEventComm::POA::PushConsumer>(
        [value = event.value](CosEventComm::POA::PushConsumer& servant) { servant.push(value); },
        event.bytes);
  cdr::encode(call.arguments(), event.value);
  call.send();
}

}  // namespace

CORBA::PolicyList call_policies(std::chrono::milliseconds timeout) {
  constexpr std::uint64_t kPerMillisecond = 10'000;  // units of 100 ns
  const auto limit = static_cast<std::uint64_t>(timeout.count()) * kPerMillisecond;
  return {std::make_shared<Messaging::RelativeRoundtripTimeoutPolicy>(limit),
          std::make_shared<Messaging::SyncScopePolicy>(Messaging::SYNC_NONE),
          std::make_shared<corba::CollocationPolicy>(wire::Collocation::queued)};
}

RemoteConsumer::RemoteConsumer(const PushConsumer& consumer, std::chrono::milliseconds call_timeout)
    : consumer_(corba::with_policies(consumer, call_policies(call_timeout))),
      keeps_order_(corba::keeps_order(consumer_)) {}

std::size_t RemoteConsumer::most_at_once() const noexcept {
  return keeps_order_ ? std::numeric_limits<std::size_t>::max() : 1;
}

void RemoteConsumer::deliver(std::span<const Event> events, Done done) {
  std::size_t sent = 0;
  try {
    for (; sent + 1 < events.size(); ++sent) push_without_reply(*consumer_, *events[sent]);
    consumer_->sendc_push(std::make_shared<PushReply>(events.size(), done), events.back()->value);
  } catch (const CORBA::SystemException& raised) {
    done(outcome_of_sending(raised, sent));
  }
}

void RemoteConsumer::say_goodbye() noexcept {
  try {
    consumer_->sendc_disconnect_push_consumer(nullptr);
  } catch (const CORBA::Exception&) {  // NOLINT(bugprone-empty-catch): it is gone before
  }
}

}  // namespace orbweaver::events
