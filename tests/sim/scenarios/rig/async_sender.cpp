// SPDX-License-Identifier: Apache-2.0
#include "scenarios/rig/async_sender.hpp"

#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/reached.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <fmt/format.h>

#include <new>
#include <utility>

#include "scenarios/rig/run.hpp"
#include "scenarios/rig/sink.hpp"
#include "scenarios/rig/world.hpp"

namespace orbweaver::sim {

namespace {

using Holder = IDL::traits<Messaging::ExceptionHolder>::ref_type;

/// How a call into the ORB ends; it returns whether it got its own reply.
template <class Call>
Ending ending_of(Call call) {
  try {
    const ScarceMemory of_the_orb;
    if (!call()) fail("integrity", "a call got the reply of another");
    return Ending::ok;
  } catch (const CORBA::SystemException& failure) {
    const bool did_not_run = failure.completed() == CORBA::CompletionStatus::COMPLETED_NO;
    return did_not_run ? Ending::not_run : Ending::uncertain;
  } catch (const std::bad_alloc&) {
    return Ending::uncertain;
  }
}

class Handler final : public CORBA::amic_traits<Sim::Sink>::replyhandler_base_type {
 public:
  Handler(std::uint32_t sender, std::uint32_t number, UnderWay& under_way)
      : sender_(sender), number_(number), under_way_(under_way) {}

  void call(std::uint32_t result) override {
    if (result != number_) fail("integrity", "a handler got the reply of another call");
    end_by_handler(Ending::ok);
  }
  void call_excep(Holder holder) override {
    end_by_handler(ending_of([&] {
      holder->raise_exception();
      return true;
    }));
  }
  void count(std::uint64_t /*result*/) override {}
  void count_excep(Holder /*holder*/) override {}

  void end(Ending ending) {
    const EnoughMemory for_the_scenario;
    if (std::exchange(has_ended_, true))
      fail("an outcome comes once", fmt::format("call {} of sender {}", number_, sender_));
    world().history.ends(kObject, sender_, number_, ending);
  }

 private:
  void end_by_handler(Ending ending) {
    --under_way_.count;
    reached(ending == Ending::ok ? "a handler got a reply" : "a handler got an exception", 1);
    end(ending);
  }

  std::uint32_t sender_, number_;
  UnderWay& under_way_;
  bool has_ended_ = false;
};

}  // namespace

// A place is free when the handler is about to begin, which counts it a moment later.
void AsyncSender::send_with_handler() {
  const auto number = sender_.begin(Way::asynchronous);
  const auto handler = std::make_shared<Handler>(sender_.number(), number, under_way_);
  const auto body = body_of(sender_.number(), number);
  ++under_way_.count;
  const auto sent = ending_of([&] {
    sender_.sink()->sendc_call(handler, sender_.number(), number, body);
    return true;
  });
  if (sent == Ending::ok) return;
  --under_way_.count;
  handler->end(sent);
}

void AsyncSender::send_with_result() {
  const auto number = sender_.begin(Way::asynchronous);
  const auto body = body_of(sender_.number(), number);
  corba::Pending<std::uint32_t> result;
  const auto sent = ending_of([&] {
    result = sender_.sink()->sendp_call(sender_.number(), number, body);
    return true;
  });
  if (sent != Ending::ok) return sender_.end(number, sent);
  waiting_.push_back({number, std::move(result)});
}

Ending AsyncSender::outcome_of(Waiting& waiting) {
  return ending_of([&] { return waiting.result.get() == waiting.number; });
}

void AsyncSender::take_one() {
  if (waiting_.empty()) return;
  auto one = std::move(waiting_.front());
  waiting_.erase(waiting_.begin());
  const auto ending = outcome_of(one);
  reached(ending == Ending::ok ? "a result was taken" : "a result was an exception", 1);
  sender_.end(one.number, ending);
}

void AsyncSender::take_all() {
  while (!waiting_.empty()) take_one();
}

void AsyncSender::drop_all() {
  reached("a result was dropped", waiting_.size());
  for (auto& entry : waiting_) {
    {
      const ScarceMemory of_the_orb;
      entry.result = {};
    }
    sender_.end(entry.number, Ending::uncertain);
  }
  waiting_.clear();
}

}  // namespace orbweaver::sim
