// SPDX-License-Identifier: Apache-2.0
// Finds the file system of a name: the one with the longest mount point at or above it.
#pragma once
#include <orbweaver/files/file_name.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace orbweaver::files {

/// Threads: one at a time.
template <class Target>
class MountTable {
 public:
  struct MountedName {
    Target target;
    FileName name;  // in the mounted file system
  };

  /// Returns false if something is mounted there already.
  [[nodiscard]] bool mount(FileName point, Target target) {
    return mounts_.try_emplace(std::move(point), std::move(target)).second;
  }
  /// Returns false if nothing is mounted there.
  [[nodiscard]] bool unmount(const FileName& point) { return mounts_.erase(point) != 0; }

  /// The mounted file system and the name in it; nothing if the name lies below no mount point.
  [[nodiscard]] std::optional<MountedName> find(const FileName& name) const {
    for (auto point = name;; point = point.parent()) {
      if (const auto found = mounts_.find(point); found != mounts_.end())
        return MountedName{found->second, name.seen_from(point)};
      if (point.is_root()) return std::nullopt;
    }
  }

  [[nodiscard]] bool is_mount_point(const FileName& name) const { return mounts_.contains(name); }
  /// Whether the name is a mount point, or a folder above one.
  [[nodiscard]] bool leads_to_a_mount(const FileName& name) const {
    for (const auto& [point, target] : mounts_)
      if (point.is_at_or_below(name)) return true;
    return false;
  }
  /// The next steps from `folder` on the way to mount points below it, sorted.
  [[nodiscard]] std::set<std::string> steps_below(const FileName& folder) const {
    std::set<std::string> steps;
    for (const auto& [point, target] : mounts_)
      if (point != folder && point.is_at_or_below(folder))
        steps.insert(point.seen_from(folder).steps().front());
    return steps;
  }
  [[nodiscard]] const std::map<FileName, Target>& all() const noexcept { return mounts_; }

 private:
  std::map<FileName, Target> mounts_;
};

}  // namespace orbweaver::files
