// SPDX-License-Identifier: Apache-2.0
// A section of an ELF file by its name: what a program carries for readers, without being run.
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

/// The bytes of a file from a place on; fewer at its end, none behind it.
using ReadAt = std::function<std::string(std::uint64_t place, std::size_t count)>;

/// The content of the first section of this name, of 32 or 64 bits and either byte order. The file
/// may be hostile: no more than its table of sections, their names and the section are read, each
/// up to a limit. Nothing: the file is no ELF file, its tables cannot be read, or it has no such
/// section. Fails: the section has more than `most` bytes, or not all of them are in the file.
[[nodiscard]] Result<std::optional<std::string>, std::string> elf_section(const ReadAt& file,
                                                                          std::string_view name,
                                                                          std::size_t most);

/// Reads the section of a plain file; nothing of any other. Blocks: on the file system.
[[nodiscard]] Result<std::optional<std::string>, std::string> elf_section_of(
    const std::filesystem::path& file, std::string_view name, std::size_t most);

}  // namespace orbweaver::profile::files
