// SPDX-License-Identifier: Apache-2.0
// A folder of this process alone that is gone when the process is, `kill -9` included: a small
// child process removes it then. Where that is killed, too, the next folder of the same prefix
// removes it.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/claimed_file.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace orbweaver::os {

class PrivateFolder {
 public:
  /// Below $TMPDIR, or /tmp; its name begins with `prefix`. Call it while this process has one
  /// thread. Fails: with a line that names the folder above, and $TMPDIR.
  [[nodiscard]] static Result<PrivateFolder, std::string> make(const std::string& prefix);
  PrivateFolder(PrivateFolder&& other) noexcept
      : path_(std::exchange(other.path_, {})),
        claim_(std::move(other.claim_)),
        life_(std::move(other.life_)),
        keeper_(std::exchange(other.keeper_, 0)) {}
  PrivateFolder& operator=(PrivateFolder&&) = delete;
  /// Blocks: until the folder is gone.
  ~PrivateFolder();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  PrivateFolder(std::filesystem::path path, std::optional<ClaimedFile> claim, UniqueFd life,
                pid_t keeper)
      : path_(std::move(path)), claim_(std::move(claim)), life_(std::move(life)), keeper_(keeper) {}

  std::filesystem::path path_;
  std::optional<ClaimedFile> claim_;
  UniqueFd life_;  // the keeper reads its end
  pid_t keeper_ = 0;
};

}  // namespace orbweaver::os
