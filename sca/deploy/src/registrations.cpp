// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/deploy/registrations.hpp>

namespace orbweaver::deploy {

void Registrations::add(const std::string& component, ObjectRef reference) {
  {
    const std::lock_guard lock{mutex_};
    references_[component] = std::move(reference);
  }
  changed_.notify_all();
}

void Registrations::remove(const std::string& component) {
  const std::lock_guard lock{mutex_};
  references_.erase(component);
}

ObjectRef Registrations::find(const std::string& component) const {
  const std::lock_guard lock{mutex_};
  const auto found = references_.find(component);
  return found == references_.end() ? nullptr : found->second;
}

Outcome<ObjectRef> Registrations::await(const std::string& component, const Limit& limit) const {
  std::unique_lock lock{mutex_};
  const auto is_there = [&] { return references_.contains(component); };
  if (limit.deadline.is_never()) {
    changed_.wait(lock, limit.stop, is_there);
  } else {
    changed_.wait_until(lock, limit.stop, limit.deadline.moment(), is_there);
  }
  if (is_there()) return references_.at(component);
  if (limit.stop.stop_requested()) return fault(Cause::cancelled);
  return fault(Cause::timed_out, "the component has not registered");
}

}  // namespace orbweaver::deploy
