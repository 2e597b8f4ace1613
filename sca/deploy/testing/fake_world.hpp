// SPDX-License-Identifier: Apache-2.0
// The holdings of a fake target: capacity, loaded files, processes, names, connections. They are
// counted, so that a test can name those that are left, and those that were given back without
// having been taken.
#pragma once
#include <orbweaver/deploy/target.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace orbweaver::deploy::testing {

/// Threads: any.
class FakeWorld {
 public:
  void take(const std::string& what) {
    const std::lock_guard lock{mutex_};
    ++held_[what];
    ++taken_;
  }

  /// Gives back one. Notes a fault of the caller if there is none.
  bool give_back(const std::string& what) {
    const std::lock_guard lock{mutex_};
    const auto found = held_.find(what);
    if (found == held_.end()) {
      not_there_.push_back(what);
      return false;
    }
    if (--found->second == 0) held_.erase(found);
    return true;
  }

  bool has(const std::string& what) const {
    const std::lock_guard lock{mutex_};
    return held_.contains(what);
  }

  /// A component is gone, and with it all that it held itself, and the resources that it made.
  void erase_all_of(const std::string& component) {
    const std::lock_guard lock{mutex_};
    for (const auto& result : resources_of(component)) erase_of(result);
    erase_of(component);
  }
  bool erase(const std::string& what) {
    const std::lock_guard lock{mutex_};
    return held_.erase(what) > 0;
  }

  std::vector<std::string> held() const {
    const std::lock_guard lock{mutex_};
    std::vector<std::string> all;
    for (const auto& [what, count] : held_) all.insert(all.end(), count, what);
    return all;
  }
  std::vector<std::string> given_back_without_being_there() const {
    const std::lock_guard lock{mutex_};
    return not_there_;
  }
  std::size_t taken() const {
    const std::lock_guard lock{mutex_};
    return taken_;
  }

 private:
  std::vector<std::string> resources_of(const std::string& factory) const {
    const std::string before = "resource ";
    const std::string after = " of " + factory;
    std::vector<std::string> resources;
    for (const auto& [what, count] : held_) {
      if (!what.starts_with(before) || !what.ends_with(after)) continue;
      resources.push_back(what.substr(before.size(), what.size() - before.size() - after.size()));
    }
    return resources;
  }
  void erase_of(const std::string& component) {
    std::erase_if(held_, [&](const auto& one) { return one.first.ends_with(" of " + component); });
  }

  mutable std::mutex mutex_;
  std::map<std::string, std::size_t> held_;
  std::vector<std::string> not_there_;
  std::size_t taken_ = 0;
};

}  // namespace orbweaver::deploy::testing
