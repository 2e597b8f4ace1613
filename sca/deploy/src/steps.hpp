// SPDX-License-Identifier: Apache-2.0
// Carries out single steps on components and devices, each with its limit, and names them in
// failures.
#pragma once
#include <orbweaver/deploy/lives.hpp>
#include <orbweaver/deploy/plan.hpp>
#include <orbweaver/os/mutex.hpp>

#include <functional>
#include <map>
#include <optional>

namespace orbweaver::deploy {

/// The component and device of a step. The component is empty for a step of the whole application.
struct Spot {
  std::string component;
  std::string device;
};

[[nodiscard]] inline Spot spot_of(const PlannedComponent& component) {
  return {component.identifier, component.device};
}

/// Threads: any.
class Steps {
 public:
  template <class T>
  using Operation = std::function<Outcome<T>(const Limit&)>;

  /// All arguments must outlive it.
  Steps(const Timeouts& timeouts, Lives& lives, const Plan& plan)
      : timeouts_(timeouts), lives_(&lives), plan_(&plan) {}

  /// Carries out a step of creation. Its failure names the component that ended, if one did.
  template <class T>
  [[nodiscard]] Result<T, StepFailure> carry_out(Step step, const Spot& spot,
                                                 const Operation<T>& operation) {
    auto outcome = operation(timeouts_.limit(step, lives_->while_wanted(spot.component)));
    if (is_answered_by_component(step)) note_answer(spot.component, cause_of(outcome));
    if (!outcome) return unexpected<StepFailure>{named(step, spot, std::move(outcome.error()))};
    if constexpr (std::is_void_v<T>) {
      return {};
    } else {
      return std::move(*outcome);
    }
  }

  /// Calls the component to give something back. A component that has ended is not called: its part
  /// is gone with it. One that did not answer before is called for at most two seconds to stop and
  /// to end it; for other steps it is not called. If it answers, it counts as alive again.
  [[nodiscard]] Outcome<void> ask_component(Step step, const std::string& component,
                                            const Operation<void>& operation);

  /// Calls a device to give something back. A device that did not answer several calls in a row is
  /// not called any more, except to terminate a process: the process may be the reason, and must
  /// not run on without an attempt to end it.
  [[nodiscard]] Outcome<void> ask_device(Step step, const std::string& device,
                                         const Operation<void>& operation);

  /// Returns the limit of a step of the whole application.
  [[nodiscard]] Limit limit(Step step) { return timeouts_.limit(step, lives_->while_wanted({})); }

  [[nodiscard]] StepFailure named(Step step, const Spot& spot, Fault fault);
  [[nodiscard]] Lives& lives() { return *lives_; }

 private:
  template <class T>
  [[nodiscard]] static std::optional<Cause> cause_of(const Outcome<T>& outcome) {
    return outcome ? std::nullopt : std::optional{outcome.error().cause};
  }
  /// load, execute and allocate are calls of a device: their failure is not the component's.
  [[nodiscard]] static bool is_answered_by_component(Step step);
  /// `cause`: why it failed; nothing: it succeeded.
  void note_answer(const std::string& component, std::optional<Cause> cause);
  [[nodiscard]] StepFailure ending_of(const Ending& ending, Step step) const;

  Timeouts timeouts_;
  Lives* lives_;
  const Plan* plan_;
  os::Mutex mutex_;
  std::map<std::string, int> unanswered_;  // calls in a row, by device
};

}  // namespace orbweaver::deploy
