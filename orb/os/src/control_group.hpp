// The limits that control groups set to this process, whichever version of them is mounted where.
//
// A limit holds for a group and all below it, so the least on the way up from the own group counts.
// In a container the groups above its own are mostly not to be seen; then what is mounted is its
// own.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>

namespace orbweaver::os {

struct GroupLimits {
  std::optional<double> processors;
  std::optional<std::uint64_t> memory_bytes;
};

/// `root` is "/", or a folder that looks so to a test. What cannot be read sets no limit.
[[nodiscard]] GroupLimits read_group_limits(const std::filesystem::path& root);

}  // namespace orbweaver::os
