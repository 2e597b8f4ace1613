// SPDX-License-Identifier: Apache-2.0
#include "files/read_file.hpp"

#include <orbweaver/os/file.hpp>
#include <orbweaver/os/folder.hpp>

#include <array>
#include <cctype>
#include <system_error>

namespace orbweaver::profile::files {

namespace {

std::string system_text(int code) {
  auto text = std::generic_category().message(code);
  if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

unexpected<ReadFault> unreadable(std::string text) {
  return unexpected(ReadFault{ReadFault::Cause::unreadable, std::move(text)});
}

Result<std::string, ReadFault> read_all(int file, std::size_t limit) {
  std::string bytes;
  std::array<std::byte, 1U << 16U> piece{};
  for (;;) {
    const auto count = os::read_some(file, piece);
    if (!count) return unreadable(system_text(count.error().code));
    if (*count == 0) return bytes;
    bytes += as_text(Bytes{piece}.first(*count));
    if (bytes.size() > limit)
      return unexpected(ReadFault{ReadFault::Cause::too_large,
                                  "it has more than " + std::to_string(limit) + " bytes"});
  }
}

}  // namespace

Result<std::string, ReadFault> read_file(const std::filesystem::path& path, std::size_t limit) {
  using Kind = os::EntryInformation::Kind;
  const auto file = os::open_to_read(path);
  if (!file) return unreadable(system_text(file.error().code));
  const auto known = os::information_of(file->get());
  if (!known) return unreadable(system_text(known.error().code));
  if (known->kind == Kind::folder) return unreadable("it is a folder");
  if (known->kind == Kind::other) return unreadable("it is no regular file");
  return read_all(file->get(), limit);
}

}  // namespace orbweaver::profile::files
