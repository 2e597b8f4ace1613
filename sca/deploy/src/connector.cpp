// SPDX-License-Identifier: Apache-2.0
#include "connector.hpp"

#include <algorithm>

namespace orbweaver::deploy {

namespace {

/// A finder without a name takes every service of its type.
bool is_at(const End& end, const FoundOwner& service) {
  const auto* owner = std::get_if<FoundOwner>(&end.owner);
  if (owner == nullptr || owner->way != service.way) return false;
  if (owner->finder_type != service.finder_type) return false;
  return owner->name == service.name ||
         (owner->name.empty() && owner->way == FoundOwner::Way::domain_finder);
}

bool has_end_at(const PlannedConnection& connection, const FoundOwner& service) {
  return is_at(connection.uses, service) || is_at(connection.provides, service);
}

}  // namespace

Result<void, StepFailure> Connector::connect_all() {
  for (const auto& connection : plan_->topology.connections) {
    auto new_connection = connect(connection);
    if (!new_connection) return unexpected<StepFailure>{std::move(new_connection.error())};
    if (*new_connection == ConnectionState::connected) continue;
    const std::lock_guard lock{mutex_};
    waiting_.push_back(connection);
  }
  return {};
}

Failures Connector::service_came(const FoundOwner& service) {
  Failures failures;
  for (const auto& planned_connection : waiting()) {
    if (!has_end_at(planned_connection, service)) continue;
    const auto connection = connect(planned_connection);
    if (!connection) failures.push_back(connection.error());
    if (!connection || *connection == ConnectionState::waits) continue;
    const std::lock_guard lock{mutex_};
    std::erase_if(waiting_,
                  [&](const PlannedConnection& one) { return one.id == planned_connection.id; });
  }
  return failures;
}

Failures Connector::service_went(const FoundOwner& service) {
  Failures failures;
  for (const auto& connection : plan_->topology.connections) {
    if (!has_end_at(connection, service)) continue;
    auto failure = done_->undo_one(Step::disconnect, connection.id);
    if (failure) failures.push_back(std::move(*failure));
    const std::lock_guard lock{mutex_};
    const auto found = std::ranges::find(waiting_, connection.id, &PlannedConnection::id);
    if (found == waiting_.end()) waiting_.push_back(connection);
  }
  return failures;
}

bool Connector::has_ended(const End& end) const {
  const auto* owner = std::get_if<ComponentOwner>(&end.owner);
  return owner != nullptr && steps_->lives().condition(owner->component) == Lives::Condition::ended;
}

// disconnect() looks up the uses port when it is needed: the record has no reference.
void Connector::restore(const std::string& id) {
  const auto& all = plan_->topology.connections;
  const auto found = std::ranges::find(all, id, &PlannedConnection::id);
  if (found == all.end()) return;
  const auto spot = spot_of(found->uses);
  done_->record({Step::disconnect, spot.component, spot.device, id,
                 [this, connection = *found] { return disconnect(connection, nullptr); }});
}

Result<void, StepFailure> Connector::check_restored() {
  for (const auto& connection : plan_->topology.connections) {
    if (may_come_later(connection.uses) || may_come_later(connection.provides)) {
      (void)done_->undo_one(Step::disconnect, connection.id);  // its port may be gone, or have none
      const std::lock_guard lock{mutex_};
      waiting_.push_back(connection);
      continue;
    }
    if (has_ended(connection.uses) || has_ended(connection.provides)) continue;
    for (const auto* end : {&connection.uses, &connection.provides})
      if (auto there = find(*end); !there) return unexpected<StepFailure>{std::move(there.error())};
  }
  return {};
}

std::vector<PlannedConnection> Connector::waiting() const {
  const std::lock_guard lock{mutex_};
  return waiting_;
}

Result<Connector::ConnectionState, StepFailure> Connector::connect(
    const PlannedConnection& connection) {
  const auto waits = [](const End& end, const StepFailure& failure) {
    return failure.fault.cause == Cause::absent && may_come_later(end);
  };
  auto uses = find(connection.uses);
  if (!uses && waits(connection.uses, uses.error())) return ConnectionState::waits;
  if (!uses) return unexpected<StepFailure>{std::move(uses.error())};
  auto provides = find(connection.provides);
  if (!provides && waits(connection.provides, provides.error())) return ConnectionState::waits;
  if (!provides) return unexpected<StepFailure>{std::move(provides.error())};
  auto done = steps_->carry_out<void>(
      Step::connect, spot_of(connection.uses), [&](const Limit& limit) -> Outcome<void> {
        auto outcome = target_->connect(*uses, *provides, connection.id, limit);
        if (!outcome) outcome.error().text += " (connection '" + connection.id + "')";
        return outcome;
      });
  if (!done) return unexpected<StepFailure>{std::move(done.error())};
  record(connection, *uses);
  return ConnectionState::connected;
}

Result<ObjectRef, StepFailure> Connector::find(const End& end) {
  return steps_->carry_out<ObjectRef>(
      Step::get_port, spot_of(end), [&](const Limit& limit) -> Outcome<ObjectRef> {
        auto found = target_->find(end, limit);
        if (!found) {
          found.error().text += (found.error().text.empty() ? "" : ": ") + text_of(end);
        } else if (*found == nullptr) {
          return fault(Cause::wrong_answer, "nil for " + text_of(end));
        }
        return found;
      });
}

Spot Connector::spot_of(const End& end) const {
  if (const auto* owner = std::get_if<ComponentOwner>(&end.owner)) {
    const auto* component = plan_->find(owner->component);
    return {owner->component, component != nullptr ? component->device : std::string{}};
  }
  const auto* owner = std::get_if<DeviceOwner>(&end.owner);
  return owner != nullptr ? Spot{{}, owner->device} : Spot{};
}

void Connector::record(const PlannedConnection& connection, const ObjectRef& uses) {
  const auto spot = spot_of(connection.uses);
  done_->record({Step::disconnect, spot.component, spot.device, connection.id,
                 [this, connection, uses] { return disconnect(connection, uses); }});
}

Outcome<void> Connector::disconnect(const PlannedConnection& connection, const ObjectRef& uses) {
  const auto spot = spot_of(connection.uses);
  const auto call = [&](const Limit& limit) -> Outcome<void> {
    if (uses) return target_->disconnect(uses, connection.id, limit);
    const auto found = target_->find(connection.uses, limit);
    if (!found) return unexpected<Fault>{found.error()};
    return target_->disconnect(*found, connection.id, limit);
  };
  if (!spot.component.empty()) return steps_->ask_component(Step::disconnect, spot.component, call);
  return steps_->ask_device(Step::disconnect, spot.device, call);
}

}  // namespace orbweaver::deploy
