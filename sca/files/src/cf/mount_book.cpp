// SPDX-License-Identifier: Apache-2.0
#include "mount_book.hpp"

#include <orbweaver/base/log.hpp>

#include <algorithm>
#include <mutex>
#include <utility>

namespace orbweaver::files {

MountBook::Mounts MountBook::mounts() const {
  const std::lock_guard lock(mutex_);
  return mounts_;
}

MountBook::Answer MountBook::mount(FileName point, Mount::Files files,
                                   std::optional<corba::Caller> owner) {
  auto mount = std::make_shared<Mount>(std::move(files), limits_, std::move(owner));
  const std::lock_guard lock(mutex_);
  if (mounts_.is_mount_point(point)) return Answer::taken;
  if (mount->is_of_a_client() && count_of_clients() >= limits_.most_of_clients) return Answer::full;
  (void)mounts_.mount(std::move(point), std::move(mount));
  return Answer::mounted;
}

/// Requires: mutex_ held.
std::size_t MountBook::count_of_clients() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      mounts_.all(), [](const auto& mount) { return mount.second->is_of_a_client(); }));
}

bool MountBook::unmount(const FileName& point) {
  const std::lock_guard lock(mutex_);
  return mounts_.unmount(point);
}

void MountBook::forget(const std::shared_ptr<Mount>& gone) {
  const std::lock_guard lock(mutex_);
  for (const auto& [point, mount] : mounts_.all()) {
    if (mount != gone) continue;
    log().warn(
        "{}: unmounted, as the client that mounted it has left, and the file system does not "
        "answer",
        point.text());
    return (void)mounts_.unmount(FileName{point});
  }
}

}  // namespace orbweaver::files
