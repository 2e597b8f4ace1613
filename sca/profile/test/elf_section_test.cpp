// SPDX-License-Identifier: Apache-2.0
#include "files/elf_section.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "elf.hpp"
#include "scratch_folder.hpp"

namespace orbweaver::profile::files {
namespace {

constexpr std::size_t kMost = 100;

ReadAt reader(const std::string& bytes) {
  return [&bytes](std::uint64_t place, std::size_t count) {
    return place > bytes.size() ? std::string{}
                                : bytes.substr(static_cast<std::size_t>(place), count);
  };
}

Result<std::optional<std::string>, std::string> read(const std::string& bytes, const char* name) {
  return elf_section(reader(bytes), name, kMost);
}

class OfEachKind : public testing::TestWithParam<ElfKind> {};
INSTANTIATE_TEST_SUITE_P(Elf, OfEachKind,
                         testing::Values(ElfKind{true, false}, ElfKind{true, true},
                                         ElfKind{false, false}, ElfKind{false, true}),
                         [](const auto& entry) {
                           return std::string{entry.param.is_64 ? "of_64_bits" : "of_32_bits"} +
                                  (entry.param.is_big_endian ? "_big_endian" : "_little_endian");
                         });

TEST_P(OfEachKind, a_section_is_found_by_its_name) {
  const Elf elf({{".text", "code"}, {".orbweaver", "of the program"}, {".empty", ""}}, GetParam());
  EXPECT_EQ(read(elf.bytes, ".orbweaver").value(), "of the program");
  EXPECT_EQ(read(elf.bytes, ".empty").value(), "");
  EXPECT_EQ(read(elf.bytes, ".orb").value(), std::nullopt);
}

TEST_P(OfEachKind, a_file_that_is_cut_has_none) {
  const auto whole = Elf(Elf::Sections{{".orbweaver", "of the program"}}, GetParam()).bytes;
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(read(whole.substr(0, size), ".orbweaver").value(), std::nullopt) << size;
}

TEST_P(OfEachKind, any_octet_may_be_wrong) {
  const auto whole = Elf(Elf::Sections{{".orbweaver", "of the program"}}, GetParam()).bytes;
  for (std::size_t place = 0; place < whole.size(); ++place)
    for (const char wrong : {'\0', '\1', '\x7f', '\xff'}) {
      auto bytes = whole;
      bytes[place] = wrong;
      const auto found = read(bytes, ".orbweaver");
      EXPECT_TRUE(!found || !*found || (*found)->size() <= kMost) << place;
    }
}

TEST(ElfSection, that_is_larger_than_the_limit_or_than_the_file_fails) {
  EXPECT_EQ(
      read(Elf(Elf::Sections{{".orbweaver", std::string(101, 'x')}}).bytes, ".orbweaver").error(),
      "its section .orbweaver has more than 100 bytes");
  auto bytes = Elf(Elf::Sections{{".orbweaver", "x"}}).bytes;
  const auto header = bytes.size() - std::size_t{2} * 64;  // of the section, in the table
  bytes[header + 32] = 99;                                 // its size
  EXPECT_EQ(read(bytes, ".orbweaver").value()->size(), 99U) << "what follows it";
  bytes[header + 24] = '\xff';  // its place
  EXPECT_EQ(read(bytes, ".orbweaver").error(), "its section .orbweaver is not all in the file");
}

TEST(ElfSection, of_what_is_no_elf_file_is_none) {
  for (const auto* text : {"", "\177ELF", "#!/bin/sh\nexit 0\n"})
    EXPECT_EQ(read(text, ".orbweaver").value(), std::nullopt);
}

TEST(ElfSection, is_read_of_plain_files_alone) {
  const ScratchFolder folder;
  const auto pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(elf_section_of(pipe, ".orbweaver", kMost).value(), std::nullopt);
  EXPECT_EQ(elf_section_of(folder.path(), ".orbweaver", kMost).value(), std::nullopt);
  EXPECT_EQ(elf_section_of(folder.path() / "none", ".orbweaver", kMost).value(), std::nullopt);
  EXPECT_EQ(elf_section_of("/proc/self/exe", ".no such section", kMost).value(), std::nullopt);
  EXPECT_TRUE(elf_section_of("/proc/self/exe", ".dynstr", std::size_t{1} << 30U).value());
}

}  // namespace
}  // namespace orbweaver::profile::files
