// SPDX-License-Identifier: Apache-2.0
// An owner makes the folder, then its file, locks it, and writes its number into it. So a file that
// holds a number and has no lock belongs to an owner that is gone. A folder without such a file may
// be new.
#include <orbweaver/os/private_folder.hpp>

#include <orbweaver/os/claimed_file.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/life_line.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/thread.hpp>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace orbweaver::os {

namespace {

namespace fs = std::filesystem;

constexpr const char* kOwner = ".owner";
constexpr std::size_t kRandomLetters = 6;  // of mkdtemp()

bool is_of(const std::string& name, const std::string& prefix) {
  return name.size() == prefix.size() + 1 + kRandomLetters && name.starts_with(prefix + "-");
}

bool had_an_owner(const fs::path& folder) {
  std::error_code error;
  const auto size = fs::file_size(folder / kOwner, error);
  return !error && size > 0 && is_private_folder(folder);
}

std::vector<fs::path> left_in(const fs::path& above, const std::string& prefix) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator entry{above, error}, end; !error && entry != end;
       entry.increment(error))
    if (is_of(entry->path().filename().string(), prefix) && had_an_owner(entry->path()))
      found.push_back(entry->path());
  return found;
}

// Makes this process the owner of the folder, for as long as the result lives. Returns nothing if
// locks do not work there; then the folder is never taken for a stale one.
std::optional<ClaimedFile> own_folder(const fs::path& folder) {
  auto claimed_file = ClaimedFile::make(folder / kOwner, std::to_string(process_id()));
  if (!claimed_file) return std::nullopt;
  return *std::move(claimed_file);
}

// Removes the folders in `above` whose names are `prefix`, '-' and six letters, which an owner of
// this user left. A folder that cannot be removed stays. Blocks: on the disk.
void remove_stale_folders(const fs::path& above, const std::string& prefix) {
  for (const auto& path : left_in(above, prefix)) {
    const auto owned = own_folder(path);
    std::error_code error;
    if (owned) fs::remove_all(path, error);
  }
}

// Programs that are being killed may still write into the folder.
void remove_whole(const fs::path& folder) {
  constexpr int kTries = 200;
  for (int i = 0; i < kTries; ++i) {
    std::error_code error;
    fs::remove_all(folder, error);
    if (!error) return;
    sleep_for(std::chrono::milliseconds{10});
  }
}

/// The child's loop. It keeps only the pipe open, so that no reader of this process's output waits
/// for the child.
[[noreturn]] void keep(const fs::path& folder, int pipe) {
  constexpr int kPipe = 3;
  ::setsid();
  // Else the file system of the working folder is in use. The loop goes on without this step, too.
  [[maybe_unused]] const auto went = ::chdir("/");
  ::dup2(pipe, kPipe);
  ::close_range(kPipe + 1, ~0U, 0);
  for (int descriptor = 0; descriptor < kPipe; ++descriptor) ::close(descriptor);
  char byte = 0;
  while (::read(kPipe, &byte, 1) < 0 && errno == EINTR) continue;
  remove_whole(folder);
  ::_exit(0);
}

fs::path folder_above() {
  const char* const chosen = std::getenv("TMPDIR");
  return chosen != nullptr && *chosen != '\0' ? chosen : "/tmp";
}

unexpected<std::string> no_folder_in(const fs::path& above) {
  return unexpected{"no temporary folder can be made in " + above.string() + ": " + text_of(errno) +
                    "; $TMPDIR names another place"};
}

unexpected<std::string> no_keeper_for(const std::string& folder,
                                      std::optional<ClaimedFile>& claim) {
  auto line = "the temporary folder cannot be kept: " + text_of(errno);
  claim.reset();
  ::rmdir(folder.c_str());
  return unexpected{std::move(line)};
}

}  // namespace

Result<PrivateFolder, std::string> PrivateFolder::make(const std::string& prefix) {
  const auto above = folder_above();
  remove_stale_folders(above, prefix);
  auto name = (above / (prefix + "-XXXXXX")).string();
  if (::mkdtemp(name.data()) == nullptr) return no_folder_in(above);
  auto claim = own_folder(name);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return no_keeper_for(name, claim);
  UniqueFd read_end{ends[0]}, write_end{ends[1]};
  const auto keeper = ::fork();
  if (keeper < 0) return no_keeper_for(name, claim);
  if (keeper == 0) keep(name, read_end.get());
  return PrivateFolder{name, std::move(claim), std::move(write_end), keeper};
}

PrivateFolder::~PrivateFolder() {
  if (keeper_ == 0) return;
  life_.reset();
  while (::waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) continue;
}

}  // namespace orbweaver::os
