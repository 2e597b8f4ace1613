// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/folder.hpp>
#include <orbweaver/sim/disk.hpp>

#include "simulated.hpp"

#include <cerrno>

namespace orbweaver::os {

namespace {

using sim::DiskFile;

constexpr std::uint64_t kDiskBytes = std::uint64_t{1} << 34U;
constexpr std::uint64_t kDay = 1'700'000'000;  // as the simulated clock

unexpected<SystemError> failed(const char* call, int code) noexcept {
  return unexpected{SystemError{code, call}};
}

std::uint64_t seconds(sim::Time time) noexcept {
  return kDay + static_cast<std::uint64_t>(time / sim::kSecond);
}

/// Empty: the descriptor is none of a folder.
std::string path_in(int folder, const std::string& name) {
  auto* const opened = file<DiskFile>(folder);
  if (opened == nullptr) return {};
  if (name == ".") return opened->path();
  return opened->path() + "/" + name.c_str();
}

// Links are not simulated, so that only ".." could lead out.
bool leads_out(const std::string& path) {
  return path == ".." || path.starts_with("../") || path.contains("/../") || path.ends_with("/..");
}

Result<UniqueFd, SystemError> open_found(const std::string& path, OpenBeneath how) {
  const auto entry = sim::disk_here().find(path);
  if (!entry) return failed("open", ENOENT);
  if (how == OpenBeneath::to_create) return failed("open", EEXIST);
  if (how == OpenBeneath::to_list && !entry->is_folder) return failed("open", ENOTDIR);
  if (how == OpenBeneath::to_read_write && entry->is_folder) return failed("open", EISDIR);
  return add(std::make_shared<DiskFile>(path, entry));
}

Result<UniqueFd, SystemError> open_new(const std::string& path, unsigned mode) {
  std::shared_ptr<sim::DiskEntry> entry;
  if (const int error = sim::disk_here().create(path, mode, entry); error != 0)
    return failed("open", error);
  return add(std::make_shared<DiskFile>(path, std::move(entry)));
}

template <class Call>
Result<void, SystemError> in_folder(const char* name, int folder, const std::string& entry,
                                    Call call) noexcept {
  return in_system([&]() -> Result<void, SystemError> {
    const auto path = path_in(folder, entry);
    const int error = path.empty() ? EBADF : call(sim::disk_here(), path);
    if (error != 0) return failed(name, error);
    return {};
  });
}

}  // namespace

Result<UniqueFd, SystemError> open_folder(const std::filesystem::path& path) noexcept {
  return in_system([&]() -> Result<UniqueFd, SystemError> {
    const auto name = path.lexically_normal().string();
    const auto entry = sim::disk_here().find(name);
    if (!entry) return failed("open", ENOENT);
    if (!entry->is_folder) return failed("open", ENOTDIR);
    return add(std::make_shared<DiskFile>(name, entry));
  });
}

Result<UniqueFd, SystemError> open_beneath(int folder, const std::string& path, OpenBeneath how,
                                           unsigned mode) {
  return in_system([&]() -> Result<UniqueFd, SystemError> {
    if (leads_out(path)) return failed("open", EXDEV);
    const auto whole = path_in(folder, path);
    if (whole.empty()) return failed("open", EBADF);
    const bool is_new = how == OpenBeneath::to_create && !sim::disk_here().find(whole);
    return is_new ? open_new(whole, mode) : open_found(whole, how);
  });
}

Result<UniqueFd, SystemError> open_without_links(int folder, const std::string& path,
                                                 OpenBeneath how, unsigned mode) {
  return open_beneath(folder, path, how, mode);
}

Result<EntryInformation, SystemError> information_of(int opened) noexcept {
  return in_system([&]() -> Result<EntryInformation, SystemError> {
    auto* const known = file<DiskFile>(opened);
    if (known == nullptr) return failed("statx", EBADF);
    using Kind = EntryInformation::Kind;
    const auto& entry = known->entry();
    return EntryInformation{.kind = entry.is_folder ? Kind::folder : Kind::plain,
                            .size = entry.bytes.size(),
                            .created = seconds(entry.created),
                            .modified = seconds(entry.modified),
                            .accessed = seconds(entry.modified),
                            .mode = entry.mode};
  });
}

Result<std::vector<std::string>, SystemError> names_in(UniqueFd folder) {
  std::vector<std::string> copied;
  const auto* const names = in_system([&]() -> const std::vector<std::string>* {
    auto* const known = file<DiskFile>(folder.get());
    if (known == nullptr || !known->entry().is_folder) return nullptr;
    return new std::vector(sim::disk_here().names_in(known->path()));
  });
  if (names == nullptr) return failed("opendir", ENOTDIR);
  for (const auto& name : *names) copied.emplace_back(name.c_str());
  const sim::KernelMemory kernel;
  delete names;
  return copied;
}

Result<DiskSpace, SystemError> space_of(int /*folder*/) noexcept {
  return DiskSpace{kDiskBytes, kDiskBytes};
}

Result<UniqueFd, SystemError> create_private_in(int folder, const std::string& name) noexcept {
  return in_system([&]() -> Result<UniqueFd, SystemError> {
    const auto path = path_in(folder, name);
    if (path.empty()) return failed("open", EBADF);
    return open_new(path, 0600);
  });
}

Result<void, SystemError> make_folder_in(int folder, const std::string& name,
                                         unsigned mode) noexcept {
  return in_folder("mkdir", folder, name, [&](sim::Disk& disk, const std::string& path) {
    return disk.make_folder(path, mode);
  });
}

Result<void, SystemError> remove_file_in(int folder, const std::string& name) noexcept {
  return in_folder("unlink", folder, name,
                   [](sim::Disk& disk, const std::string& path) { return disk.remove_file(path); });
}

Result<void, SystemError> remove_folder_in(int folder, const std::string& name) noexcept {
  return in_folder("rmdir", folder, name, [](sim::Disk& disk, const std::string& path) {
    return disk.remove_folder(path);
  });
}

Result<void, SystemError> set_mode_in(int folder, const std::string& name, unsigned mode) noexcept {
  return in_folder("chmod", folder, name, [&](sim::Disk& disk, const std::string& path) {
    const auto entry = disk.find(path);
    if (!entry) return ENOENT;
    entry->mode = mode;
    return 0;
  });
}

Result<void, SystemError> rename_in(int folder, const std::string& from,
                                    const std::string& to) noexcept {
  return in_folder("rename", folder, from, [&](sim::Disk& disk, const std::string& path) {
    return disk.rename(path, path_in(folder, to));
  });
}

}  // namespace orbweaver::os
