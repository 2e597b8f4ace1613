// SPDX-License-Identifier: Apache-2.0
#include "files/elf_section.hpp"

#include <orbweaver/os/file.hpp>
#include <orbweaver/os/folder.hpp>

#include <span>
#include <vector>

namespace orbweaver::profile::files {

namespace {

// size in bytes of the names of all sections
constexpr std::size_t kMostNames = std::size_t{1} << 20U;
constexpr std::size_t kHeader = 64;
constexpr std::uint64_t kWithoutContent = 8;  // SHT_NOBITS

/// Where the fields lie, for 32 and 64 bits: System V ABI, "Object Files".
struct Layout {
  std::size_t word;  // bytes of an address
  std::size_t table_at, entry_size_at, entries_at, names_at;
  std::size_t entry;              // bytes of a section's header
  std::size_t type, place, size;  // offsets in the header; the name is at 0
};
constexpr Layout k32{4, 32, 46, 48, 50, 40, 4, 16, 20};
constexpr Layout k64{8, 40, 58, 60, 62, 64, 4, 24, 32};

/// Reads numbers in the file's byte order.
class Numbers {
 public:
  explicit Numbers(bool is_big_endian) : is_big_endian_(is_big_endian) {}
  /// Requires: the bytes exist.
  [[nodiscard]] std::uint64_t at(std::string_view bytes, std::size_t place,
                                 std::size_t count) const {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto from = is_big_endian_ ? place + i : place + count - 1 - i;
      number = number << 8U | static_cast<unsigned char>(bytes[from]);
    }
    return number;
  }
  /// A number of two bytes. Requires: the bytes exist.
  [[nodiscard]] std::size_t half_at(std::string_view bytes, std::size_t place) const {
    return static_cast<std::size_t>(at(bytes, place, 2));
  }

 private:
  bool is_big_endian_;
};

struct ElfSection {
  std::uint64_t name = 0, type = 0, place = 0, size = 0;
};

/// The headers of all sections; empty if they cannot be read.
struct Sections {
  std::vector<ElfSection> all;
  std::string names;
};

std::vector<ElfSection> headers_in(std::string_view table, const Layout& layout,
                                   const Numbers& number) {
  std::vector<ElfSection> all;
  for (; table.size() >= layout.entry; table.remove_prefix(layout.entry))
    all.push_back({number.at(table, 0, 4), number.at(table, layout.type, 4),
                   number.at(table, layout.place, layout.word),
                   number.at(table, layout.size, layout.word)});
  return all;
}

Sections sections_of(const ReadAt& file) {
  const auto header = file(0, kHeader);
  if (header.size() < kHeader || !header.starts_with("\177ELF")) return {};
  const auto bits = header[4], order = header[5];
  if ((bits != 1 && bits != 2) || (order != 1 && order != 2)) return {};
  const auto& layout = bits == 1 ? k32 : k64;
  const Numbers number{order == 2};
  const auto entries = number.half_at(header, layout.entries_at);
  if (entries == 0 || number.half_at(header, layout.entry_size_at) != layout.entry) return {};
  const std::size_t bytes = entries * layout.entry;
  const auto table = file(number.at(header, layout.table_at, layout.word), bytes);
  if (table.size() != bytes) return {};
  Sections sections{headers_in(table, layout, number), {}};
  const auto index = number.half_at(header, layout.names_at);
  if (index >= sections.all.size()) return {};
  const auto& names = sections.all[index];
  if (names.size > kMostNames) return {};
  sections.names = file(names.place, static_cast<std::size_t>(names.size));
  return sections;
}

/// The names follow each other, each with a zero at its end.
std::string_view name_at(std::string_view names, std::uint64_t place) {
  if (place >= names.size()) return {};
  const auto name = names.substr(static_cast<std::size_t>(place));
  return name.substr(0, name.find('\0'));
}

}  // namespace

Result<std::optional<std::string>, std::string> elf_section(const ReadAt& file,
                                                            std::string_view name,
                                                            std::size_t most) {
  const auto sections = sections_of(file);
  for (const auto& entry : sections.all) {
    if (entry.type == kWithoutContent || name_at(sections.names, entry.name) != name) continue;
    const auto section = "its section " + std::string{name};
    if (entry.size > most)
      return unexpected(section + " has more than " + std::to_string(most) + " bytes");
    auto content = file(entry.place, static_cast<std::size_t>(entry.size));
    if (content.size() != entry.size) return unexpected(section + " is not all in the file");
    return std::optional{std::move(content)};
  }
  return std::optional<std::string>{};
}

Result<std::optional<std::string>, std::string> elf_section_of(const std::filesystem::path& file,
                                                               std::string_view name,
                                                               std::size_t most) {
  const auto opened = os::open_to_read(file);
  if (!opened) return std::optional<std::string>{};
  const auto known = os::information_of(opened->get());
  if (!known || known->kind != os::EntryInformation::Kind::plain)
    return std::optional<std::string>{};
  const auto read_at = [&](std::uint64_t place, std::size_t count) {
    if (place > known->size) return std::string{};
    const auto size = std::min<std::uint64_t>(count, known->size - place);
    std::string bytes(static_cast<std::size_t>(size), '\0');
    std::size_t done = 0;
    while (done < bytes.size()) {
      const auto space = std::as_writable_bytes(std::span{bytes}).subspan(done);
      const auto read = os::read_at(opened->get(), space, place + done);
      if (!read || *read == 0) break;
      done += *read;
    }
    bytes.resize(done);
    return bytes;
  };
  return elf_section(read_at, name, most);
}

}  // namespace orbweaver::profile::files
