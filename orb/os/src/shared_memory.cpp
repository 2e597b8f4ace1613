// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/shared_memory.hpp>

#include "failed_call.hpp"
#include "parent_only.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <new>

namespace orbweaver::os {

namespace {

// Not F_SEAL_FUTURE_WRITE: the kernel would refuse give_back_pages() from then on.
constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

// Huge pages may run out when they are touched, seals or not.
bool has_ordinary_pages(int fd) noexcept {
  struct statfs system {};
  return ::fstatfs(fd, &system) == 0 && system.f_type == TMPFS_MAGIC;
}

}  // namespace

Result<UniqueFd, SystemError> make_shared_memory(std::size_t size) noexcept {
  UniqueFd fd{::memfd_create("orbweaver", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
  if (!fd) return failed("memfd_create");
  if (::ftruncate(fd.get(), static_cast<off_t>(size)) != 0) return failed("ftruncate");
  if (::fcntl(fd.get(), F_ADD_SEALS, kSeals) != 0) return failed("fcntl");
  return fd;
}

bool is_shared_memory(int fd, std::size_t size) noexcept {
  const int seals = ::fcntl(fd, F_GET_SEALS);
  if (seals < 0 || (seals & kSeals) != kSeals) return false;
  struct stat status {};
  return ::fstat(fd, &status) == 0 && status.st_size == static_cast<off_t>(size) &&
         has_ordinary_pages(fd);
}

Mapping::~Mapping() {
  if (memory_.empty()) return;
  unmark_parent_only(memory_);
  ::munmap(memory_.data(), memory_.size());
}

Result<Mapping, SystemError> Mapping::of(int fd, std::size_t offset, std::size_t size,
                                         Protection protection) noexcept {
  const int access = protection == Protection::read_only ? PROT_READ : PROT_READ | PROT_WRITE;
  void* const place = ::mmap(nullptr, size, access, MAP_SHARED, fd, static_cast<off_t>(offset));
  if (place == MAP_FAILED) return failed("mmap");
  Mapping mapping{MutableBytes{static_cast<std::byte*>(place), size}};
  if (protection == Protection::read_only) return mapping;  // a child that reads changes nothing
  try {
    mark_parent_only(mapping.memory());
  } catch (const std::bad_alloc&) {
    return failed("mmap", ENOMEM);
  }
  return mapping;
}

void give_back_pages(MutableBytes pages) noexcept {
  ::madvise(pages.data(), pages.size(), MADV_REMOVE);
}

}  // namespace orbweaver::os
