// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/folder.hpp>

#include "failed_call.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string_view>

namespace orbweaver::os {

namespace {

constexpr mode_t kPrivate = 0600;
constexpr unsigned kPermissions = 0777;

Result<void, SystemError> done(int result, const char* call) noexcept {
  if (result == 0) return {};
  return failed(call);
}

std::uint64_t seconds(const statx_timestamp& time) noexcept {
  return time.tv_sec < 0 ? 0 : static_cast<std::uint64_t>(time.tv_sec);
}

EntryInformation::Kind kind_of(unsigned mode) noexcept {
  using Kind = EntryInformation::Kind;
  if (S_ISREG(mode)) return Kind::plain;
  return S_ISDIR(mode) ? Kind::folder : Kind::other;
}

}  // namespace

Result<EntryInformation, SystemError> information_of(int opened) noexcept {
  struct statx found {};
  const unsigned wanted = STATX_BASIC_STATS | STATX_BTIME;
  if (::statx(opened, "", AT_EMPTY_PATH, wanted, &found) != 0) return failed("statx");
  const bool has_birth = (found.stx_mask & STATX_BTIME) != 0;
  return EntryInformation{.kind = kind_of(found.stx_mode),
                          .size = found.stx_size,
                          .created = seconds(has_birth ? found.stx_btime : found.stx_ctime),
                          .modified = seconds(found.stx_mtime),
                          .accessed = seconds(found.stx_atime),
                          .mode = found.stx_mode & kPermissions};
}

Result<std::vector<std::string>, SystemError> names_in(UniqueFd folder) {
  const auto close = [](DIR* stream) { (void)::closedir(stream); };
  const std::unique_ptr<DIR, decltype(close)> stream{::fdopendir(folder.get())};
  if (!stream) return failed("opendir");
  (void)folder.release();  // the stream owns it now
  std::vector<std::string> names;
  errno = 0;
  while (const auto* const entry = ::readdir(stream.get())) {
    const std::string_view name{entry->d_name};
    if (name != "." && name != "..") names.emplace_back(name);
    errno = 0;
  }
  if (errno != 0) return failed("readdir");
  return names;
}

Result<DiskSpace, SystemError> space_of(int folder) noexcept {
  struct statvfs found {};
  if (::fstatvfs(folder, &found) != 0) return failed("statvfs");
  return DiskSpace{found.f_blocks * found.f_frsize, found.f_bavail * found.f_frsize};
}

Result<UniqueFd, SystemError> create_private_in(int folder, const std::string& name) noexcept {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  UniqueFd file{::openat(folder, name.c_str(), kFlags, kPrivate)};
  if (!file) return failed("open");
  return file;
}

Result<void, SystemError> make_folder_in(int folder, const std::string& name,
                                         unsigned mode) noexcept {
  return done(::mkdirat(folder, name.c_str(), mode), "mkdir");
}

Result<void, SystemError> remove_file_in(int folder, const std::string& name) noexcept {
  return done(::unlinkat(folder, name.c_str(), 0), "unlink");
}

Result<void, SystemError> remove_folder_in(int folder, const std::string& name) noexcept {
  return done(::unlinkat(folder, name.c_str(), AT_REMOVEDIR), "rmdir");
}

Result<void, SystemError> set_mode_in(int folder, const std::string& name, unsigned mode) noexcept {
  return done(::fchmodat(folder, name.c_str(), mode, 0), "chmod");
}

Result<void, SystemError> rename_in(int folder, const std::string& from,
                                    const std::string& to) noexcept {
  return done(::renameat(folder, from.c_str(), folder, to.c_str()), "rename");
}

}  // namespace orbweaver::os
