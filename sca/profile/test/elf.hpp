// SPDX-License-Identifier: Apache-2.0
// ELF files that are nothing but sections.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orbweaver::profile {

struct ElfKind {
  bool is_64 = true;
  bool is_big_endian = false;
};

/// A file of sections with these names and contents. Behind the header lie the contents, then the
/// names, then the table.
class Elf {
 public:
  using Sections = std::vector<std::pair<std::string, std::string>>;

  explicit Elf(const Sections& sections, ElfKind kind = {}) : kind_(kind) {
    std::string contents, names(1, '\0'), table(entry(), '\0');
    for (const auto& [name, content] : sections) {
      table += header(names.size(), 1, kHeader + contents.size(), content.size());
      names += name + '\0';
      contents += content;
    }
    table += header(0, 3, kHeader + contents.size(), names.size());
    const auto table_at = kHeader + contents.size() + names.size();
    bytes = start(table_at, sections.size() + 2) + contents + names + table;
  }

  std::string bytes;

 private:
  static constexpr std::size_t kHeader = 64;

  [[nodiscard]] std::size_t entry() const { return kind_.is_64 ? 64 : 40; }
  [[nodiscard]] std::string number(std::uint64_t value, std::size_t count) const {
    std::string number(count, '\0');
    for (std::size_t i = 0; i < count; ++i, value >>= 8U)
      number[kind_.is_big_endian ? count - 1 - i : i] = static_cast<char>(value & 0xffU);
    return number;
  }
  [[nodiscard]] std::string word(std::uint64_t value) const {
    return number(value, kind_.is_64 ? 8 : 4);
  }
  [[nodiscard]] std::string start(std::uint64_t table_at, std::uint64_t entries) const {
    std::string text{"\177ELF"};
    text += kind_.is_64 ? '\2' : '\1';
    text += kind_.is_big_endian ? '\2' : '\1';
    text.resize(kind_.is_64 ? 40 : 32);
    text += word(table_at);
    text.resize(kind_.is_64 ? 58 : 46);
    text += number(entry(), 2) + number(entries, 2) + number(entries - 1, 2);
    text.resize(kHeader);
    return text;
  }
  [[nodiscard]] std::string header(std::uint64_t name, std::uint64_t type, std::uint64_t place,
                                   std::uint64_t size) const {
    auto header = number(name, 4) + number(type, 4) + word(0) + word(0) + word(place) + word(size);
    header.resize(entry());
    return header;
  }

  ElfKind kind_;
};

}  // namespace orbweaver::profile
