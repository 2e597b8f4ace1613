// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/read_file.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

namespace orbweaver::os {

std::optional<std::string> read_file(const std::filesystem::path& file, std::size_t most) {
  const auto close = [](std::FILE* stream) { (void)std::fclose(stream); };
  const std::unique_ptr<std::FILE, decltype(close)> stream{std::fopen(file.c_str(), "re")};
  if (!stream) return std::nullopt;
  std::string text;
  std::array<char, 4096> piece{};
  while (text.size() < most) {
    const auto wanted = std::min(piece.size(), most - text.size());
    const auto size = std::fread(piece.data(), 1, wanted, stream.get());
    if (size == 0) break;
    text.append(piece.data(), size);
  }
  return text;
}

}  // namespace orbweaver::os
