#include "mount_book.hpp"

#include <orbweaver/base/log.hpp>

#include <mutex>
#include <utility>

namespace orbweaver::files {

MountBook::Mounts MountBook::mounts() const {
  const std::lock_guard lock(mutex_);
  return mounts_;
}

MountBook::Answer MountBook::mount(FileName point, Mount::Files files,
                                   std::optional<corba::Caller> owner) {
  auto made = std::make_shared<Mount>(std::move(files), limits_, std::move(owner));
  const std::lock_guard lock(mutex_);
  if (mounts_.is_mount_point(point)) return Answer::taken;
  if (mounts_.all().size() >= limits_.most) return Answer::full;
  (void)mounts_.mount(std::move(point), std::move(made));
  return Answer::mounted;
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
