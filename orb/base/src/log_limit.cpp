#include <orbweaver/base/log_limit.hpp>

namespace orbweaver {

namespace {

void append_escaped(std::string& text, char character) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto octet = static_cast<unsigned char>(character);
  text += "\\x";
  text += kDigits[octet >> 4U];
  text += kDigits[octet & 15U];
}

}  // namespace

std::string printable(std::string_view foreign, std::size_t most) {
  std::string text;
  for (const char character : foreign.substr(0, most)) {
    if (character >= ' ' && character <= '~' && character != '\\')
      text += character;
    else
      append_escaped(text, character);
  }
  if (foreign.size() > most) text += "...";
  return text;
}

}  // namespace orbweaver
