// SPDX-License-Identifier: Apache-2.0
// The mounts of a file manager, which all objects that serve it share.
#pragma once
#include <orbweaver/files/mount_table.hpp>
#include <orbweaver/os/mutex.hpp>

#include <memory>

#include "mount.hpp"

namespace orbweaver::files {

/// Threads: any. Holds no lock during a call.
class MountBook {
 public:
  using Mounts = MountTable<std::shared_ptr<Mount>>;
  using MountedName = Mounts::MountedName;
  enum class Answer { mounted, taken, full };

  explicit MountBook(const MountLimits& limits) : limits_(limits) {}

  [[nodiscard]] const MountLimits& limits() const noexcept { return limits_; }
  /// A copy of the present mounts.
  [[nodiscard]] Mounts mounts() const;
  [[nodiscard]] Answer mount(FileName point, Mount::Files files,
                             std::optional<corba::Caller> owner);
  /// Returns false if nothing is mounted there.
  [[nodiscard]] bool unmount(const FileName& point);
  /// Removes a mount whose client has left and that cannot be reached.
  void forget(const std::shared_ptr<Mount>& gone);

 private:
  [[nodiscard]] std::size_t count_of_clients() const;

  const MountLimits limits_;
  mutable os::Mutex mutex_;
  Mounts mounts_;
};

}  // namespace orbweaver::files
