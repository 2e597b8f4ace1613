// SPDX-License-Identifier: Apache-2.0
// Which components of which applications a device runs.
#pragma once
#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::program {

/// Threads: one at a time.
class RunningComponents {
 public:
  /// A program is about to start: started() or not_started() follows.
  void starts(const std::string& component) { starting_.insert(component); }
  /// No program was started, or it is ended, as it cannot be reported as started. Its end may come
  /// before this or after it. Needs no starts() before it.
  void not_started(const std::string& component) {
    if (const auto one = starting_.find(component); one != starting_.end()) starting_.erase(one);
    if (!starting_.contains(component))
      std::erase_if(ended_early_, [&](const auto& end) { return end.name == component; });
  }
  /// A program runs; `application` is empty if it is no component of one.
  void started(const std::string& application, const std::string& component, std::int32_t process) {
    if (!take(ended_early_, component, process))
      running_.push_back({application, component, process});
    not_started(component);  // it starts no more
  }
  /// A program has ended. May come before its started().
  void ended(const std::string& component, std::int32_t process) {
    if (!take(running_, component, process) && starting_.contains(component))
      ended_early_.push_back({{}, component, process});
  }
  [[nodiscard]] bool has(const std::string& application) const {
    return std::ranges::find(running_, application, &Component::application) != running_.end();
  }
  [[nodiscard]] std::set<std::int32_t> processes_of(const std::string& application) const {
    std::set<std::int32_t> processes;
    for (const auto& one : running_)
      if (one.application == application) processes.insert(one.process);
    return processes;
  }
  /// Without those of programs that are no components of an application.
  [[nodiscard]] std::set<std::int32_t> processes() const {
    std::set<std::int32_t> processes;
    for (const auto& one : running_)
      if (!one.application.empty()) processes.insert(one.process);
    return processes;
  }

 private:
  struct Component {
    std::string application, name;
    std::int32_t process = 0;
  };

  /// Returns whether it was there.
  static bool take(std::vector<Component>& list, const std::string& component,
                   std::int32_t process) {
    const auto found = std::ranges::find_if(
        list, [&](const auto& one) { return one.process == process && one.name == component; });
    if (found == list.end()) return false;
    list.erase(found);
    return true;
  }

  std::multiset<std::string> starting_;
  std::vector<Component> running_;
  std::vector<Component> ended_early_;  // of those that are starting
};

}  // namespace orbweaver::program
