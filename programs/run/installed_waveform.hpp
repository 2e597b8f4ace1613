// SPDX-License-Identifier: Apache-2.0
// Finds waveforms that were built or installed with this program, so that a user can run them by
// name.
#pragma once
#include <orbweaver/base/result.hpp>

#include <filesystem>
#include <string>

namespace orbweaver::domain {

/// Returns the SAD: `word`, if it is a file; else NAME.sad.xml below `dom` of this program's SDR
/// ($SDRROOT). Blocks: on the file system. Fails: with one line, which lists the waveforms.
[[nodiscard]] Result<std::filesystem::path, std::string> find_sad(const std::string& word);

/// The SAD of the waveform that runs where none is named: its X.run.toml says so. Blocks: on the
/// file system. Fails: as find_sad.
[[nodiscard]] Result<std::filesystem::path, std::string> default_sad();

}  // namespace orbweaver::domain
