#include <orbweaver/files/open_file.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace orbweaver::files {

namespace {

unexpected<os::SystemError> failed(const char* call, int code = errno) {
  return unexpected{os::SystemError{code, call}};
}

}  // namespace

Result<std::uint64_t, os::SystemError> OpenFile::size() const noexcept {
  struct stat found {};
  if (::fstat(file_.get(), &found) != 0) return failed("stat");
  return static_cast<std::uint64_t>(found.st_size);
}

Result<std::uint64_t, os::SystemError> OpenFile::readable(std::uint64_t length) const noexcept {
  const auto end = size();
  if (!end) return end;
  return std::min(length, *end - std::min(*end, position_));
}

Result<std::size_t, os::SystemError> OpenFile::read(MutableBytes space) noexcept {
  std::size_t done = 0;
  while (done < space.size()) {
    const auto count = ::pread(file_.get(), space.data() + done, space.size() - done,
                               static_cast<off_t>(position_ + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failed("read");
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  position_ += done;
  return done;
}

Result<void, os::SystemError> OpenFile::write(Bytes bytes) noexcept {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const auto count = ::pwrite(file_.get(), bytes.data() + done, bytes.size() - done,
                                static_cast<off_t>(position_ + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return failed("write", count < 0 ? errno : ENOSPC);
    done += static_cast<std::size_t>(count);
  }
  position_ += done;
  return {};
}

Result<void, os::SystemError> OpenFile::move_to(std::uint64_t position) noexcept {
  const auto end = size();
  if (!end) return unexpected{end.error()};
  if (position > *end) return failed("seek", EINVAL);
  position_ = position;
  return {};
}

Result<void, os::SystemError> OpenFile::close() noexcept {
  const int fd = file_.release();
  if (fd < 0 || ::close(fd) == 0 || errno == EINTR) return {};
  return failed("close");
}

}  // namespace orbweaver::files
