// SPDX-License-Identifier: Apache-2.0
// Release during creation. Thread A creates, thread B releases:
//
//   B: state creating -> releasing, cancels all limits, waits until A is done.
//   A: its step fails as cancelled; it undoes what was done; releasing -> released; wakes B.
//
// If A was past its last step when B came, A finds `releasing` where it wanted to go to `ready`,
// and undoes all the same. In both orders A alone gives back.
//
// The end of a component during creation. Thread A creates, thread C reports the end. C notes the
// end and reads the state under one lock; A goes to `ready` under the same lock, and only if no end
// is noted. So either `create` fails, or C answers by the policy for complete applications.
#include <orbweaver/deploy/deployment.hpp>

#include "creation.hpp"
#include "start_sequence.hpp"
#include "target_capacities.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>

namespace orbweaver::deploy {

namespace {

void append(Failures& to, Failures from) { std::ranges::move(from, std::back_inserter(to)); }

Failures not_complete(Step step, DeploymentState state) {
  return {{step, {}, {}, {Cause::refused, "the application is " + std::string{name_of(state)}}}};
}

Result<void, Failures> outcome_of(Failures failures) {
  if (failures.empty()) return {};
  return unexpected<Failures>{std::move(failures)};
}

/// Returns the components that the factory makes: they end with it.
std::vector<std::string> made_by(const Plan& plan, const std::string& factory) {
  std::vector<std::string> texts;
  for (const auto& component : plan.components) {
    const bool is_made = component.from_factory && component.from_factory->factory == factory;
    if (is_made) texts.push_back(component.identifier);
  }
  return texts;
}

CreationOptions creation_options(const DeploymentOptions& options) {
  using enum DeploymentOptions::Configure;
  return {options.on_taken, options.threads, options.configure != controller_only,
          options.configure == all};
}

}  // namespace

Deployment::Deployment(PlanRequest request, Target& target, DeploymentOptions options)
    : request_(std::move(request)),
      target_(&target),
      options_(std::move(options)),
      steps_(std::make_unique<Steps>(options_.timeouts, lives_, plan_)),
      connector_(std::make_unique<Connector>(target, *steps_, plan_, done_)),
      creation_(std::make_unique<Creation>(plan_, target, *steps_, *connector_, done_,
                                           options_.timeouts)) {}

Deployment::~Deployment() { (void)release(); }

Result<void, CreateFailure> Deployment::create() {
  {
    const std::lock_guard lock{mutex_};
    if (is_busy_ || state_.now() != DeploymentState::creating) {
      return unexpected<CreateFailure>({not_complete(Step::plan, state_.now()).front(), {}, {}});
    }
    is_busy_ = true;
  }
  auto failure = carry_out();
  if (!failure) return {};
  {
    const std::lock_guard lock{mutex_};
    is_undoing_ = true;
  }
  failure->not_given_back = report_.not_given_back;
  append(failure->not_given_back, done_.undo(Step::deallocate, options_.threads));
  end(DeploymentState::failed, failure->not_given_back);
  return unexpected<CreateFailure>{std::move(*failure)};
}

std::optional<CreateFailure> Deployment::carry_out() {
  if (auto failure = allocate()) return failure;
  auto done = creation_->carry_out(creation_options(options_));
  auto failure = end_of_creation(done ? std::optional<StepFailure>{} : std::move(done.error()));
  if (!failure) return {};
  return CreateFailure{std::move(*failure), {}, {}};
}

std::optional<CreateFailure> Deployment::allocate() {
  TargetCapacities source{*target_, *steps_};
  auto plan = make_plan(request_, source, done_, report_);
  const std::lock_guard lock{mutex_};
  if (plan) {
    plan_ = std::move(*plan);
    return {};
  }
  if (state_.now() != DeploymentState::releasing) {
    auto first = plan.error().failures.front();
    return CreateFailure{std::move(first), std::move(plan.error()), {}};
  }
  return CreateFailure{{Step::allocate, {}, {}, {Cause::cancelled, "it is released"}}, {}, {}};
}

/// Goes to `ready`. Returns the failure if that is not possible.
std::optional<StepFailure> Deployment::end_of_creation(std::optional<StepFailure> failure) {
  const std::lock_guard lock{mutex_};
  if (failure) return failure;
  if (creation_ending_) {
    const auto* component = plan_.find(creation_ending_->component);
    return StepFailure{Step::configure,
                       creation_ending_->component,
                       component != nullptr ? component->device : std::string{},
                       {Cause::ended, creation_ending_->how}};
  }
  if (!state_.go_to(DeploymentState::ready)) {
    return StepFailure{Step::configure, {}, {}, {Cause::cancelled, "it is released"}};
  }
  is_busy_ = false;
  changed_.notify_all();
  return {};
}

/// Everything is given back: goes to `last`, or to `released` if a release waits.
void Deployment::end(DeploymentState last, Failures not_given_back) {
  const std::lock_guard lock{mutex_};
  (void)(state_.go_to(DeploymentState::released) || state_.go_to(last));
  not_given_back_ = std::move(not_given_back);
  is_busy_ = false;
  changed_.notify_all();
}

/// Waits until no other operation runs. Returns false if the application is not complete.
/// Components that hung before may answer now.
bool Deployment::begin_operation() {
  std::unique_lock lock{mutex_};
  changed_.wait(lock, [&] { return !is_busy_; });
  if (!state_.is_complete()) return false;
  is_busy_ = true;
  lives_.may_answer_again();
  return true;
}

/// Goes to `next`, if there is one, unless a release waits.
void Deployment::end_operation(std::optional<DeploymentState> next) {
  const std::lock_guard lock{mutex_};
  if (next) (void)state_.go_to(*next);
  is_busy_ = false;
  changed_.notify_all();
}

Result<void, Failures> Deployment::start() {
  if (!begin_operation()) return unexpected<Failures>{not_complete(Step::start, state())};
  auto failures = start_all();
  end_operation(failures.empty() ? DeploymentState::running : DeploymentState::stopped);
  return outcome_of(std::move(failures));
}

Failures Deployment::start_all() {
  for (const auto* component : start_sequence(plan_)) {
    const auto& id = component->identifier;
    const bool has_ended = lives_.condition(id) == Lives::Condition::ended;
    // its end was reported, and the rest goes on
    if (has_ended && id != plan_.controller) continue;
    auto done = steps_->carry_out<void>(Step::start, spot_of(*component), [&](const Limit& limit) {
      return target_->start(id, limit);
    });
    // after a timeout it may have started, or may start later
    if (done || done.error().fault.cause == Cause::timed_out) record_start(id, component->device);
    if (done) continue;
    Failures failures{std::move(done.error())};
    append(failures, stop_started());
    return failures;
  }
  return {};
}

void Deployment::record_start(const std::string& component, const std::string& device) {
  if (done_.has(Step::stop, component)) return;
  done_.record({Step::stop, component, device, {}, [this, component] { return stop(component); }});
}

Outcome<void> Deployment::stop(const std::string& component) {
  return steps_->ask_component(Step::stop, component,
                               [&](const Limit& limit) { return target_->stop(component, limit); });
}

Result<void, Failures> Deployment::stop() {
  if (!begin_operation()) return unexpected<Failures>{not_complete(Step::stop, state())};
  auto failures = stop_all();
  end_operation(DeploymentState::stopped);
  return outcome_of(std::move(failures));
}

// A component that did not answer counts as started: the next stop, or the release, stops it again.
Failures Deployment::stop_started() {
  auto failures = done_.undo(Step::stop);
  for (const auto& failure : failures | std::views::reverse)
    if (failure.fault.cause == Cause::timed_out) record_start(failure.component, failure.device);
  return failures;
}

/// Stops the components that were started. If none was, stops all, as components may have started
/// by themselves.
Failures Deployment::stop_all() {
  const auto sequence = start_sequence(plan_);
  const bool was_started = std::ranges::any_of(sequence, [&](const PlannedComponent* one) {
    return done_.has(Step::stop, one->identifier);
  });
  if (was_started) return stop_started();
  Failures failures;
  for (const auto* component : sequence | std::views::reverse) {
    auto done = stop(component->identifier);
    if (done) continue;
    failures.push_back(
        {Step::stop, component->identifier, component->device, std::move(done.error())});
  }
  return failures;
}

Failures Deployment::release() {
  {
    const std::lock_guard lock{mutex_};
    if (state_.is_final()) return {};
    const bool was_created = is_busy_ || state_.now() != DeploymentState::creating;
    const bool is_first = state_.go_to(DeploymentState::releasing);
    if (is_first && !was_created) (void)state_.go_to(DeploymentState::released);
  }
  lives_.cancel();
  std::unique_lock lock{mutex_};
  changed_.wait(lock, [&] { return !is_busy_; });
  if (state_.is_final()) return not_given_back_;
  is_busy_ = true;
  lock.unlock();
  auto failures = done_.undo(Step::deallocate, options_.threads);
  end(DeploymentState::released, failures);
  return failures;
}

std::optional<StepFailure> Deployment::end_process(const std::string& component) {
  if (!begin_operation()) return {};
  auto failure = done_.undo_of(Step::terminate, component);
  end_operation({});
  return failure;
}

AfterEnd Deployment::component_ended(const std::string& component, const std::string& how,
                                     EndedPart part) {
  auto state = DeploymentState::creating;
  bool is_undoing = false;
  std::vector<std::string> gone;
  {
    const std::lock_guard lock{mutex_};
    if (plan_.find(component) == nullptr) return AfterEnd::expected;  // it is not one of these
    state = state_.now();
    is_undoing = is_undoing_;
    if (state == DeploymentState::creating && !creation_ending_)
      creation_ending_ = Ending{component, how};
    gone = made_by(plan_, component);
  }
  if (!lives_.ended(component, how, part)) return AfterEnd::expected;
  for (const auto& identifier : gone)
    (void)lives_.ended(identifier, "its resource factory: " + how);
  switch (state) {
    case DeploymentState::creating:
      if (is_undoing) return AfterEnd::expected;
      lives_.cancel();
      return AfterEnd::creation_ends;
    case DeploymentState::ready:
    case DeploymentState::running:
    case DeploymentState::stopped:
      return options_.on_end == DeploymentOptions::OnEnd::keep ? AfterEnd::keep
                                                               : AfterEnd::tear_down;
    case DeploymentState::releasing:
    case DeploymentState::released:
    case DeploymentState::failed:
      return AfterEnd::expected;
  }
  return AfterEnd::expected;
}

Failures Deployment::service_came(const FoundOwner& service) {
  if (!begin_operation()) return {};
  auto failures = connector_->service_came(service);
  end_operation({});
  return failures;
}

Failures Deployment::service_went(const FoundOwner& service) {
  if (!begin_operation()) return {};
  auto failures = connector_->service_went(service);
  end_operation({});
  return failures;
}

void Deployment::restore(const ApplicationSnapshot& snapshot) {
  {
    const std::lock_guard lock{mutex_};
    plan_ = snapshot.plan;
    (void)state_.go_to(DeploymentState::ready);
    if (snapshot.state != DeploymentState::ready) (void)state_.go_to(snapshot.state);
  }
  ended_before_ = snapshot.ended;
  for (const auto& [component, how] : snapshot.ended) (void)lives_.ended(component, how);
  for (const auto& entry : snapshot.taken) restore(entry, snapshot);
}

/// A component that ended is not restored: another process may have its process number.
void Deployment::restore(const Taken& taken, const ApplicationSnapshot& snapshot) {
  const auto& id = taken.component;
  const bool has_ended = snapshot.ended.contains(id);
  if (taken.step == Step::deallocate)
    return TargetCapacities{*target_, *steps_}.record(id, taken.device, taken.capacities, done_);
  if (taken.step == Step::disconnect) return connector_->restore(taken.subject);
  if (taken.step == Step::stop) return record_start(id, taken.device);
  if (taken.step != Step::terminate || !has_ended) creation_->restore(taken, snapshot.processes);
}

Result<void, StepFailure> Deployment::adopt() {
  if (!begin_operation()) return unexpected<StepFailure>{not_complete(Step::bind, state()).front()};
  auto failure = check_restored();
  if (!failure) creation_->set_checked();
  end_operation({});
  if (failure) return unexpected<StepFailure>{std::move(*failure)};
  return {};
}

std::optional<StepFailure> Deployment::check_restored() {
  for (const auto& component : plan_.components) {
    const auto how = lives_.how_ended(component.identifier);
    if (how && !ended_before_.contains(component.identifier))
      return StepFailure{Step::bind, component.identifier, component.device, {Cause::ended, *how}};
  }
  auto checked = connector_->check_restored();
  if (!checked) return std::move(checked.error());
  return {};
}

void Deployment::abandon() {
  done_.abandon();
  const std::lock_guard lock{mutex_};
  (void)state_.go_to(DeploymentState::releasing);
  (void)state_.go_to(DeploymentState::released);
}

ApplicationSnapshot Deployment::snapshot() const {
  ApplicationSnapshot application_snapshot;
  {
    const std::lock_guard lock{mutex_};
    application_snapshot.state = state_.now();
    application_snapshot.plan = plan_;
  }
  application_snapshot.taken = done_.taken();
  application_snapshot.processes = creation_->processes();
  for (const auto& component : application_snapshot.plan.components)
    if (auto how = lives_.how_ended(component.identifier))
      application_snapshot.ended[component.identifier] = *how;
  return application_snapshot;
}

DeploymentState Deployment::state() const {
  const std::lock_guard lock{mutex_};
  return state_.now();
}

std::map<std::string, ProcessId> Deployment::processes() const { return creation_->processes(); }

std::vector<PlannedConnection> Deployment::waiting() const { return connector_->waiting(); }

std::vector<std::string> lines(const CreateFailure& failure) {
  std::vector<std::string> all{line(failure.failure)};
  for (const auto& entry : failure.not_given_back) all.push_back(line(entry));
  return all;
}

}  // namespace orbweaver::deploy
