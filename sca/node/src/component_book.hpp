// SPDX-License-Identifier: Apache-2.0
// The stage that each component of the plan has reached.
//
//   planned --> started --> registered --> ready --> gone
//      |           |             |                     ^
//      +-----------+-------------+--> failed           |  its program ended, or it unregistered
//                  +-------------+---------------------+
//
// A failed or gone component that is started again is first set back to planned.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/node/node_plan.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "node_registrations.hpp"

namespace orbweaver::node {

/// Returns a text for messages: "device 'gpp'".
[[nodiscard]] std::string quoted(const NodeComponent& component);

enum class Stage { planned, started, registered, ready, failed, gone };

/// Threads: any. Only await() and await_launched() block.
class ComponentBook {
 public:
  struct Entry {
    const NodeComponent* plan = nullptr;
    Stage stage = Stage::planned;
    int process = 0;
    bool is_launching = false;
    bool is_reported = true;               // the user knows the component's present stage
    DeviceRef device;                      // set from registered on; nil for a service
    std::optional<Deadline> registers_by;  // set from the launch on
    std::string missing;  // why the component is not there; empty: it is, or it unregistered
  };

  explicit ComponentBook(const NodePlan& plan);

  /// These functions return nothing if the plan has no such component.
  [[nodiscard]] std::optional<Entry> find(const std::string& id) const;
  [[nodiscard]] std::optional<Entry> find(const DeviceRef& device) const;
  [[nodiscard]] std::optional<Entry> find_service(const std::string& name) const;

  /// Call it before a component is started again. Returns false if it is neither gone nor failed:
  /// it may have come back by itself. A later report that its former process ended is ignored.
  [[nodiscard]] bool set_planned_again(const std::string& id);
  /// Call it before the program is started.
  void set_started(const std::string& id);
  /// Call it when the start was reported to the user. `process` is 0 if the program could not be
  /// started.
  void set_launched(const std::string& id, int process, const Deadline& registers_by);
  /// Waits until set_launched() was called, so that the program's events are reported after its
  /// start.
  void await_launched(const std::string& id) const;
  /// Makes the device this component of the plan. Returns false if the component has another device
  /// that is neither gone nor failed.
  [[nodiscard]] bool set_registered(const std::string& id, const DeviceRef& device);
  /// Returns false if the component is not registered any more: it has ended or failed meanwhile.
  [[nodiscard]] bool set_ready(const std::string& id);
  /// Returns false if the component is failed or gone already, which was reported then.
  [[nodiscard]] bool set_failed(const std::string& id);
  /// Returns the former entry.
  [[nodiscard]] std::optional<Entry> set_gone(const std::string& id);
  /// Notes that the component's process ended. Returns nothing if the component was started again
  /// meanwhile.
  [[nodiscard]] std::optional<Entry> set_ended(const std::string& id, int process);
  /// Notes why the component is missing, until it is ready again. Not for a component that
  /// unregistered.
  void set_missing(const std::string& id, const std::string& why);
  /// Returns a line for each missing component: "device 'gpp' is not there: killed by SIGKILL".
  [[nodiscard]] std::vector<std::string> missing() const;

  /// Call it after set_ready(), set_failed() or set_gone(), when the user was informed. Only then
  /// does await() return.
  void set_reported(const std::string& id);

  /// Waits while the component is planned, started or registered, until the deadline or until stop
  /// is requested. Returns its stage.
  [[nodiscard]] Stage await(const std::string& id, const Deadline& deadline,
                            const std::stop_token& stop) const;

 private:
  // Both functions require that mutex_ is held.
  [[nodiscard]] Entry* entry(const std::string& id);
  static Entry make_gone(Entry& entry);

  mutable os::Mutex mutex_;
  mutable os::ConditionVariableAny changed_;
  std::map<std::string, Entry> entries_;
};

}  // namespace orbweaver::node
