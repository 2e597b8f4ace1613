// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/files/names_below_root.hpp>

#include <string_view>

namespace orbweaver::files {

namespace {

std::string without_last_slashes(std::string path) {
  while (path.ends_with('/')) path.pop_back();
  return path;
}

// "/sdr/dom" is not meant in "/sdr/dom2", in "/old/sdr/dom", or in "dom.xml" for a root of "dom".
bool is_whole(std::string_view text, std::size_t at, std::size_t size) {
  constexpr std::string_view kOfPaths = "_-./";
  const auto is_of_path = [&](char character) {
    const bool is_letter =
        (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
    const bool is_digit = character >= '0' && character <= '9';
    return is_letter || is_digit || kOfPaths.find(character) != std::string_view::npos ||
           static_cast<unsigned char>(character) >= 0x80;
  };
  const bool begins = at == 0 || !is_of_path(text[at - 1]);
  const auto end = at + size;
  return begins && (end == text.size() || text[end] == '/' || !is_of_path(text[end]));
}

}  // namespace

std::string names_below_root(std::string text, const std::filesystem::path& root) {
  const auto folder = without_last_slashes(root.string());
  if (folder.empty()) return text;
  std::size_t at = 0;
  while ((at = text.find(folder, at)) != std::string::npos) {
    const auto end = at + folder.size();
    if (!is_whole(text, at, folder.size())) {
      at = end;
      continue;
    }
    const bool goes_on = end < text.size() && text[end] == '/';
    text.replace(at, folder.size(), goes_on ? "" : "/");
    ++at;
  }
  return text;
}

}  // namespace orbweaver::files
