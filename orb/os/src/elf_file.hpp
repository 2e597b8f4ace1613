// SPDX-License-Identifier: Apache-2.0
// The symbols of a program or a library, read from the mapped file without allocating memory, so
// that a signal handler may read them.
#pragma once
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace orbweaver::os {

/// A file of the linker's format, mapped into memory.
class ElfFile {
 public:
  explicit ElfFile(const char* path) noexcept {
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    struct stat about {};
    const bool is_there = file >= 0 && ::fstat(file, &about) == 0 && about.st_size > 0;
    if (is_there && std::in_range<std::size_t>(about.st_size)) {
      size_ = static_cast<std::size_t>(about.st_size);
      bytes_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
    }
    if (file >= 0) ::close(file);
  }
  ~ElfFile() {
    if (bytes_ != MAP_FAILED) ::munmap(bytes_, size_);
  }
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  /// The symbol of the function that holds the address; empty: there is none. Valid while this
  /// lives.
  [[nodiscard]] std::string_view function_at(std::uintptr_t address) const noexcept {
    const auto sections = all_sections();
    for (const auto kind : {SHT_SYMTAB, SHT_DYNSYM})
      for (const auto& section : sections) {
        if (section.sh_type != static_cast<unsigned>(kind) || section.sh_link >= sections.size())
          continue;
        if (auto name = function_in(section, sections[section.sh_link], address); !name.empty())
          return name;
      }
    return {};
  }

 private:
  /// Null if the file is too short for it, or it is not aligned.
  template <class Item>
  [[nodiscard]] std::span<const Item> items(std::uint64_t offset, std::uint64_t count) const {
    const bool fits = bytes_ != MAP_FAILED && offset <= size_ && offset % alignof(Item) == 0 &&
                      count <= (size_ - offset) / sizeof(Item);
    if (!fits) return {};
    return {reinterpret_cast<const Item*>(static_cast<const char*>(bytes_) + offset),
            static_cast<std::size_t>(count)};
  }

  [[nodiscard]] std::span<const ElfW(Shdr)> all_sections() const {
    const auto head = items<ElfW(Ehdr)>(0, 1);
    if (head.empty() || std::string_view{reinterpret_cast<const char*>(head[0].e_ident), SELFMAG} !=
                            std::string_view{ELFMAG, SELFMAG})
      return {};
    return items<ElfW(Shdr)>(head[0].e_shoff, head[0].e_shnum);
  }

  [[nodiscard]] std::string_view function_in(const ElfW(Shdr) & symbols, const ElfW(Shdr) & names,
                                             std::uintptr_t address) const {
    const auto texts = items<char>(names.sh_offset, names.sh_size);
    for (const auto& symbol :
         items<ElfW(Sym)>(symbols.sh_offset, symbols.sh_size / sizeof(ElfW(Sym)))) {
      const bool is_function = (symbol.st_info & 0xfU) == STT_FUNC && symbol.st_shndx != SHN_UNDEF;
      if (!is_function || address < symbol.st_value || address - symbol.st_value >= symbol.st_size)
        continue;
      if (symbol.st_name >= texts.size()) return {};
      const auto rest = texts.subspan(symbol.st_name);
      return {rest.data(), static_cast<std::size_t>(std::ranges::find(rest, '\0') - rest.begin())};
    }
    return {};
  }

  void* bytes_ = MAP_FAILED;
  std::size_t size_ = 0;
};

}  // namespace orbweaver::os
