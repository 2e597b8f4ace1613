// SPDX-License-Identifier: Apache-2.0
// How far each component of the plan has come.
//
//   planned --> started --> registered --> ready --> gone
//      |           |             |                     ^
//      +-----------+-------------+--> failed           |  its program ended, or it unregistered
//                  +-------------+---------------------+
//
// One that is started again is planned anew, from failed or gone.
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

/// "device 'gpp'", for messages.
[[nodiscard]] std::string quoted(const NodeComponent& component);

enum class Stage { planned, started, registered, ready, failed, gone };

/// Threads: any. Blocks: only await() and await_launched().
class ComponentBook {
 public:
  struct Entry {
    const NodeComponent* plan = nullptr;
    Stage stage = Stage::planned;
    int process = 0;
    bool is_launching = false;
    bool is_reported = true;               // its stage, if the component is settled
    DeviceRef device;                      // from registered on; nil of a service
    std::optional<Deadline> registers_by;  // from its launch on
    std::string
        missing;  // why it is not there, although the plan has it; empty: it is, or it unregistered
  };

  explicit ComponentBook(const NodePlan& plan);

  /// These return nothing if the plan has no such component.
  [[nodiscard]] std::optional<Entry> find(const std::string& id) const;
  [[nodiscard]] std::optional<Entry> find(const DeviceRef& device) const;
  [[nodiscard]] std::optional<Entry> find_service(const std::string& name) const;

  /// Before it is started again. False: it is neither gone nor failed, as it may have come back by
  /// itself. From now on the end of its former process is of no interest.
  [[nodiscard]] bool set_planned_again(const std::string& id);
  /// Before its program is started.
  void set_started(const std::string& id);
  /// When its start has been reported; process 0: it could not be started.
  void set_launched(const std::string& id, int process, const Deadline& registers_by);
  /// Waits from set_started() to set_launched(), so that events of a program come after the report
  /// of its start.
  void await_launched(const std::string& id) const;
  /// The device takes this component's place in the plan. False: another one has it, and is neither
  /// gone nor failed.
  [[nodiscard]] bool set_registered(const std::string& id, const DeviceRef& device);
  /// From registered on only. False: it has ended, or is failed, meanwhile.
  [[nodiscard]] bool set_ready(const std::string& id);
  /// False: it is failed or gone already, so that this was reported.
  [[nodiscard]] bool set_failed(const std::string& id);
  /// Returns the entry as it was before.
  [[nodiscard]] std::optional<Entry> set_gone(const std::string& id);
  /// Notes that the process of the component ended. Nothing: the component was started again
  /// meanwhile.
  [[nodiscard]] std::optional<Entry> set_ended(const std::string& id, int process);
  /// Notes that it is missing, without having left by itself, until it is ready again.
  void set_missing(const std::string& id, const std::string& why);
  /// A line for each component that should be there and is not: "device 'gpp' is not there: killed
  /// by SIGKILL".
  [[nodiscard]] std::vector<std::string> missing() const;

  /// After set_ready(), set_failed() or set_gone(), when the change has been reported to the user:
  /// await() returns after that.
  void set_reported(const std::string& id);

  /// Waits while the component is planned, started or registered. Returns its stage; that which it
  /// has at the deadline, or when stop is requested.
  [[nodiscard]] Stage await(const std::string& id, const Deadline& deadline,
                            const std::stop_token& stop) const;

 private:
  // Both require: mutex_ held.
  [[nodiscard]] Entry* entry(const std::string& id);
  static Entry make_gone(Entry& entry);

  mutable os::Mutex mutex_;
  mutable os::ConditionVariableAny changed_;
  std::map<std::string, Entry> entries_;
};

}  // namespace orbweaver::node
