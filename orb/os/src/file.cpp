// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/file.hpp>

#include "failed_call.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <system_error>

namespace orbweaver::os {

namespace {

template <class Call>
Result<std::size_t, SystemError> repeated(const char* name, Call call) noexcept {
  for (;;) {
    const auto count = call();
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) return failed(name);
  }
}

Result<UniqueFd, SystemError> open(const std::filesystem::path& path, int flags,
                                   unsigned mode) noexcept {
  UniqueFd file{::open(path.c_str(), flags | O_CLOEXEC, mode)};
  if (!file) return failed("open");
  return file;
}

}  // namespace

Result<UniqueFd, SystemError> open_to_write(const std::filesystem::path& path, OpenToWrite how,
                                            unsigned mode) noexcept {
  const int flags = how == OpenToWrite::append ? O_APPEND : O_TRUNC;
  return open(path, O_WRONLY | O_CREAT | flags, mode);
}

Result<UniqueFd, SystemError> open_to_read(const std::filesystem::path& path) noexcept {
  return open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
}

Result<std::size_t, SystemError> read_some(int file, MutableBytes space) noexcept {
  return repeated("read", [&] { return ::read(file, space.data(), space.size()); });
}

Result<std::size_t, SystemError> write_some(int file, Bytes bytes) noexcept {
  return repeated("write", [&] { return ::write(file, bytes.data(), bytes.size()); });
}

// EAGAIN: another program that shares the pipe has set it to not block.
Result<void, SystemError> write_all(int file, Bytes bytes) noexcept {
  while (!bytes.empty()) {
    const auto written = write_some(file, bytes);
    if (written) {
      bytes = bytes.subspan(*written);
      continue;
    }
    if (written.error().code != EAGAIN) return unexpected{written.error()};
    pollfd room{file, POLLOUT, 0};
    ::poll(&room, 1, -1);
  }
  return {};
}

Result<std::size_t, SystemError> read_at(int file, MutableBytes space,
                                         std::uint64_t place) noexcept {
  return repeated(
      "read", [&] { return ::pread(file, space.data(), space.size(), static_cast<off_t>(place)); });
}

Result<std::size_t, SystemError> write_at(int file, Bytes bytes, std::uint64_t place) noexcept {
  return repeated("write", [&] {
    return ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(place));
  });
}

Result<std::uint64_t, SystemError> size_of(int file) noexcept {
  struct stat found {};
  if (::fstat(file, &found) != 0) return failed("stat");
  return static_cast<std::uint64_t>(found.st_size);
}

Result<FileStamp, SystemError> stamp_of(const std::filesystem::path& path) noexcept {
  constexpr std::int64_t kSecond = 1'000'000'000;
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return failed("stat");
  return FileStamp{found.st_dev, found.st_ino, static_cast<std::uint64_t>(found.st_size),
                   found.st_ctim.tv_sec * kSecond + found.st_ctim.tv_nsec};
}

Result<void, SystemError> cut_to(int file, std::uint64_t size) noexcept {
  if (::ftruncate(file, static_cast<off_t>(size)) == 0) return {};
  return failed("truncate");
}

Result<void, SystemError> flush_to_disk(int file) noexcept {
  if (::fsync(file) == 0) return {};
  return failed("fsync");
}

Result<void, SystemError> close_file(UniqueFd file) noexcept {
  const int closed = file.release();
  if (closed < 0 || ::close(closed) == 0 || errno == EINTR) return {};
  return failed("close");
}

Result<void, SystemError> rename_file(const std::filesystem::path& from,
                                      const std::filesystem::path& to) noexcept {
  if (std::rename(from.c_str(), to.c_str()) == 0) return {};
  return failed("rename");
}

Result<void, SystemError> make_private_folder(const std::filesystem::path& path) {
  std::error_code failure;
  std::filesystem::create_directories(path, failure);
  if (failure) return failed("mkdir", failure.value());
  std::filesystem::permissions(path, std::filesystem::perms::owner_all, failure);
  if (failure) return failed("chmod", failure.value());
  return {};
}

Result<void, SystemError> flush_names(const std::filesystem::path& folder) noexcept {
  const auto opened = open(folder, O_RDONLY | O_DIRECTORY, 0);
  if (!opened || ::fsync(opened->get()) != 0) return failed("fsync");
  return {};
}

}  // namespace orbweaver::os
