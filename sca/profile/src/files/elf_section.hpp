// SPDX-License-Identifier: Apache-2.0
// Reads a section of an ELF file by its name, without running the program.
#pragma once
#include <orbweaver/base/result.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace orbweaver::profile::files {

/// Returns `count` bytes of a file from `place` on; fewer at its end.
using ReadAt = std::function<std::string(std::uint64_t place, std::size_t count)>;

/// Returns the content of the first section of this name. The file may have 32 or 64 bits, and
/// either byte order. It may be hostile: only its section table, the names and the section are
/// read, each up to a limit. Returns nothing if the file is no ELF file, if its tables cannot be
/// read, or if it has no such section. Fails: if the section is larger than `most` bytes, or is not
/// completely in the file.
[[nodiscard]] Result<std::optional<std::string>, std::string> elf_section(const ReadAt& file,
                                                                          std::string_view name,
                                                                          std::size_t most);

/// Reads the section of a regular file; returns nothing for any other. Blocks: on the file system.
[[nodiscard]] Result<std::optional<std::string>, std::string> elf_section_of(
    const std::filesystem::path& file, std::string_view name, std::size_t most);

}  // namespace orbweaver::profile::files
