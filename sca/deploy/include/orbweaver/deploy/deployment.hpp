// SPDX-License-Identifier: Apache-2.0
// One application of a factory, from its creation to its release. Each thing that it did outside is
// undone exactly once, however it ends.
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
  /// The front end's part when a component of a complete application ends: `tear_down`
  /// releases the rest, `keep` lets it go on.
  enum class OnEnd { tear_down, keep };

  Timeouts timeouts;                       // of each step
  std::size_t threads = 8;                 // for what is done side by side
  Configure configure = Configure::given;  // see Configure
  OnEnd on_end = OnEnd::tear_down;         // see OnEnd
  /// Called by `create` on its thread when what snapshot() gives has grown: capacity is taken, all
  /// programs run.
  std::function<void()> on_taken = {};
};

struct CreateFailure {
  StepFailure failure;            // the first one
  std::optional<PlanFault> plan;  // if there was no plan
  Failures not_given_back;        // what could not be undone
};

/// The step that the front end has to take after the end of a component.
enum class AfterEnd {
  expected,       // it was being released, or its creation undone; its end was reported before; or
                  // it is of another application
  creation_ends,  // `create` fails, and undoes what it did
  tear_down,      // the caller is to call `release`
  keep,           // the rest goes on
};

/// Threads: any, for every operation; start, stop, release and changes of connections wait for
/// each other and for `create`.
class Deployment {
 public:
  /// `target` must outlive it, and the application of the request its `create`.
  Deployment(PlanRequest request, Target& target, DeploymentOptions options = {});
  /// Releases what is there.
  ~Deployment();
  Deployment(const Deployment&) = delete;
  Deployment& operator=(const Deployment&) = delete;

  /// Call once. Blocks: at most the sum of the timeouts of its steps.
  /// After a failure all is given back but what the failure names.
  [[nodiscard]] Result<void, CreateFailure> create();

  // Instead of create(), for an application of a process that ended.

  /// Takes over what the snapshot has. No call is made. The application is complete: release()
  /// gives all back. Call once, before all else.
  void restore(const ApplicationSnapshot& snapshot);
  /// To go on with it, after the front end found its components: checks the ends of all
  /// connections, and makes those anew that have an end which is found by a name.
  /// Fails: with the first end that is not there, or a component that ended since restore().
  [[nodiscard]] Result<void, StepFailure> adopt();
  /// Gives nothing back, now and later: another process will. No other operation is under way.
  void abandon();

  /// The processes, capacities, files and names that the application has now. Threads: any.
  [[nodiscard]] ApplicationSnapshot snapshot() const;

  /// Starts the assembly controller; if the SAD has a startorder (REDHAWK), those that have one, in
  /// its order, after the controller unless that has one too. A failure stops those that were
  /// started. Starting a running application calls start again. Components that have ended are
  /// passed over, but for the controller.
  /// Fails: the failure of start comes first; `refused` if the application is not complete.
  [[nodiscard]] Result<void, Failures> start();

  /// The reverse. Goes on past what fails.
  [[nodiscard]] Result<void, Failures> stop();

  /// Gives everything back, in any state; ends a creation or start that is under way. If several
  /// threads call it, one does the work, and all return when it is done.
  /// Returns: what could not be given back.
  Failures release();

  /// A component's process ended, or its object is gone. Ends at once what waits for it. Blocks:
  /// never.
  AfterEnd component_ended(const std::string& component, const std::string& how,
                           EndedPart part = EndedPart::process);
  /// Terminates the process of a component whose object is gone, where the rest is kept: later its
  /// number may be another process's. Fails: as a step of release().
  [[nodiscard]] std::optional<StepFailure> end_process(const std::string& component);

  /// A service is there: makes connections that waited for it. A finder without a name fits every
  /// service of its type. Blocks: while it connects.
  /// Returns: connections that could not be made; they go on waiting.
  Failures service_came(const FoundOwner& service);
  /// A service is gone: its connections are taken down, and wait.
  Failures service_went(const FoundOwner& service);

  [[nodiscard]] DeploymentState state() const;
  /// The report of the plan; complete when `create` has returned.
  [[nodiscard]] const PlanReport& report() const { return report_; }
  /// Empty until `create` has succeeded.
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

/// One line for each: what failed first, then what could not be given back.
[[nodiscard]] std::vector<std::string> lines(const CreateFailure& failure);

}  // namespace orbweaver::deploy
