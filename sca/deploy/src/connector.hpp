// SPDX-License-Identifier: Apache-2.0
// Makes the connections of an application, and keeps those that wait for a service.
#pragma once
#include "steps.hpp"

#include <orbweaver/deploy/transaction.hpp>

namespace orbweaver::deploy {

/// Threads: one at a time, but any for `waiting`.
class Connector {
 public:
  /// All must outlive it.
  Connector(Target& target, Steps& steps, const Plan& plan, Transaction& done)
      : target_(&target), steps_(&steps), plan_(&plan), done_(&done) {}

  /// Makes every connection of the plan, except those whose service has not registered yet. Fails:
  /// with the first one that cannot be made.
  [[nodiscard]] Result<void, StepFailure> connect_all();

  /// Makes the waiting connections that have an end at the service.
  [[nodiscard]] Failures service_came(const FoundOwner& service);
  /// Takes down the connections that have an end at the service; they wait from now on.
  [[nodiscard]] Failures service_went(const FoundOwner& service);

  /// Adds a connection that another process made. Makes no call.
  void restore(const std::string& id);
  /// Checks that both ends of each restored connection exist. A connection with an end that is
  /// found by a name is made again, as another object may have the name now. A connection that
  /// cannot be made waits.
  [[nodiscard]] Result<void, StepFailure> check_restored();

  /// Threads: any.
  [[nodiscard]] std::vector<PlannedConnection> waiting() const;

 private:
  enum class ConnectionState { connected, waits };

  [[nodiscard]] Result<ConnectionState, StepFailure> connect(const PlannedConnection& connection);
  [[nodiscard]] Result<ObjectRef, StepFailure> find(const End& end);
  [[nodiscard]] bool has_ended(const End& end) const;
  [[nodiscard]] Spot spot_of(const End& end) const;
  void record(const PlannedConnection& connection, const ObjectRef& uses);
  /// Looks up the uses port of the connection if `uses` is null.
  [[nodiscard]] Outcome<void> disconnect(const PlannedConnection& connection,
                                         const ObjectRef& uses);

  Target* target_;
  Steps* steps_;
  const Plan* plan_;
  Transaction* done_;
  mutable os::Mutex mutex_;
  std::vector<PlannedConnection> waiting_;
};

}  // namespace orbweaver::deploy
