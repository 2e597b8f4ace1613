// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/folder.hpp>

#include "failed_call.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <utility>

namespace orbweaver::os {

namespace {

constexpr int kMostAttempts = 16;

int flags_of(OpenBeneath how) noexcept {
  switch (how) {
    case OpenBeneath::to_look:
      return O_PATH;
    case OpenBeneath::to_read:
      return O_RDONLY | O_NONBLOCK | O_NOCTTY;
    case OpenBeneath::to_read_write:
      return O_RDWR | O_NONBLOCK | O_NOCTTY;
    case OpenBeneath::to_list:
      return O_RDONLY | O_DIRECTORY;
    case OpenBeneath::to_create:
      return O_RDWR | O_CREAT | O_EXCL;
  }
  return O_PATH;
}

// The kernel asks to try again while folders are moved anywhere: it cannot know whether a step left
// the folder.
int call_openat2(int folder, const std::string& path, const open_how& how) noexcept {
  for (int attempt = 1;; ++attempt) {
    const long fd = ::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how);
    if (fd >= 0) return static_cast<int>(fd);
    const bool again = errno == EINTR || (errno == EAGAIN && attempt < kMostAttempts);
    if (!again) return -1;
  }
}

// Older container engines refuse system calls that they do not know with EPERM.
bool is_unknown_call(int code) noexcept { return code == ENOSYS || code == EPERM; }

/// An empty name is the descriptor itself.
bool is_link(int folder, const char* name) noexcept {
  struct stat known {};
  return ::fstatat(folder, name, &known, AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH) == 0 &&
         S_ISLNK(known.st_mode);
}

// The kernel opens the link itself where it is only looked at, and says ENOTDIR where a folder is
// asked for. Either fails with ELOOP, as opening the link to read it does.
Result<UniqueFd, SystemError> open_no_link(int folder, const std::string& name, int flags,
                                           unsigned mode = 0) noexcept {
  UniqueFd fd{::openat(folder, name.c_str(), flags | O_NOFOLLOW | O_CLOEXEC, mode)};
  const int code = fd ? 0 : errno;
  const bool found_link =
      fd ? is_link(fd.get(), "") : code == ENOTDIR && is_link(folder, name.c_str());
  if (found_link) return failed("open", ELOOP);
  if (!fd) return failed("open", code);
  return fd;
}

}  // namespace

Result<UniqueFd, SystemError> open_folder(const std::filesystem::path& path) noexcept {
  UniqueFd folder{::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)};
  if (!folder) return failed("open");
  return folder;
}

Result<UniqueFd, SystemError> open_beneath(int folder, const std::string& path, OpenBeneath opening,
                                           unsigned mode) {
  open_how how{};
  how.flags = static_cast<unsigned>(flags_of(opening) | O_CLOEXEC);
  how.mode = opening == OpenBeneath::to_create ? mode : 0;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  UniqueFd fd{call_openat2(folder, path, how)};
  if (fd) return fd;
  if (is_unknown_call(errno)) return open_without_links(folder, path, opening, mode);
  return failed("open");
}

Result<UniqueFd, SystemError> open_without_links(int folder, const std::string& path,
                                                 OpenBeneath how, unsigned mode) {
  UniqueFd held;
  int at = folder;
  std::size_t begin = 0;
  for (std::size_t slash = 0; (slash = path.find('/', begin)) != std::string::npos;) {
    const auto step = path.substr(begin, slash - begin);
    if (step == "..") return failed("open", EXDEV);
    auto next = open_no_link(at, step, O_PATH | O_DIRECTORY);
    if (!next) return unexpected{next.error()};
    held = *std::move(next);
    at = held.get();
    begin = slash + 1;
  }
  const auto last = path.substr(begin);
  if (last == "..") return failed("open", EXDEV);
  return open_no_link(at, last, flags_of(how), mode);
}

}  // namespace orbweaver::os
