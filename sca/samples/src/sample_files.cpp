// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/samples/sample_files.hpp>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <system_error>

namespace orbweaver::samples {

namespace {

using Line = unexpected<std::string>;

constexpr mode_t kMode = 0666;

std::string shown(const std::string& file, const char* stream) {
  return file == "-" ? stream : file;
}

Line failed(const std::string& name, int number) {
  return Line(name + ": " + std::system_category().message(number));
}

bool is_regular(int descriptor, struct stat& found) {
  return ::fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode);
}

std::string odd_bytes(std::uint64_t bytes, std::size_t sample_bytes) {
  return std::to_string(bytes) + " bytes are no whole number of samples of " +
         std::to_string(sample_bytes) + " bytes";
}

/// Returns false if waiting has no use any more.
bool wait_for_bytes(int descriptor, const Wake& wake) {
  pollfd both[2] = {{descriptor, POLLIN, 0}, {wake.descriptor(), POLLIN, 0}};
  while (::poll(both, 2, -1) < 0 && errno == EINTR) continue;
  return both[1].revents == 0;
}

/// Returns false if there is no room and waiting longer has no use.
bool wait_for_room(int descriptor, const Wake& wake, Nanoseconds last_wait) {
  pollfd both[2] = {{descriptor, POLLOUT, 0}, {wake.descriptor(), POLLIN, 0}};
  while (::poll(both, 2, -1) < 0 && errno == EINTR) continue;
  if (both[0].revents != 0) return true;
  const auto most = std::chrono::duration_cast<std::chrono::milliseconds>(last_wait).count();
  return ::poll(both, 1, static_cast<int>(most)) > 0;
}

}  // namespace

Wake::Wake() : descriptor_(::eventfd(0, EFD_CLOEXEC)) {
  if (!descriptor_) throw std::system_error(errno, std::system_category(), "eventfd");
}

void Wake::call() noexcept {
  const std::uint64_t one = 1;
  (void)!::write(descriptor_.get(), &one, sizeof one);
}

Result<SampleReader, std::string> SampleReader::open(const std::string& file,
                                                     std::size_t sample_bytes) {
  auto name = shown(file, "standard input");
  os::UniqueFd descriptor{file == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                      : ::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
  if (!descriptor) return failed(name, errno);
  struct stat found {};
  if (::fstat(descriptor.get(), &found) == 0 && S_ISDIR(found.st_mode)) return failed(name, EISDIR);
  const auto bytes = static_cast<std::uint64_t>(found.st_size);  // more than memory holds
  if (file != "-" && is_regular(descriptor.get(), found) && bytes % sample_bytes != 0)
    return Line(name + ": its " + odd_bytes(bytes, sample_bytes));
  return SampleReader{std::move(name), std::move(descriptor)};
}

Result<std::size_t, std::string> SampleReader::read(std::span<std::byte> room, const Wake& wake) {
  std::size_t filled = 0;
  while (filled < room.size()) {
    if (!wait_for_bytes(descriptor_.get(), wake)) break;
    const auto got = ::read(descriptor_.get(), room.data() + filled, room.size() - filled);
    if (got == 0) break;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed(file_, errno);
    filled += static_cast<std::size_t>(got);
  }
  return filled;
}

Result<SampleWriter, std::string> SampleWriter::open(const std::string& file) {
  SampleWriter sample_writer;
  if (file.empty()) return sample_writer;
  sample_writer.file_ = shown(file, "standard output");
  struct stat found {};
  const bool is_special =
      file == "-" || (::stat(file.c_str(), &found) == 0 && !S_ISREG(found.st_mode));
  if (!is_special) sample_writer.part_ = file + ".part";
  const auto& opened = is_special ? file : sample_writer.part_;
  sample_writer.descriptor_.reset(
      file == "-" ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
                  : ::open(opened.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode));
  if (!sample_writer.descriptor_) return failed(sample_writer.file_, errno);
  const bool is_whole = is_regular(sample_writer.descriptor_.get(), found);
  sample_writer.most_at_once_ = is_whole ? std::numeric_limits<std::size_t>::max() : PIPE_BUF;
  return sample_writer;
}

Result<void, std::string> SampleWriter::write(std::span<const std::byte> bytes, const Wake& wake,
                                              Nanoseconds last_wait) {
  while (descriptor_ && !bytes.empty()) {
    if (!wait_for_room(descriptor_.get(), wake, last_wait))
      return Line(file_ + ": what reads it takes no more samples; the rest was dropped");
    const auto written =
        ::write(descriptor_.get(), bytes.data(), std::min(bytes.size(), most_at_once_));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failed(file_, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void, std::string> SampleWriter::finish(bool is_kept) {
  if (!descriptor_) return {};
  struct stat found {};
  const bool is_empty = is_regular(descriptor_.get(), found) && found.st_size == 0;
  if (::close(descriptor_.release()) != 0) return failed(file_, errno);
  if (part_.empty()) return {};
  if (is_kept && std::rename(part_.c_str(), file_.c_str()) != 0) return failed(file_, errno);
  if (!is_kept && is_empty) (void)::unlink(part_.c_str());
  if (is_kept || is_empty) part_.clear();
  return {};
}

}  // namespace orbweaver::samples
