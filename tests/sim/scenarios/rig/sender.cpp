// SPDX-License-Identifier: Apache-2.0
#include "scenarios/rig/sender.hpp"

#include <orbweaver/corba/loan.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/sim/heap.hpp>
#include <orbweaver/wire/policies.hpp>

#include <algorithm>
#include <new>
#include <utility>

#include "scenarios/rig/options.hpp"
#include "scenarios/rig/sink.hpp"
#include "scenarios/rig/world.hpp"

namespace orbweaver::sim {

namespace {

/// As long as it lives, one-way calls of this thread go so, whatever the reference.
class ScopeOfThisThread {
 public:
  explicit ScopeOfThisThread(Way way) {
    wire::thread_policies().sync_scope = static_cast<wire::SyncScope>(way);
  }
  ~ScopeOfThisThread() { wire::thread_policies().sync_scope.reset(); }
  ScopeOfThisThread(const ScopeOfThisThread&) = delete;
  ScopeOfThisThread& operator=(const ScopeOfThisThread&) = delete;
};

}  // namespace

std::uint32_t new_stream() noexcept { return ++world().streams; }

Sender::Sender(std::uint32_t object, SinkReference sink, std::uint32_t stream)
    : object_(object), sender_(++world().senders), sink_(std::move(sink)) {
  world().history.uses_stream(sender_, stream);
  const KernelMemory kernel;
  world().senders_of[&this_process()].push_back(sender_);
}

std::uint32_t Sender::begin(Way way) {
  world().history.begins(object_, sender_, next_, way);
  return next_++;
}

void Sender::end(std::uint32_t number, Ending ending) {
  world().history.ends(object_, sender_, number, ending);
}

template <class Body>
void Sender::pass(Way way, std::uint32_t number, Body&& body) const {
  if (way == Way::two_way) {
    if (sink_->call(sender_, number, std::forward<Body>(body)) != number)
      fail("integrity", "a call got the reply of another");
  } else {
    const ScopeOfThisThread scope{way};
    sink_->push(sender_, number, std::forward<Body>(body));
  }
}

void Sender::pass_some_form(Way way, std::uint32_t number, const Sim::Octets& body) const {
  enum class Form { loan, view, vector };
  const auto form = world().lends ? one_of(Form::loan, Form::view, Form::vector) : Form::vector;
  if (form == Form::vector) return pass(way, number, body);
  auto loan = corba::loan<std::uint8_t>(*sink_, body.size());
  std::ranges::copy(body, loan.values().begin());
  if (form == Form::loan) return pass(way, number, std::move(loan));
  const auto view = std::move(loan).seal();
  pass(way, number, view);
  if (!std::ranges::equal(view.values(), body))
    fail("integrity", "a view changed when it was sent");
}

Ending Sender::send(Way way) {
  const auto body = body_of(sender_, next_);
  const auto number = begin(way);
  auto ending = Ending::ok;
  try {
    const ScarceMemory of_the_orb;
    pass_some_form(way, number, body);
  } catch (const CORBA::SystemException& failure) {
    ending = failure.completed() == CORBA::CompletionStatus::COMPLETED_NO ? Ending::not_run
                                                                          : Ending::uncertain;
  } catch (const std::bad_alloc&) {  // for the arguments, or for the exception itself
    ending = Ending::uncertain;
  }
  end(number, ending);
  return ending;
}

void send_until_answered(Sender& sender) {
  while (sender.send(Way::two_way) != Ending::ok) sleep_until(virtual_now() + 10 * kMillisecond);
}

SinkReference limited(const SinkReference& sink, Time time) {
  constexpr Time kUnit = 100;  // ns, of TimeBase::TimeT
  if (time == 0) return sink;
  const auto units = static_cast<std::uint64_t>(time / kUnit);
  return corba::with_policies(sink,
                              {std::make_shared<Messaging::RelativeRoundtripTimeoutPolicy>(units)});
}

void settle(const SinkReference& sink) {
  for (;;) {
    try {
      (void)sink->count();
      return;
    } catch (const CORBA::SystemException&) {
      sleep_until(virtual_now() + 10 * kMillisecond);
    }
  }
}

}  // namespace orbweaver::sim
