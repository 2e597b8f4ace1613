// SPDX-License-Identifier: Apache-2.0
// The steps of creation after planning, and how each is undone.
#pragma once
#include "connector.hpp"

#include <orbweaver/os/atomic.hpp>

#include <functional>
#include <map>

namespace orbweaver::deploy {

struct CreationOptions {
  std::function<void()> on_taken;  // before programs are started, and when all of them are
  std::size_t threads = 1;
  bool configure_others = true;  // components besides the assembly controller
  bool configure_fully = false;  // with all values, and not with those that are given alone
};

class Creation {
 public:
  /// All arguments must outlive it; it must outlive its records in `done`.
  Creation(const Plan& plan, Target& target, Steps& steps, Connector& connector, Transaction& done,
           const Timeouts& timeouts)
      : plan_(&plan),
        target_(&target),
        steps_(&steps),
        connector_(&connector),
        done_(&done),
        timeouts_(timeouts) {}

  /// Carries out the steps. Fails: with the first failure; the steps before it are recorded.
  [[nodiscard]] Result<void, StepFailure> carry_out(const CreationOptions& options);

  /// Takes over a step of another process. Its components have been checked: if a component ends
  /// from now on, its process is not terminated. Before the check, a component that cannot be
  /// reached may still have a process.
  void restore(const Taken& taken, const std::map<std::string, ProcessId>& processes);
  void set_checked() { is_checked_ = true; }

  /// By component identifier. Threads: any.
  [[nodiscard]] std::map<std::string, ProcessId> processes() const;

 private:
  using Done = Result<void, StepFailure>;

  Done launch_all(std::size_t threads);
  Done launch(const PlannedComponent& component);
  Done load(const PlannedComponent& component, const LoadRequest& request);
  Done execute(const PlannedComponent& component);
  void record_load(const std::string& component, const LoadRequest& request);
  void record_process(const std::string& component, const std::string& device, ProcessId process);
  void record_name(const std::string& component, const std::string& device);
  void record_resource(const PlannedComponent& component);
  void record_service(Step step, const std::string& component, const std::string& device);
  Outcome<void> terminate(const std::string& component, const std::string& device,
                          ProcessId process);
  Done bind_all();
  Done bind(const PlannedComponent& component, const Deadline& deadline);
  void record_end_of_service(const PlannedComponent& component);
  Done create_resources();
  Done create_resource(const PlannedComponent& component);
  Done initialise_all(std::size_t threads);
  Done configure_all(const CreationOptions& options);
  Done configure(const PlannedComponent& component, const Capacities& values);
  Done for_all(std::size_t threads, const std::function<Done(const PlannedComponent&)>& body);

  const Plan* plan_;
  Target* target_;
  Steps* steps_;
  Connector* connector_;
  Transaction* done_;
  Timeouts timeouts_;
  os::Atomic<bool> is_checked_ = true;
  mutable os::Mutex mutex_;
  std::map<std::string, ProcessId> processes_;
};

}  // namespace orbweaver::deploy
