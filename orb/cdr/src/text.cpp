// SPDX-License-Identifier: Apache-2.0
// The strings of IDL between the code set of the program and that of the wire.
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>

#include <algorithm>
#include <optional>

namespace orbweaver::cdr {
namespace {

constexpr bool is_ascii(char c) noexcept { return static_cast<unsigned char>(c) < 0x80; }

std::string utf8_of_latin1(std::string_view text) {
  std::string converted;
  converted.reserve(text.size() + text.size() / 8);
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (!is_ascii(c)) converted.push_back(static_cast<char>(0xc0U | code >> 6U));
    converted.push_back(is_ascii(c) ? c : static_cast<char>(0x80U | (code & 0x3fU)));
  }
  return converted;
}

// Nothing if the text is no UTF-8, or holds a character beyond 0xff. Of the sequences of several
// octets only those that begin with 0xc2 or 0xc3 stand for one that fits.
std::optional<std::string> latin1_of_utf8(std::string_view text) {
  std::string converted;
  converted.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_ascii(text[at])) {
      converted.push_back(text[at]);
      continue;
    }
    const auto first = static_cast<unsigned char>(text[at]);
    if (first < 0xc2 || first > 0xc3 || ++at == text.size()) return std::nullopt;
    const auto second = static_cast<unsigned char>(text[at]);
    if ((second & 0xc0U) != 0x80U) return std::nullopt;
    converted.push_back(static_cast<char>((first & 0x03U) << 6U | (second & 0x3fU)));
  }
  return converted;
}

std::optional<std::string> converted(std::string_view text, bool to_utf8) {
  if (std::ranges::all_of(text, is_ascii)) return std::string{text};
  if (to_utf8) return utf8_of_latin1(text);
  return latin1_of_utf8(text);
}

}  // namespace

void Encoder::put_text(std::string_view text) {
  characters_.text = true;
  if (text.find('\0') != std::string_view::npos) fail(EncodeError::bad_text);
  if (code_sets_.text == TextConversion::untouched) [[likely]]
    return put_string(text);
  const auto wire = converted(text, code_sets_.text == TextConversion::latin1_as_utf8);
  if (!wire) return fail(EncodeError::bad_character);
  put_string(*wire);
}

std::string Decoder::get_text() {
  const auto wire = get_string_view();
  if (code_sets_.text == TextConversion::untouched) return std::string{wire};
  auto text = converted(wire, code_sets_.text == TextConversion::utf8_as_latin1);
  if (text) return *std::move(text);
  fail(DecodeError::bad_character);
  return {};
}

}  // namespace orbweaver::cdr
