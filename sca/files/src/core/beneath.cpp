#include "beneath.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace orbweaver::files {

namespace {

constexpr int kMostAttempts = 16;

// The kernel asks to try again while folders are moved somewhere: it cannot tell whether a step was
// taken out of the folder.
int call_openat2(int folder, const std::string& path, const open_how& how) {
  for (int attempt = 1;; ++attempt) {
    const long fd = ::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how);
    if (fd >= 0) return static_cast<int>(fd);
    const bool again = errno == EINTR || (errno == EAGAIN && attempt < kMostAttempts);
    if (!again) return -1;
  }
}

// Older container engines refuse system calls that they do not know with EPERM.
bool is_unknown_call(int code) noexcept { return code == ENOSYS || code == EPERM; }

}  // namespace

Result<os::UniqueFd, os::SystemError> open_beneath(int folder, const std::string& path, int flags,
                                                   mode_t mode) {
  open_how how{};
  how.flags = static_cast<unsigned>(flags | O_CLOEXEC);
  how.mode = (flags & O_CREAT) != 0 ? mode : 0;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  os::UniqueFd fd{call_openat2(folder, path, how)};
  if (fd) return fd;
  if (is_unknown_call(errno)) return open_without_links(folder, path, flags, mode);
  return unexpected{os::SystemError{errno, "open"}};
}

Result<os::UniqueFd, os::SystemError> open_without_links(int folder, const std::string& path,
                                                         int flags, mode_t mode) {
  constexpr int kStepFlags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  os::UniqueFd held;
  int at = folder;
  std::size_t begin = 0;
  for (std::size_t slash = 0; (slash = path.find('/', begin)) != std::string::npos;) {
    const auto step = path.substr(begin, slash - begin);
    if (step == "..") return unexpected{os::SystemError{EXDEV, "open"}};
    held.reset(::openat(at, step.c_str(), kStepFlags));
    if (!held) return unexpected{os::SystemError{errno, "open"}};
    at = held.get();
    begin = slash + 1;
  }
  const auto last = path.substr(begin);
  if (last == "..") return unexpected{os::SystemError{EXDEV, "open"}};
  os::UniqueFd fd{::openat(at, last.c_str(), flags | O_NOFOLLOW | O_CLOEXEC, mode)};
  if (!fd) return unexpected{os::SystemError{errno, "open"}};
  return fd;
}

}  // namespace orbweaver::files
