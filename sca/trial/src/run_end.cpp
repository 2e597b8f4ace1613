// SPDX-License-Identifier: Apache-2.0
// The part of a trial after the end of its stream.
#include <algorithm>

#include "run.hpp"

namespace orbweaver::trial {

using deploy::Limit;
using deploy::Step;

namespace {

constexpr Nanoseconds kGrace = std::chrono::seconds{2};
constexpr Nanoseconds kMostToEnd = std::chrono::seconds{30};
constexpr const char* kEndedWell = "exit status 0";

}  // namespace

/// The time between SIGTERM and SIGKILL.
Nanoseconds Trial::Run::grace() const {
  const auto timeout = options_.timeouts.of(Step::terminate);
  return timeout > Nanoseconds::zero() ? std::min(timeout, kGrace) : kGrace;
}

/// The time between the component's release and SIGTERM.
Nanoseconds Trial::Run::time_to_end() const {
  const auto timeout = options_.timeouts.of(Step::terminate);
  return timeout > Nanoseconds::zero() ? std::min(timeout, kMostToEnd) : kMostToEnd;
}

bool Trial::Run::can_be_called() const {
  return is_bound_ && !is_hung_ && !program_->how_it_ended();
}

void Trial::Run::give_back() {
  // An interrupt ends calls that are under way until now, and none from here on.
  enter(Phase::ending);
  for (auto& input : inputs_)
    if (input.feed) input.feed->stop();
  for (auto& output : outputs_) output.receiver->wake();
  if (is_started_ && can_be_called())
    (void)step(Step::stop, [&](const Limit& limit) { return object_.stop(limit); });
  for (auto& output : outputs_) {
    if (!output.uses || !can_be_called()) continue;
    const auto disconnect = [&](const Limit& limit) {
      return ComponentObject::disconnect(output.uses, output.port.port, limit);
    };
    (void)step(Step::disconnect, disconnect, output.port.port);
  }
  const bool is_released = can_be_called() && step(Step::release, [&](const Limit& limit) {
                             return object_.release(limit);
                           });
  end_program(is_released);
}

void Trial::Run::end_program(bool is_released) {
  auto how = is_released ? program_->await_end(time_to_end()) : program_->how_it_ended();
  if (is_released && how && *how != kEndedWell)
    monitor_.report("component '" + subject_.identifier + "': its program ended: " + *how);
  // The program may have ended after the end of its stream and before its release, without a failed
  // call.
  if (!is_released && how && !is_interrupted_ && !monitor_.view().has_failed) report_end(*how);
  if (!how) {
    program_->terminate(grace());
    how = program_->how_it_ended();
  }
  program_end_ = how.value_or("");
  for (auto& input : inputs_)
    if (input.feed) input.feed->join();
  program_.reset();  // every line that it printed has come now
}

/// Packets may arrive until now.
void Trial::Run::close_files() {
  for (auto& output : outputs_) output.receiver->close();
  if (!monitor_.view().has_failed)
    for (const auto& output : outputs_) (void)report_unwritten(output);
  const bool is_kept = is_started_ && !monitor_.view().has_failed;
  for (auto& output : outputs_) {
    const auto left = output.receiver->finish(is_kept);
    if (!left) monitor_.report(left.error());
    if (left && !left->empty() && options_.events.on_note)
      options_.events.on_note("what came out of port '" + output.port.port + "' before is in " +
                              *left);
  }
}

trial::TrialOutcome Trial::Run::outcome(TrialEnd ended) const {
  trial::TrialOutcome outcome{.ended = ended,
                              .inputs = {},
                              .outputs = {},
                              .ran = ran_,
                              .program_end = program_end_,
                              .failures = monitor_.failures(),
                              .is_wrongly_set = is_wrongly_set_};
  if (!outcome.failures.empty()) outcome.ended = TrialEnd::failed;
  for (const auto& input : inputs_) {
    const auto sent = input.feed ? input.feed->sent() : SentCounts{};
    outcome.inputs.push_back({input.port, sent.packets, sent.samples, false});
  }
  for (const auto& output : outputs_) {
    const auto received = output.receiver->received();
    outcome.outputs.push_back(
        {output.port, received.packets, received.samples, received.has_ended});
  }
  return outcome;
}

}  // namespace orbweaver::trial
