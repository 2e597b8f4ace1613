// SPDX-License-Identifier: Apache-2.0
// One application, from its creation to its release. Each resource that it takes is given back
// exactly once, however it ends.
//
//   create:   plan and allocate | load, execute | bind | create resources | initialise | connect |
//             configure
//   release:  stop | disconnect | release | terminate | unbind | unload | deallocate
//
// Programs are launched side by side, on a bounded set of threads; so are initialise, release and
// terminate. All else is done in the order of the SAD on the calling thread.
#pragma once
#include <orbweaver/deploy/application_snapshot.hpp>
#include <orbweaver/deploy/application_state.hpp>
#include <orbweaver/deploy/lives.hpp>
#include <orbweaver/deploy/plan.hpp>
#include <orbweaver/os/condition_variable.hpp>

#include <functional>
#include <map>
#include <memory>

namespace orbweaver::deploy {

class Connector;
class Creation;
class Steps;

/// How applications are created and released.
struct DeploymentOptions {
  /// Which components are configured at creation, besides the assembly controller (SCA 2.2.2
  /// 3.1.3.2.2 configures it alone). `given`: with the values that the SAD or the user gives
  /// them. `all`: with their defaults, too. `controller_only`: no others.
  enum class Configure { controller_only, given, all };
  /// What the front end does when a component of a complete application ends: `tear_down` releases
  /// the rest, `keep` lets it go on.
  enum class OnEnd { tear_down, keep };

  Timeouts timeouts;                       // of each step
  std::size_t threads = 8;                 // for steps of several components at the same time
  Configure configure = Configure::given;  // see Configure
  OnEnd on_end = OnEnd::tear_down;         // see OnEnd
  /// Called by `create` on its thread when snapshot() has grown: when capacity is taken, and when
  /// all programs run.
  std::function<void()> on_taken = {};
};

struct CreateFailure {
  StepFailure failure;            // the first one
  std::optional<PlanFault> plan;  // if there was no plan
  Failures not_given_back;        // what could not be undone
};

/// The front end's reaction to the end of a component.
enum class AfterEnd {
  expected,       // it was being released, or its creation undone; its end was reported before; or
                  // it is of another application
  creation_ends,  // `create` fails, and undoes its steps
  tear_down,      // the caller must call `release`
  keep,           // the application goes on
};

/// Threads: any, for every operation; start, stop, release and changes of connections wait for
/// each other and for `create`.
class Deployment {
 public:
  /// `target` must outlive this object. The application of the request must outlive `create`.
  Deployment(PlanRequest request, Target& target, DeploymentOptions options = {});
  /// Releases everything that is left.
  ~Deployment();
  Deployment(const Deployment&) = delete;
  Deployment& operator=(const Deployment&) = delete;

  /// Creates the application. Call it once. After a failure everything is given back, except for
  /// what the failure names. Blocks: at most for the sum of the timeouts of its steps.
  [[nodiscard]] Result<void, CreateFailure> create();

  // Instead of create(), for an application that another process created:

  /// Takes over the resources in the snapshot, without a call. The application is complete:
  /// release() gives everything back. Call it once, before all other functions.
  void restore(const ApplicationSnapshot& snapshot);
  /// Continues the application after the front end found its components: checks the ends of all
  /// connections, and makes those again that have an end found by a name. Fails: with the first end
  /// that does not exist, or a component that ended since restore().
  [[nodiscard]] Result<void, StepFailure> adopt();
  /// Gives nothing back, now or later: another process will. Requires: no other operation is under
  /// way.
  void abandon();

  /// The processes, capacities, files and names that the application has now. Threads: any.
  [[nodiscard]] ApplicationSnapshot snapshot() const;

  /// Starts the assembly controller; if the SAD has a startorder (REDHAWK), those that have one, in
  /// its order, after the controller unless that has one too. A failure stops those that were
  /// started. Starting a running application calls start again. Components that have ended are
  /// passed over, but for the controller.
  /// Fails: the failure of start comes first; `refused` if the application is not complete.
  [[nodiscard]] Result<void, Failures> start();

  /// Stops the components in reverse order. Goes on after a failure.
  [[nodiscard]] Result<void, Failures> stop();

  /// Gives everything back, in any state; ends a creation or start that is under way. If several
  /// threads call it, one does the work, and all return when it is done. Returns what could not be
  /// given back.
  Failures release();

  /// Reports that a component's process ended, or that its object does not exist any more.
  /// Operations that wait for the component end at once. Never blocks.
  AfterEnd component_ended(const std::string& component, const std::string& how,
                           EndedPart part = EndedPart::process);
  /// Terminates the process of a component whose object is gone, where the rest is kept: later its
  /// number may be another process's. Fails: as a step of release().
  [[nodiscard]] std::optional<StepFailure> end_process(const std::string& component);

  /// Reports that a service has registered: makes the connections that wait for it. A finder
  /// without a name fits every service of its type. Returns the connections that could not be made;
  /// they keep waiting. Blocks: while it connects.
  Failures service_came(const FoundOwner& service);
  /// Reports that a service has left: ends its connections, which wait from now on.
  Failures service_went(const FoundOwner& service);

  [[nodiscard]] DeploymentState state() const;
  /// The report of the plan; complete when `create` has returned.
  [[nodiscard]] const PlanReport& report() const { return report_; }
  /// The plan; empty until `create` has succeeded.
  [[nodiscard]] const Plan& plan() const { return plan_; }
  /// The processes by component identifier, including those that have ended.
  [[nodiscard]] std::map<std::string, ProcessId> processes() const;
  /// Connections that wait for a service.
  [[nodiscard]] std::vector<PlannedConnection> waiting() const;

 private:
  void restore(const Taken& taken, const ApplicationSnapshot& snapshot);
  [[nodiscard]] std::optional<StepFailure> check_restored();
  [[nodiscard]] std::optional<CreateFailure> carry_out();
  [[nodiscard]] std::optional<CreateFailure> allocate();
  [[nodiscard]] std::optional<StepFailure> end_of_creation(std::optional<StepFailure> failure);
  [[nodiscard]] bool begin_operation();
  void end_operation(std::optional<DeploymentState> next);
  void end(DeploymentState last, Failures not_given_back);
  [[nodiscard]] Failures start_all();
  [[nodiscard]] Failures stop_all();
  [[nodiscard]] Failures stop_started();
  void record_start(const std::string& component, const std::string& device);
  [[nodiscard]] Outcome<void> stop(const std::string& component);

  PlanRequest request_;
  Target* target_;
  DeploymentOptions options_;
  PlanReport report_;
  Plan plan_;
  Lives lives_;
  Transaction done_;
  std::unique_ptr<Steps> steps_;
  std::unique_ptr<Connector> connector_;
  std::unique_ptr<Creation> creation_;

  std::map<std::string, std::string> ended_before_;  // of restore()
  mutable os::Mutex mutex_;
  os::ConditionVariable changed_;
  ApplicationState state_;
  bool is_busy_ = false;                   // an operation is under way
  bool is_undoing_ = false;                // the creation has failed
  std::optional<Ending> creation_ending_;  // a component ended during creation
  Failures not_given_back_;                // of the release
};

/// Returns a line for each failure: the first one, then what could not be given back.
[[nodiscard]] std::vector<std::string> lines(const CreateFailure& failure);

}  // namespace orbweaver::deploy
