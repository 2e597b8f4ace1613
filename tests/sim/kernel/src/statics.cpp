// SPDX-License-Identifier: Apache-2.0
#include "statics.hpp"

#include <orbweaver/sim/clock.hpp>
#include <orbweaver/sim/prepare.hpp>

#include "state.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace orbweaver::sim {

namespace {

struct Range {
  std::byte* begin = nullptr;
  std::size_t size = 0;
};

// Parts of mangled names: the product's namespaces, and what is not the product's.
constexpr std::array<std::string_view, 16> kProduct{"9orbweaver",
                                                    "9Orbweaver",
                                                    "5CORBA",
                                                    "14PortableServer",
                                                    "7RTCORBA",
                                                    "9Messaging",
                                                    "3IDL",
                                                    "8Dynamic",
                                                    "9CosNaming",
                                                    "12CosEventComm",
                                                    "20CosEventChannelAdmin",
                                                    "2CF",
                                                    "9PortTypes",
                                                    "13StandardEvent",
                                                    "6Packet",
                                                    "18standardInterfaces"};
// The log is the program's, too.
constexpr std::array<std::string_view, 5> kOthers{"9orbweaver3sim", "of_the_program", "_ZTV",
                                                  "_ZTI", "N9orbweaver3logEvE"};

bool is_of_the_product(std::string_view name) noexcept {
  const auto contains = [&](std::string_view part) { return name.contains(part); };
  return std::ranges::any_of(kProduct, contains) && std::ranges::none_of(kOthers, contains);
}

[[noreturn]] void give_up(const char* what) {
  std::fprintf(stderr, "sim: the program's own symbols cannot be read: %s\n", what);
  std::abort();
}

std::vector<char> read_program() {
  constexpr const char* kProgram = "/proc/self/exe";
  std::ifstream file(kProgram, std::ios::binary);
  std::vector<char> content(std::filesystem::file_size(kProgram));
  if (!file.read(content.data(), static_cast<std::streamsize>(content.size())))
    give_up("/proc/self/exe cannot be read");
  return content;
}

std::uintptr_t load_address() {
  std::uintptr_t address = 0;
  // The first object is the program itself.
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* found) {
        *static_cast<std::uintptr_t*>(found) = info->dlpi_addr;
        return 1;
      },
      &address);
  return address;
}

template <class T>
const T* at(const std::vector<char>& file, std::uint64_t offset) {
  if (offset + sizeof(T) > file.size()) give_up("the file is short");
  return reinterpret_cast<const T*>(file.data() + offset);
}

bool is_writable(const Elf64_Shdr& section) noexcept { return (section.sh_flags & SHF_WRITE) != 0; }

std::vector<Range> merged(std::vector<Range> ranges) {
  std::ranges::sort(ranges, {}, &Range::begin);
  std::vector<Range> result;
  for (const auto& range : ranges) {
    if (!result.empty() && range.begin <= result.back().begin + result.back().size) {
      const auto end = std::max(result.back().begin + result.back().size, range.begin + range.size);
      result.back().size = static_cast<std::size_t>(end - result.back().begin);
    } else {
      result.push_back(range);
    }
  }
  return result;
}

// Constants that the loader relocates lie in sections that are writable only until the program
// runs.
bool stays_writable(const std::vector<char>& file, const Elf64_Ehdr& head, std::uint16_t index) {
  if (index == SHN_UNDEF || index >= head.e_shnum) return false;
  const auto* const sections = at<Elf64_Shdr>(file, head.e_shoff);
  const auto& names = sections[head.e_shstrndx];
  const std::string_view name{at<char>(file, names.sh_offset + sections[index].sh_name)};
  return is_writable(sections[index]) && (name.starts_with(".data") || name.starts_with(".bss")) &&
         !name.starts_with(".data.rel.ro");
}

std::vector<Range> find_ranges() {
  const auto file = read_program();
  const auto& head = *at<Elf64_Ehdr>(file, 0);
  const auto* const sections = at<Elf64_Shdr>(file, head.e_shoff);
  const auto base = load_address();
  std::vector<Range> found;
  for (int i = 0; i < head.e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    const auto* const symbols = at<Elf64_Sym>(file, sections[i].sh_offset);
    const auto names = sections[sections[i].sh_link].sh_offset;
    for (std::size_t n = 0; n < sections[i].sh_size / sizeof(Elf64_Sym); ++n) {
      const auto& symbol = symbols[n];
      if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_size == 0) continue;
      if (!stays_writable(file, head, symbol.st_shndx)) continue;
      if (!is_of_the_product(at<char>(file, names + symbol.st_name))) continue;
      found.push_back({reinterpret_cast<std::byte*>(base + symbol.st_value), symbol.st_size});
    }
  }
  if (found.empty()) give_up("there are none; was the program stripped?");
  return merged(std::move(found));
}

const std::vector<Range>& ranges() {
  static const auto* const all = new auto(find_ranges());
  return *all;
}

}  // namespace

namespace {

// Most are words, for which a call would take longer than the copy.
void copy_octets(std::byte* to, const std::byte* from, std::size_t size) noexcept {
  constexpr std::size_t kWord = 8;
  if (size == kWord)
    std::memcpy(to, from, kWord);
  else if (size == 2 * kWord)
    std::memcpy(to, from, 2 * kWord);
  else if (size == 4 * kWord)
    std::memcpy(to, from, 4 * kWord);
  else
    std::memcpy(to, from, size);
}

bool is_of_a_process(const void* object) noexcept {
  const auto* const place = static_cast<const std::byte*>(object);
  return std::ranges::any_of(ranges(), [&](const Range& range) {
    return place >= range.begin && place < range.begin + range.size;
  });
}

// What is the program's is never destroyed by a process.
void destroy_at_end(void (*destroy)(void*), void* object) {
  if (!is_of_a_process(object)) return;
  const KernelMemory kernel;
  this_process().statics_to_destroy.emplace_back(destroy, object);
}

}  // namespace

void save_statics(StaticImage& image) noexcept {
  auto* place = image.data();
  for (const auto& range : ranges()) {
    copy_octets(place, range.begin, range.size);
    place += range.size;
  }
}

void load_statics(const StaticImage& image) noexcept {
  const auto* place = image.data();
  for (const auto& range : ranges()) {
    copy_octets(range.begin, place, range.size);
    place += range.size;
  }
}

const StaticImage& first_image() {
  static const auto* const image = [] {
    std::size_t size = 0;
    for (const auto& range : ranges()) size += range.size;
    auto* const static_image = new StaticImage(size);
    save_statics(*static_image);
    return static_image;
  }();
  return *image;
}

void prepare() { (void)first_image(); }

}  // namespace orbweaver::sim

// A static variable that a simulated process initialises is destroyed at the end of the process,
// and not of the program.
extern "C" int __cxa_atexit(void (*destroy)(void*), void* object, void* library) {
  using Function = int (*)(void (*)(void*), void*, void*);
  static const auto of_the_library = reinterpret_cast<Function>(::dlsym(RTLD_NEXT, "__cxa_atexit"));
  if (orbweaver::sim::detail::is_running) {
    orbweaver::sim::destroy_at_end(destroy, object);
    return 0;
  }
  return of_the_library(destroy, object, library);
}
