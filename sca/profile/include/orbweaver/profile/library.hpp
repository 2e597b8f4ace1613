// SPDX-License-Identifier: Apache-2.0
// Profiles that were read, each once, whichever way it is named.
#pragma once
#include <orbweaver/profile/profile.hpp>

#include <filesystem>
#include <map>
#include <memory>

namespace orbweaver::profile {

/// Reads files and keeps what it read. One thread at a time.
class Library {
 public:
  explicit Library(ReadLimits limits = {}, Strictness strictness = Strictness::lenient)
      : limits_(limits), strictness_(strictness) {}

  /// The profile in the file `real`, read at the first call; positions in it name the file `shown`.
  /// Never null, never fails: what is wrong is in its findings.
  /// Blocks: on the file system.
  std::shared_ptr<const Profile> read(const std::filesystem::path& real,
                                      const std::filesystem::path& shown);

  [[nodiscard]] std::size_t size() const { return profiles_.size(); }

 private:
  ReadLimits limits_;
  Strictness strictness_;
  std::map<std::filesystem::path, std::shared_ptr<const Profile>> profiles_;
};

}  // namespace orbweaver::profile
