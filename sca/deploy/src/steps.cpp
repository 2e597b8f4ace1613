#include "steps.hpp"

namespace orbweaver::deploy {

namespace {

constexpr int kEnough = 3;  // unanswered calls in a row

/// load, execute and allocate are calls to a device, and say nothing about the component.
bool is_answered_by_component(Step step) {
  return step != Step::allocate && step != Step::load && step != Step::execute;
}

std::string duration_text(Nanoseconds timeout) {
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(timeout).count();
  return ms % 1000 == 0 ? std::to_string(ms / 1000) + " s" : std::to_string(ms) + " ms";
}

}  // namespace

Outcome<void> Steps::ask_component(Step step, const std::string& component,
                                   const Operation<void>& operation) {
  switch (lives_->condition(component)) {
    case Lives::Condition::ended:
      return {};
    case Lives::Condition::hung:
      return fault(Cause::timed_out, "not called, as it did not answer before");
    case Lives::Condition::answers:
      break;
  }
  auto outcome = operation(timeouts_.limit(step, lives_->while_it_lives(component)));
  if (outcome || lives_->condition(component) == Lives::Condition::ended) return {};
  if (outcome.error().cause == Cause::timed_out) lives_->hung(component);
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

Failure Steps::named(Step step, const Spot& spot, Fault fault) {
  if (const auto how = lives_->how_ended(spot.component)) {
    return ending_of({spot.component, *how}, step);
  }
  if (fault.cause == Cause::cancelled && step < Step::start) {
    if (const auto first = lives_->first_ending()) return ending_of(*first, step);
  }
  if (fault.cause == Cause::timed_out) {
    if (is_answered_by_component(step)) lives_->hung(spot.component);
    const auto bound = "no answer within " + duration_text(timeouts_.of(step));
    fault.text = fault.text.empty() ? bound : bound + ": " + fault.text;
  }
  return {step, spot.component, spot.device, std::move(fault)};
}

Failure Steps::ending_of(const Ending& ending, Step step) const {
  const auto* component = plan_->find(ending.component);
  return {step,
          ending.component,
          component != nullptr ? component->device : std::string{},
          {Cause::ended, ending.how}};
}

}  // namespace orbweaver::deploy
