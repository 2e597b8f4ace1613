// How far each component of the plan has come.
//
//   planned --> started --> registered --> ready --> gone
//      |           |             |                     ^
//      +-----------+-------------+--> failed           |  its program ended, or it unregistered
//                  +-------------+---------------------+
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/node/node_plan.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <map>
#include <optional>
#include <stop_token>
#include <string>

#include "registrations.hpp"

namespace orbweaver::node {

/// "device 'gpp'", for messages.
[[nodiscard]] std::string quoted(const PlannedComponent& component);

enum class Stage { planned, started, registered, ready, failed, gone };

/// Threads: any. Blocks: only await() and await_launched().
class ComponentBook {
 public:
  struct Entry {
    const PlannedComponent* plan = nullptr;
    Stage stage = Stage::planned;
    int process = 0;
    bool is_launching = false;
    bool is_reported = true;  // its stage, if the component is settled
    DeviceRef device;         // from registered on; nil of a service
  };

  explicit ComponentBook(const NodePlan& plan);

  /// Nothing: the plan has none.
  [[nodiscard]] std::optional<Entry> find(const std::string& id) const;
  [[nodiscard]] std::optional<Entry> find(const DeviceRef& device) const;
  [[nodiscard]] std::optional<Entry> find_service(const std::string& name) const;

  /// Before its program is started.
  void set_started(const std::string& id);
  /// When its start has been reported; process 0: it could not be started.
  void set_launched(const std::string& id, int process);
  /// What a program does, it does after its start was reported: waits from set_started() to
  /// set_launched().
  void await_launched(const std::string& id) const;
  /// The device takes this component's place in the plan. False: another one has it, and is neither
  /// gone nor failed.
  [[nodiscard]] bool set_registered(const std::string& id, const DeviceRef& device);
  /// From registered on only. False: it has ended, or is failed, meanwhile.
  [[nodiscard]] bool set_ready(const std::string& id);
  /// False: it is failed or gone already, so that this was reported.
  [[nodiscard]] bool set_failed(const std::string& id);
  /// What it was before.
  [[nodiscard]] std::optional<Entry> set_gone(const std::string& id);

  /// After set_ready(), set_failed() or set_gone(), when the change has been reported to the user:
  /// await() returns after that.
  void set_reported(const std::string& id);

  /// Waits while the component is planned, started or registered. Returns its stage; that which it
  /// has at the deadline, or when stop is requested.
  [[nodiscard]] Stage await(const std::string& id, const Deadline& deadline,
                            const std::stop_token& stop) const;

 private:
  [[nodiscard]] Entry* entry(const std::string& id);

  mutable os::Mutex mutex_;
  mutable os::ConditionVariableAny changed_;
  std::map<std::string, Entry> entries_;
};

}  // namespace orbweaver::node
