// SPDX-License-Identifier: Apache-2.0
// `orbweaver check`: every problem of many profiles at once.
#pragma once
#include <orbweaver/profile/library.hpp>
#include <orbweaver/profile/root.hpp>

#include <optional>

namespace orbweaver::profile {

struct CheckOptions {
  std::optional<std::filesystem::path> root;  // nothing: guessed for each file
  std::string sdr_root;                       // $SDRROOT
  Strictness strictness = Strictness::lenient;
  ReadLimits limits;
};

struct CheckReport {
  std::size_t profiles = 0;  // profiles that were read, with those that others name
  Findings findings;         // by file and line, without duplicates
};

/// Reads and checks every file, and every profile that they name.
/// Blocks: on the file system. Threads: any, one call each.
[[nodiscard]] CheckReport check(const std::vector<std::filesystem::path>& files,
                                const CheckOptions& options = {});

}  // namespace orbweaver::profile
