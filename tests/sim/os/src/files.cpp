// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/life_line.hpp>
#include <orbweaver/os/private_folder.hpp>
#include <orbweaver/os/read_file.hpp>
#include <orbweaver/sim/disk.hpp>
#include <orbweaver/sim/faults.hpp>
#include <orbweaver/sim/pipe.hpp>
#include <orbweaver/sim/program.hpp>

#include "simulated.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <functional>

namespace orbweaver::os {

namespace {

using sim::DiskFile;
using Entry = std::shared_ptr<sim::DiskEntry>;

constexpr sim::Time kFlush = 200 * sim::kMicrosecond;

unexpected<SystemError> failed(const char* call, int code) noexcept {
  return unexpected{SystemError{code, call}};
}

Result<void, SystemError> done(const char* call, int code) noexcept {
  if (code == 0) return {};
  return failed(call, code);
}

std::string path_of(const std::filesystem::path& path) { return path.lexically_normal().string(); }

template <class Call>
Result<std::size_t, SystemError> on_disk(const char* name, int fd, Call call) noexcept {
  return in_system([&]() -> Result<std::size_t, SystemError> {
    auto* const opened = file<DiskFile>(fd);
    if (opened == nullptr) return failed(name, EBADF);
    if (opened->entry().is_folder) return failed(name, EISDIR);
    return call(*opened);
  });
}

// A part is read at times, as from the system's pipes.
Result<std::size_t, SystemError> read_pipe(sim::PipeReader& pipe, MutableBytes space) noexcept {
  const auto bounded = static_cast<std::uint32_t>(std::min<std::size_t>(space.size(), 1U << 16U));
  const auto fewer = sim::fault_of(sim::Kind::short_read, bounded);
  const auto count = pipe.read(fewer == 0 ? space : space.first(fewer));
  if (count < 0) return failed("read", static_cast<int>(-count));
  return static_cast<std::size_t>(count);
}

// The system ends a program whose output is not read any more.
Result<std::size_t, SystemError> write_pipe(sim::PipeWriter& pipe, Bytes bytes) noexcept {
  const auto count = pipe.write(bytes);
  if (count >= 0) return static_cast<std::size_t>(count);
  sim::send_signal(sim::this_process(), SIGPIPE);
  return failed("write", static_cast<int>(-count));
}

}  // namespace

Result<UniqueFd, SystemError> open_to_write(const std::filesystem::path& path, OpenToWrite how,
                                            unsigned mode) noexcept {
  return in_system([&]() -> Result<UniqueFd, SystemError> {
    const auto name = path_of(path);
    auto& disk = sim::disk_here();
    auto entry = disk.find(name);
    if (entry && entry->is_folder) return failed("open", EISDIR);
    if (!entry)
      if (const int error = disk.create(name, mode, entry); error != 0)
        return failed("open", error);
    if (how == OpenToWrite::replace) entry->bytes.clear();
    return add(std::make_shared<DiskFile>(name, entry, how == OpenToWrite::append));
  });
}

Result<UniqueFd, SystemError> open_to_read(const std::filesystem::path& path) noexcept {
  return in_system([&]() -> Result<UniqueFd, SystemError> {
    const auto name = path_of(path);
    const auto entry = sim::disk_here().find(name);
    if (!entry) return failed("open", ENOENT);
    return add(std::make_shared<DiskFile>(name, entry));
  });
}

Result<std::size_t, SystemError> read_some(int fd, MutableBytes space) noexcept {
  return in_system([&]() -> Result<std::size_t, SystemError> {
    if (auto* const pipe = file<sim::PipeReader>(fd)) return read_pipe(*pipe, space);
    if (file<sim::NullFile>(fd) != nullptr) return std::size_t{0};
    auto* const opened = file<DiskFile>(fd);
    if (opened == nullptr) return failed("read", EBADF);
    if (opened->entry().is_folder) return failed("read", EISDIR);
    return opened->read(space);
  });
}

Result<std::size_t, SystemError> write_some(int fd, Bytes bytes) noexcept {
  return in_system([&]() -> Result<std::size_t, SystemError> {
    if (auto* const pipe = file<sim::PipeWriter>(fd)) return write_pipe(*pipe, bytes);
    if (file<sim::NullFile>(fd) != nullptr) return bytes.size();
    auto* const opened = file<DiskFile>(fd);
    if (opened == nullptr) return failed("write", EBADF);
    return opened->write(bytes);
  });
}

Result<void, SystemError> write_all(int fd, Bytes bytes) noexcept {
  while (!bytes.empty()) {
    const auto written = write_some(fd, bytes);
    if (!written) return unexpected{written.error()};
    bytes = bytes.subspan(*written);
  }
  return {};
}

Result<std::size_t, SystemError> read_at(int fd, MutableBytes space, std::uint64_t place) noexcept {
  return on_disk("read", fd, [&](DiskFile& opened) { return opened.read_at(space, place); });
}

Result<std::size_t, SystemError> write_at(int fd, Bytes bytes, std::uint64_t place) noexcept {
  return on_disk("write", fd, [&](DiskFile& opened) { return opened.write_at(bytes, place); });
}

Result<std::uint64_t, SystemError> size_of(int fd) noexcept {
  return on_disk("stat", fd, [&](DiskFile& opened) { return opened.entry().bytes.size(); });
}

// The text of a simulated file stands for its number and its times.
Result<FileStamp, SystemError> stamp_of(const std::filesystem::path& path) noexcept {
  return in_system([&]() -> Result<FileStamp, SystemError> {
    const auto entry = sim::disk_here().find(path_of(path));
    if (!entry) return failed("stat", ENOENT);
    const auto text = as_text(Bytes{entry->bytes});
    return FileStamp{
        .device = 1, .inode = std::hash<std::string_view>{}(text), .size = text.size()};
  });
}

Result<void, SystemError> cut_to(int fd, std::uint64_t size) noexcept {
  const auto cut = on_disk("truncate", fd, [&](DiskFile& opened) {
    opened.entry().bytes.resize(size);
    return std::size_t{0};
  });
  if (!cut) return unexpected{cut.error()};
  return {};
}

// What was written outlasts the process in any case; what a failure of power takes is not
// simulated.
Result<void, SystemError> flush_to_disk(int fd) noexcept {
  return in_system([&]() -> Result<void, SystemError> {
    if (file<DiskFile>(fd) == nullptr) return failed("fsync", EINVAL);
    sim::sleep_until(sim::virtual_now() + kFlush);
    return {};
  });
}

Result<void, SystemError> close_file(UniqueFd closed) noexcept {
  closed.reset();
  return {};
}

Result<void, SystemError> rename_file(const std::filesystem::path& from,
                                      const std::filesystem::path& to) noexcept {
  return in_system(
      [&] { return done("rename", sim::disk_here().rename(path_of(from), path_of(to))); });
}

Result<void, SystemError> make_private_folder(const std::filesystem::path& path) {
  return in_system(
      [&] { return done("mkdir", sim::disk_here().make_folders(path_of(path), 0700)); });
}

Result<void, SystemError> flush_names(const std::filesystem::path& folder) noexcept {
  return in_system([&]() -> Result<void, SystemError> {
    const auto entry = sim::disk_here().find(path_of(folder));
    if (!entry || !entry->is_folder) return failed("fsync", ENOENT);
    sim::sleep_until(sim::virtual_now() + kFlush);
    return {};
  });
}

std::optional<std::string> read_file(const std::filesystem::path& path, std::size_t most) {
  const auto opened = open_to_read(path);
  if (!opened) return std::nullopt;
  std::string text;
  std::array<std::byte, 4096> piece{};
  while (text.size() < most) {
    const auto size = read_some(opened->get(), piece);
    if (!size || *size == 0) break;
    text += as_text(Bytes{piece}.first(*size));
  }
  if (text.size() > most) text.resize(most);
  return text;
}

// The system's own process is its keeper.
Result<PrivateFolder, std::string> PrivateFolder::make(const std::string& prefix) {
  const auto name = fmt::format("/tmp/{}-{:06}", prefix, process_id());
  const int error = in_system([&] {
    auto& disk = sim::disk_here();
    sim::at_end_of(sim::this_process(),
                   [&disk, path = std::string{name.c_str()}] { disk.remove_tree(path); });
    return disk.make_folder(name, 0700);
  });
  if (error != 0) return unexpected{name + ": " + text_of(error)};
  return PrivateFolder{name, std::nullopt, UniqueFd{}, 1};
}

PrivateFolder::~PrivateFolder() {
  if (keeper_ == 0) return;
  in_system([&] { sim::disk_here().remove_tree(path_of(path_)); });
}

}  // namespace orbweaver::os
