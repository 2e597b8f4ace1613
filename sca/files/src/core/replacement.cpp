#include <orbweaver/files/replacement.hpp>
#include <orbweaver/os/atomic.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <vector>

namespace orbweaver::files {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} * 1024;
constexpr mode_t kPrivate = 0600;

unexpected<os::SystemError> failed(const char* call) {
  return unexpected{os::SystemError{errno, call}};
}

// Two copies at once have names of their own. The name of the file is left out, as it may have the
// greatest length that there is.
std::string temporary_name() {
  static os::Atomic<unsigned> count{0};
  return ".orbweaver-" + std::to_string(::getpid()) + "-" + std::to_string(++count);
}

}  // namespace

Result<Replacement, os::SystemError> Replacement::begin(os::UniqueFd folder, std::string name) {
  auto temporary = temporary_name();
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  os::UniqueFd file{::openat(folder.get(), temporary.c_str(), kFlags, kPrivate)};
  if (!file) return failed("open");
  return Replacement{std::move(folder), OpenFile{std::move(file)}, std::move(name),
                     std::move(temporary)};
}

Replacement::~Replacement() {
  if (!temporary_.empty()) ::unlinkat(folder_.get(), temporary_.c_str(), 0);
}

Result<void, os::SystemError> Replacement::fill_from(OpenFile& source) {
  std::vector<std::byte> piece(kPieceBytes);
  for (;;) {
    const auto size = source.read(piece);
    if (!size) return unexpected{size.error()};
    if (*size == 0) return {};
    if (const auto written = write(Bytes{piece}.first(*size)); !written) return written;
  }
}

Result<void, os::SystemError> Replacement::write(Bytes bytes) { return file_.write(bytes); }

Result<void, os::SystemError> Replacement::finish(mode_t mode) {
  if (const auto closed = file_.close(); !closed) return closed;
  const int folder = folder_.get();
  if (::fchmodat(folder, temporary_.c_str(), mode, 0) != 0) return failed("chmod");
  if (::renameat(folder, temporary_.c_str(), folder, name_.c_str()) != 0) return failed("rename");
  temporary_.clear();
  return {};
}

}  // namespace orbweaver::files
