// SPDX-License-Identifier: Apache-2.0
// A claim is that of the open file, which ends with its process. A simulated user has no folder of
// their own: scenarios give each program the reference of its domain, so that no program looks for
// one.
#include <orbweaver/os/claimed_file.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/read_file.hpp>
#include <orbweaver/sim/disk.hpp>

#include "simulated.hpp"

#include <cerrno>

namespace orbweaver::os {

namespace {

constexpr unsigned kOwnerAlone = 0600;

std::string path_of(const std::filesystem::path& path) { return path.lexically_normal().string(); }

unexpected<SystemError> failed(const char* call, int code) noexcept {
  return unexpected{SystemError{code, call}};
}

Result<UniqueFd, SystemError> open_and_claim(const std::string& path) {
  auto& disk = sim::disk_here();
  auto entry = disk.find(path);
  if (!entry)
    if (const int error = disk.create(path, kOwnerAlone, entry); error != 0)
      return failed("open", error);
  if (entry->is_folder) return failed("open", EISDIR);
  if (!entry->claimed_by.expired()) return failed("fcntl", EAGAIN);
  auto opened = std::make_shared<sim::DiskFile>(path, entry);
  entry->claimed_by = opened;
  return add(std::move(opened));
}

}  // namespace

Result<ClaimedFile, SystemError> ClaimedFile::make(const std::filesystem::path& path,
                                                   std::string_view text) {
  auto file = in_system([&] { return open_and_claim(path_of(path)); });
  if (!file) return unexpected(file.error());
  ClaimedFile claimed_file{path, *std::move(file)};
  if (auto cut = cut_to(claimed_file.file_.get(), 0); !cut) return unexpected(cut.error());
  if (auto written = write_all(claimed_file.file_.get(), as_bytes(text)); !written)
    return unexpected(written.error());
  return claimed_file;
}

ClaimedFile::~ClaimedFile() {
  if (file_) in_system([&] { (void)sim::disk_here().remove_file(path_of(path_)); });
}

std::optional<std::string> read_claimed_file(const std::filesystem::path& path, std::size_t most) {
  const bool is_claimed = in_system([&] {
    const auto entry = sim::disk_here().find(path_of(path));
    return entry && !entry->claimed_by.expired();
  });
  if (!is_claimed) return std::nullopt;
  return read_file(path, most);
}

bool is_private_folder(const std::filesystem::path& /*path*/) noexcept { return false; }

unsigned user_id() noexcept { return 0; }

}  // namespace orbweaver::os
