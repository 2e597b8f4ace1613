// SPDX-License-Identifier: Apache-2.0
#include "steps.hpp"

namespace orbweaver::deploy {

namespace {

constexpr int kEnough = 3;  // unanswered calls in a row after which a device is not called

/// The timeout for a component that did not answer before.
constexpr Nanoseconds kShortTry = std::chrono::seconds{2};

/// These steps call also a component that hung, since it would go on otherwise.
bool is_always_called(Step step) {
  return step == Step::stop || step == Step::release || step == Step::shut_down;
}

Limit shortened(Limit limit) {
  if (limit.deadline.is_never() || limit.deadline.remaining() > kShortTry)
    limit.deadline = Deadline::after(kShortTry);
  return limit;
}

std::string duration_text(Nanoseconds timeout) {
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(timeout).count();
  return ms % 1000 == 0 ? std::to_string(ms / 1000) + " s" : std::to_string(ms) + " ms";
}

}  // namespace

bool Steps::is_answered_by_component(Step step) {
  return step != Step::allocate && step != Step::load && step != Step::execute;
}

// A cancelled call was not made, and says nothing.
void Steps::note_answer(const std::string& component, std::optional<Cause> cause) {
  if (component.empty() || cause == Cause::cancelled) return;
  if (cause == Cause::timed_out)
    lives_->hung(component);
  else
    lives_->answered(component);
}

Outcome<void> Steps::ask_component(Step step, const std::string& component,
                                   const Operation<void>& operation) {
  const auto condition = lives_->condition(component);
  if (condition == Lives::Condition::ended) return {};
  const bool is_hung = condition == Lives::Condition::hung;
  if (is_hung && !is_always_called(step))
    return fault(Cause::timed_out, "not called, as it did not answer before");
  auto limit = timeouts_.limit(step, lives_->while_it_lives(component));
  auto outcome = operation(is_hung ? shortened(std::move(limit)) : std::move(limit));
  const bool is_explained_by_its_end = !outcome && !outcome.error().is_answer &&
                                       lives_->condition(component) == Lives::Condition::ended;
  if (outcome || is_explained_by_its_end) {
    lives_->answered(component);
    return {};
  }
  note_answer(component, outcome.error().cause);
  return outcome;
}

Outcome<void> Steps::ask_device(Step step, const std::string& device,
                                const Operation<void>& operation) {
  if (step == Step::terminate) return operation(timeouts_.limit(step));
  {
    const std::lock_guard lock{mutex_};
    if (unanswered_[device] >= kEnough) {
      return fault(Cause::timed_out, "not called, as the device did not answer before");
    }
  }
  auto outcome = operation(timeouts_.limit(step));
  const bool is_hung = !outcome && outcome.error().cause == Cause::timed_out;
  const std::lock_guard lock{mutex_};
  unanswered_[device] = is_hung ? unanswered_[device] + 1 : 0;
  return outcome;
}

StepFailure Steps::named(Step step, const Spot& spot, Fault fault) {
  if (const auto how = lives_->how_ended(spot.component); how && !fault.is_answer) {
    return ending_of({spot.component, *how}, step);
  }
  if (fault.cause == Cause::cancelled && step < Step::start) {
    if (const auto first = lives_->first_ending()) return ending_of(*first, step);
  }
  if (fault.cause == Cause::timed_out) {
    const auto bound = "no answer within " + duration_text(timeouts_.of(step));
    fault.text = fault.text.empty() ? bound : bound + ": " + fault.text;
  }
  return {step, spot.component, spot.device, std::move(fault)};
}

StepFailure Steps::ending_of(const Ending& ending, Step step) const {
  const auto* component = plan_->find(ending.component);
  return {step,
          ending.component,
          component != nullptr ? component->device : std::string{},
          {Cause::ended, ending.how}};
}

}  // namespace orbweaver::deploy
