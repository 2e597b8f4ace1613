// SPDX-License-Identifier: Apache-2.0
#include "node_connector.hpp"

#include <orbweaver/generated/sca/CF/Port.hpp>

#include <algorithm>
#include <utility>

namespace orbweaver::node {

namespace {

using profile::PortEnd;

/// Throws for a kind of end that is defined in a SAD only.
[[noreturn]] void refuse(const std::string& what) {
  throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO, what);
}

/// Returns the component that has the end; null if it is no component of the node.
const std::string* component_of(const PortEnd& end) {
  const auto* const ref =
      end.target ? std::get_if<profile::InstantiationRef>(&*end.target) : nullptr;
  return ref == nullptr ? nullptr : &ref->refid;
}
const std::string* component_of(const std::optional<PortEnd>& end) {
  return end ? component_of(*end) : nullptr;
}

bool is_at(const std::string* end, const std::string& component) {
  return end != nullptr && *end == component;
}

bool concerns(const profile::ConnectInterface& connection, const std::string& component) {
  const auto* const other = std::get_if<PortEnd>(&connection.other);
  return is_at(component_of(connection.uses), component) ||
         (other != nullptr && is_at(component_of(*other), component));
}

const profile::FindBy* found_by(const profile::Target& target) {
  return std::get_if<profile::FindBy>(&target);
}

/// Whether the end is the domain manager itself, or one of its files, channels or names. These end
/// with the domain; services of the node do not.
bool is_in_domain(const profile::FindBy* by) {
  using enum profile::FindBy::Way;
  if (by == nullptr || by->way == stringified_reference) return false;
  if (by->way == naming_service) return true;
  constexpr std::string_view kTypes[] = {"domainmanager", "filemanager", "namingservice",
                                         "eventchannel"};
  return std::ranges::find(kTypes, by->finder_type) != std::end(kTypes);
}

bool has_end_in_domain(const profile::ConnectInterface& connection) {
  const auto is_at_one = [](const PortEnd& end) {
    return end.target && is_in_domain(found_by(*end.target));
  };
  if (connection.uses && is_at_one(*connection.uses)) return true;
  if (const auto* const end = std::get_if<PortEnd>(&connection.other)) return is_at_one(*end);
  return is_in_domain(std::get_if<profile::FindBy>(&connection.other));
}

}  // namespace

NodeConnector::NodeConnector(const NodePlan& plan, ConnectorParts parts)
    : parts_(std::move(parts)) {
  for (const auto& connection : plan.connections) {
    const auto number = std::to_string(entries_.size() + 1);
    entries_.push_back(
        {&connection, connection.id.empty() ? plan.identifier + "/" + number : connection.id});
  }
}

// Thread A finds that an end does not exist, or makes the connection. Before A has noted the
// result, thread B adds or removes an end, and sees that the connection is under way. B sets a
// mark, and A looks again.
void NodeConnector::connect() {
  for (auto& entry : entries_) {
    if (!claim(entry)) continue;
    while (!settle(entry, try_to_make(entry))) continue;
  }
}

bool NodeConnector::claim(Entry& entry) {
  const std::scoped_lock lock{mutex_};
  if (entry.state == State::under_way) entry.is_to_try_again = true;
  if (is_over_ || entry.state != State::open) return false;
  entry.state = State::under_way;
  return true;
}

NodeConnector::State NodeConnector::try_to_make(Entry& entry) {
  drop_lost(entry);
  bool is_made = entry.uses != nullptr;  // true in a second round, after this thread made it
  const auto outcome = attempt([&] { is_made = is_made || make(entry); });
  if (outcome && !is_made) return State::open;
  const bool is_whole = has_both_ends(entry);
  if (outcome && is_whole) return State::made;
  if (outcome) give_up(entry);
  if (!is_whole) return State::open;  // the failure of the component is reported already
  parts_.on_problem("connection '" + entry.id + "': " + outcome.error());
  return State::failed;
}

// Returns false if the connection must be tried again.
bool NodeConnector::settle(Entry& entry, State next) {
  const std::scoped_lock lock{mutex_};
  const bool is_again = std::exchange(entry.is_to_try_again, false);
  if (next != State::failed && is_again) return false;
  entry.state = next;
  settled_.notify_all();
  return true;
}

// Disconnects if an end was forgotten while this thread made the connection, as there may be a new
// end.
void NodeConnector::drop_lost(Entry& entry) {
  Lost lost{};
  {
    const std::scoped_lock lock{mutex_};
    lost = std::exchange(entry.lost, Lost::nothing);
  }
  if (lost == Lost::nothing || entry.uses == nullptr) return;
  if (lost == Lost::other_end) take_down(entry);
  entry.uses = nullptr;
}

// An end was removed while the connection was made. Disconnects, if the uses port still exists.
void NodeConnector::give_up(Entry& entry) {
  const auto* const component = component_of(entry.plan->uses);
  if (component == nullptr || parts_.component(*component)) take_down(entry);
  entry.uses = nullptr;
}

bool NodeConnector::has_both_ends(const Entry& entry) const {
  const auto* const other = std::get_if<PortEnd>(&entry.plan->other);
  const auto is_there = [&](const std::string* component) {
    return component == nullptr || parts_.component(*component);
  };
  return is_there(component_of(entry.plan->uses)) &&
         (other == nullptr || is_there(component_of(*other)));
}

// Returns false if one of the ends does not exist yet.
bool NodeConnector::make(Entry& entry) {
  if (!entry.plan->uses) refuse("it has no uses port");
  const auto uses = port_of(*entry.plan->uses);
  const auto other = uses ? other_end(*entry.plan) : nullptr;
  if (!uses || !other) return false;
  const auto port = IDL::traits<CF::Port>::narrow(uses);
  if (!port) refuse("its uses port '" + entry.plan->uses->identifier + "' is no CF::Port");
  const auto called = bounded(port, parts_.call_timeout);
  try {
    called->connectPort(other, entry.id);
  } catch (const CF::Port::OccupiedPort&) {  // the domain manager has made the connection
  }
  entry.uses = called;
  return true;
}

ObjectRef NodeConnector::object_of(const profile::Target& target) const {
  if (const auto* const ref = std::get_if<profile::InstantiationRef>(&target))
    return parts_.component(ref->refid);
  if (const auto* const by = std::get_if<profile::FindBy>(&target)) return parts_.find(*by);
  refuse("a node's connection has an end at a device of an application");
}

ObjectRef NodeConnector::port_of(const PortEnd& end) const {
  if (!end.target) refuse("'" + end.identifier + "' is at no component");
  const auto object = object_of(*end.target);
  if (!object || end.kind == PortEnd::Kind::supported) return object;
  if (!std::holds_alternative<profile::InstantiationRef>(*end.target)) return object;
  const auto supplier = IDL::traits<CF::PortSupplier>::narrow(bounded(object, parts_.call_timeout));
  if (!supplier) return object;  // a service is its own port
  return supplier->getPort(end.identifier);
}

ObjectRef NodeConnector::other_end(const profile::ConnectInterface& connection) const {
  if (const auto* const end = std::get_if<PortEnd>(&connection.other)) return port_of(*end);
  if (const auto* const by = std::get_if<profile::FindBy>(&connection.other))
    return parts_.find(*by);
  refuse("it has one end only");
}

void NodeConnector::take_down(const Entry& entry) {
  // A failure is ignored: the end of the component is reported already.
  const auto outcome = attempt([&] {
    try {
      entry.uses->disconnectPort(entry.id);
    } catch (const CORBA::OBJECT_NOT_EXIST&) {
    } catch (const CORBA::COMM_FAILURE&) {
    } catch (const CORBA::TRANSIENT&) {
    }
  });
  if (!outcome) parts_.on_problem("connection '" + entry.id + "': disconnect: " + outcome.error());
}

void NodeConnector::forget(const std::string& component) {
  forget_if([&](const auto& entry) { return concerns(entry, component); },
            [&](const auto& entry) { return is_at(component_of(entry.uses), component); });
}

void NodeConnector::forget_found() {
  forget_if(has_end_in_domain, [](const auto& entry) {
    return entry.uses && entry.uses->target && is_in_domain(found_by(*entry.uses->target));
  });
}

void NodeConnector::forget_if(
    const std::function<bool(const profile::ConnectInterface&)>& concerns,
    const std::function<bool(const profile::ConnectInterface&)>& is_gone) {
  std::vector<Entry> alive;
  {
    const std::scoped_lock lock{mutex_};
    for (auto& entry : entries_) {
      if (!concerns(*entry.plan)) continue;
      if (entry.state == State::under_way) {
        entry.is_to_try_again = true;
        if (is_gone(*entry.plan))
          entry.lost = Lost::uses_end;
        else if (entry.lost == Lost::nothing)
          entry.lost = Lost::other_end;
        continue;
      }
      const bool is_made = std::exchange(entry.state, State::open) == State::made;
      if (is_made && !is_gone(*entry.plan)) alive.push_back(entry);
      entry.uses = nullptr;
    }
  }
  for (auto& entry : alive) take_down(entry);
}

void NodeConnector::disconnect() {
  std::vector<Entry> all;
  {
    std::unique_lock lock{mutex_};
    is_over_ = true;
    await_settled(lock);
    for (auto& entry : entries_) {
      if (entry.state == State::made) all.push_back(entry);
      entry.state = State::failed;
      entry.uses = nullptr;
    }
  }
  for (auto& entry : all) take_down(entry);
}

void NodeConnector::await_settled(std::unique_lock<os::Mutex>& lock) const {
  settled_.wait(lock, [&] {
    return std::ranges::none_of(
        entries_, [](State state) { return state == State::under_way; }, &Entry::state);
  });
}

std::vector<std::string> NodeConnector::open() const {
  std::unique_lock lock{mutex_};
  await_settled(lock);
  std::vector<std::string> ids;
  for (const auto& entry : entries_)
    if (entry.state == State::open) ids.push_back(entry.id);
  return ids;
}

}  // namespace orbweaver::node
