// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/base/log_limit.hpp>

namespace orbweaver {

namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

void append_escaped(std::string& text, char character) {
  const auto octet = static_cast<unsigned char>(character);
  text += "\\x";
  text += kDigits[octet >> 4U];
  text += kDigits[octet & 15U];
}

bool is_digit(char character) noexcept { return kDigits.find(character) != kDigits.npos; }

// Of another process, or of this one: both look alike, and neither does harm.
bool is_escape(std::string_view text) noexcept {
  return text.size() >= 4 && text.starts_with("\\x") && is_digit(text[2]) && is_digit(text[3]);
}

bool is_plain(std::string_view text) noexcept {
  const char first = text.front();
  return first >= ' ' && first <= '~' && (first != '\\' || is_escape(text));
}

}  // namespace

std::string printable(std::string_view foreign, std::size_t most) {
  std::string text;
  const auto shown = foreign.substr(0, most);
  for (std::size_t at = 0; at < shown.size(); ++at) {
    if (is_plain(shown.substr(at)))
      text += shown[at];
    else
      append_escaped(text, shown[at]);
  }
  if (foreign.size() > most) text += "...";
  return text;
}

}  // namespace orbweaver
