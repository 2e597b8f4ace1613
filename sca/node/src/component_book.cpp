// SPDX-License-Identifier: Apache-2.0
#include "component_book.hpp"

#include <algorithm>
#include <utility>

namespace orbweaver::node {

namespace {

bool is_over(Stage stage) { return stage == Stage::failed || stage == Stage::gone; }
bool is_settled(Stage stage) { return stage == Stage::ready || is_over(stage); }

}  // namespace

std::string quoted(const NodeComponent& component) {
  const bool is_device = component.kind == NodeComponent::Kind::device;
  return (is_device ? "device '" : "service '") + component.id + "'";
}

ComponentBook::ComponentBook(const NodePlan& plan) {
  for (const auto& component : plan.components) entries_[component.id].plan = &component;
}

ComponentBook::Entry* ComponentBook::entry(const std::string& id) {
  const auto found = entries_.find(id);
  return found == entries_.end() ? nullptr : &found->second;
}

std::optional<ComponentBook::Entry> ComponentBook::find(const std::string& id) const {
  const std::scoped_lock lock{mutex_};
  const auto found = entries_.find(id);
  if (found == entries_.end()) return {};
  return found->second;
}

std::optional<ComponentBook::Entry> ComponentBook::find(const DeviceRef& device) const {
  const std::scoped_lock lock{mutex_};
  for (const auto& [id, entry] : entries_)
    if (entry.device && entry.device->_is_equivalent(device)) return entry;
  return {};
}

std::optional<ComponentBook::Entry> ComponentBook::find_service(const std::string& name) const {
  const std::scoped_lock lock{mutex_};
  for (const auto& [id, entry] : entries_)
    if (entry.plan->kind == NodeComponent::Kind::service && entry.plan->label == name) return entry;
  return {};
}

bool ComponentBook::set_planned_again(const std::string& id) {
  const std::scoped_lock lock{mutex_};
  auto* const found = entry(id);
  if (found == nullptr || !is_over(found->stage)) return false;
  found->stage = Stage::planned;
  found->process = 0;
  found->registers_by.reset();
  return true;
}

void ComponentBook::set_started(const std::string& id) {
  const std::scoped_lock lock{mutex_};
  auto* const found = entry(id);
  if (found == nullptr) return;
  found->stage = Stage::started;
  found->is_launching = true;
}

void ComponentBook::set_launched(const std::string& id, int process, const Deadline& registers_by) {
  const std::scoped_lock lock{mutex_};
  auto* const found = entry(id);
  if (found == nullptr) return;
  found->process = process;
  found->is_launching = false;
  found->registers_by = registers_by;
  changed_.notify_all();
}

void ComponentBook::await_launched(const std::string& id) const {
  std::unique_lock lock{mutex_};
  const auto found = entries_.find(id);
  if (found == entries_.end()) return;
  changed_.wait(lock, [&] { return !found->second.is_launching; });
}

bool ComponentBook::set_registered(const std::string& id, const DeviceRef& device) {
  const std::scoped_lock lock{mutex_};
  auto* const found = entry(id);
  if (found == nullptr || found->stage == Stage::registered || found->stage == Stage::ready)
    return false;
  found->stage = Stage::registered;
  found->device = device;
  return true;
}

bool ComponentBook::set_ready(const std::string& id) {
  const std::scoped_lock lock{mutex_};
  auto* const found = entry(id);
  if (found == nullptr || found->stage != Stage::registered) return false;
  found->stage = Stage::ready;
  found->missing.clear();
  found->is_reported = false;
  return true;
}

bool ComponentBook::set_failed(const std::string& id) {
  const std::scoped_lock lock{mutex_};
  auto* const found = entry(id);
  if (found == nullptr || is_over(found->stage)) return false;
  found->stage = Stage::failed;
  found->is_reported = false;
  found->device = nullptr;
  return true;
}

std::optional<ComponentBook::Entry> ComponentBook::set_gone(const std::string& id) {
  const std::scoped_lock lock{mutex_};
  auto* const found = entry(id);
  if (found == nullptr) return {};
  return make_gone(*found);
}

std::optional<ComponentBook::Entry> ComponentBook::set_ended(const std::string& id, int process) {
  const std::scoped_lock lock{mutex_};
  auto* const found = entry(id);
  if (found == nullptr || found->process != process) return {};
  return make_gone(*found);
}

ComponentBook::Entry ComponentBook::make_gone(Entry& entry) {
  auto before = entry;
  entry.stage = entry.stage == Stage::failed ? Stage::failed : Stage::gone;
  entry.is_reported = false;
  entry.device = nullptr;
  return before;
}

void ComponentBook::set_missing(const std::string& id, const std::string& why) {
  const std::scoped_lock lock{mutex_};
  if (auto* const found = entry(id)) found->missing = why;
}

std::vector<std::string> ComponentBook::missing() const {
  const std::scoped_lock lock{mutex_};
  std::vector<std::string> texts;
  for (const auto& [id, entry] : entries_) {
    const bool is_late = entry.stage == Stage::started && entry.registers_by &&
                         entry.registers_by->has_passed() && entry.missing.empty();
    if (is_late) texts.push_back(quoted(*entry.plan) + " is not there: it has not registered");
    if (!entry.missing.empty())
      texts.push_back(quoted(*entry.plan) + " is not there: " + entry.missing);
  }
  return texts;
}

void ComponentBook::set_reported(const std::string& id) {
  const std::scoped_lock lock{mutex_};
  if (auto* const found = entry(id)) found->is_reported = true;
  changed_.notify_all();
}

Stage ComponentBook::await(const std::string& id, const Deadline& deadline,
                           const std::stop_token& stop) const {
  std::unique_lock lock{mutex_};
  const auto& waited_for = entries_.at(id);
  const auto settled = [&] { return is_settled(waited_for.stage) && waited_for.is_reported; };
  if (deadline.is_never())
    changed_.wait(lock, stop, settled);
  else
    changed_.wait_for(lock, stop, deadline.remaining(), settled);
  return waited_for.stage;
}

}  // namespace orbweaver::node
