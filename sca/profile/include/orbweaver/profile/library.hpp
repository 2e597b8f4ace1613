// SPDX-License-Identifier: Apache-2.0
// Keeps the profiles that were read, so that each file is read once, under whatever name.
#pragma once
#include <orbweaver/profile/profile.hpp>

#include <filesystem>
#include <map>
#include <memory>

namespace orbweaver::profile {

/// Reads files and keeps the profiles. Threads: one at a time.
class Library {
 public:
  explicit Library(ReadLimits limits = {}, Strictness strictness = Strictness::lenient)
      : limits_(limits), strictness_(strictness) {}

  /// Returns the profile in the file `real`, which is read at the first call. Positions in it name
  /// the file `shown`. Never null, never fails: faults are among its findings. Blocks: on the file
  /// system.
  std::shared_ptr<const Profile> read(const std::filesystem::path& real,
                                      const std::filesystem::path& shown);

  [[nodiscard]] std::size_t size() const { return profiles_.size(); }

 private:
  ReadLimits limits_;
  Strictness strictness_;
  std::map<std::filesystem::path, std::shared_ptr<const Profile>> profiles_;
};

}  // namespace orbweaver::profile
