// SPDX-License-Identifier: Apache-2.0
// Waveforms that were installed, or built, with this program: a user runs them by name.
#pragma once
#include <orbweaver/base/result.hpp>

#include <filesystem>
#include <string>

namespace orbweaver::domain {

/// The SAD that a user means: `word` itself if it names a file; else NAME.sad.xml below `dom` of
/// the SDR of this program ($SDRROOT). Blocks: on the file system. Fails: with one line, which has
/// the names of those that are there.
[[nodiscard]] Result<std::filesystem::path, std::string> find_sad(const std::string& word);

/// The SAD of the waveform that runs where none is named: its X.run.toml says so. Blocks: on the
/// file system. Fails: as find_sad.
[[nodiscard]] Result<std::filesystem::path, std::string> default_sad();

}  // namespace orbweaver::domain
