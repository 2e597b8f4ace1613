// SPDX-License-Identifier: Apache-2.0
// The limits that control groups set to this process, whichever version of them is mounted where.
//
// A limit holds for a group and all groups below it, so the least limit on the way up from the
// group of this process counts. In a container the groups above its own are mostly hidden; then its
// own group is mounted.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>

namespace orbweaver::os {

struct GroupLimits {
  std::optional<double> processors;
  std::optional<std::uint64_t> memory_bytes;
};

/// `root` is "/", or the folder of a test that looks like it. A file that cannot be read sets no
/// limit.
[[nodiscard]] GroupLimits read_group_limits(const std::filesystem::path& root);

}  // namespace orbweaver::os
