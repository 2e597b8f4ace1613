// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as an ELF file. One of its sections is read.
#include "files/elf_section.hpp"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMost = 1000;
  const std::string_view bytes{reinterpret_cast<const char*>(data), size};
  const auto read_at = [bytes](std::uint64_t place, std::size_t count) {
    return place > bytes.size() ? std::string{}
                                : std::string{bytes.substr(static_cast<std::size_t>(place), count)};
  };
  const auto found = orbweaver::profile::files::elf_section(read_at, ".orbweaver.prf", kMost);
  if (found && *found && (*found)->size() > kMost) std::abort();
  if (!found && found.error().empty()) std::abort();
  return 0;
}
