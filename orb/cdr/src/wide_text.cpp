// SPDX-License-Identifier: Apache-2.0
// wchar and wstring: UTF-16 on the wire. CORBA 3.3 Part 2, 9.3.1.6 and 9.3.2.7.
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>

#include <algorithm>

namespace orbweaver::cdr {
namespace {

constexpr char32_t kLastOfOneUnit = 0xffff;
constexpr char32_t kLast = 0x10ffff;
constexpr std::uint16_t kMark = 0xfeff;
constexpr std::uint16_t kTurnedMark = 0xfffe;

constexpr bool is_surrogate(char32_t code) noexcept { return code >= 0xd800 && code < 0xe000; }
constexpr bool is_character(char32_t code) noexcept { return code <= kLast && !is_surrogate(code); }
constexpr char32_t code_of(wchar_t character) noexcept { return static_cast<char32_t>(character); }

// A reader would take it off, or turn what follows: a mark before it says that it is text.
constexpr bool looks_like_a_mark(char32_t code) noexcept {
  return code == kMark || code == kTurnedMark;
}

struct Units {
  std::uint16_t first = 0, second = 0;
  std::size_t count = 1;
};

constexpr Units units_of(char32_t code) noexcept {
  if (code <= kLastOfOneUnit) return {static_cast<std::uint16_t>(code)};
  const char32_t above = code - 0x10000;
  return {static_cast<std::uint16_t>(0xd800U + (above >> 10U)),
          static_cast<std::uint16_t>(0xdc00U + (above & 0x3ffU)), 2};
}

// The units of UTF-16 in some octets, read as characters.
class Utf16 {
 public:
  Utf16(Bytes octets, ByteOrder order) noexcept : octets_(octets), order_(order) {}

  [[nodiscard]] bool at_end() const noexcept { return at_ == octets_.size(); }
  // Takes a byte order mark off, if one begins the text.
  void skip_mark() noexcept {
    if (at_end()) return;
    const auto unit = next();
    if (unit == kTurnedMark) order_ = order_ == ByteOrder::big ? ByteOrder::little : ByteOrder::big;
    if (unit != kMark && unit != kTurnedMark) at_ = 0;
  }
  // The next character; a lone surrogate comes as itself. Not at the end.
  [[nodiscard]] char32_t character() noexcept {
    const char32_t unit = next();
    if (unit < 0xd800 || unit >= 0xdc00 || at_end()) return unit;
    const std::size_t behind = at_;
    const char32_t low = next();
    if (low >= 0xdc00 && low < 0xe000) return 0x10000 + ((unit - 0xd800) << 10U) + (low - 0xdc00);
    at_ = behind;
    return unit;
  }

 private:
  std::uint16_t next() noexcept {
    std::uint16_t unit;
    std::memcpy(&unit, octets_.data() + at_, sizeof unit);
    at_ += sizeof unit;
    return order_ == kNativeOrder ? unit : std::byteswap(unit);
  }

  Bytes octets_;
  std::size_t at_ = 0;
  ByteOrder order_;
};

void put_big_endian(std::byte* to, std::uint16_t unit) noexcept {
  to[0] = std::byte(unit >> 8U);
  to[1] = std::byte(unit & 0xffU);
}

std::byte* put_big_endian(std::byte* to, Units units) noexcept {
  put_big_endian(to, units.first);
  if (units.count == 2) put_big_endian(to + 2, units.second);
  return to + 2 * units.count;
}

std::size_t count_units(std::wstring_view text) noexcept {
  const auto two =
      std::ranges::count_if(text, [](wchar_t c) { return code_of(c) > kLastOfOneUnit; });
  return text.size() + static_cast<std::size_t>(two);
}

}  // namespace

void Encoder::put_wide(wchar_t character) {
  characters_.wide = true;
  const char32_t code = code_of(character);
  const auto units = units_of(code);
  const bool fits = code_sets_.wide == WideForm::counted || units.count == 1;
  if (code_sets_.wide == WideForm::refused) return fail(EncodeError::wide_refused);
  if (!is_character(code) || !fits) return fail(EncodeError::bad_character);
  if (code_sets_.wide == WideForm::units) return put(units.first);
  const std::size_t marks = looks_like_a_mark(code) ? 1 : 0;
  put_octet(static_cast<std::uint8_t>(2 * (marks + units.count)));
  if (marks > 0) put_big_endian(grow(2), kMark);
  put_big_endian(grow(2 * units.count), units);
}

void Encoder::put_wide_text(std::wstring_view text) {
  characters_.wide = true;
  if (code_sets_.wide == WideForm::refused) return fail(EncodeError::wide_refused);
  if (!std::ranges::all_of(text, [](wchar_t c) { return is_character(code_of(c)); }))
    return fail(EncodeError::bad_character);
  if (text.find(L'\0') != std::wstring_view::npos) return fail(EncodeError::bad_text);
  const std::size_t count = count_units(text);
  if (count > UINT32_MAX / 2 - 2) return fail(EncodeError::too_long);
  if (code_sets_.wide == WideForm::units) return put_units(text, count);
  const std::size_t marks = !text.empty() && looks_like_a_mark(code_of(text.front())) ? 1 : 0;
  put(static_cast<std::uint32_t>(2 * (marks + count)));
  if (marks > 0) put_big_endian(grow(2), kMark);
  std::byte* to = grow(2 * count);
  for (const wchar_t character : text) to = put_big_endian(to, units_of(code_of(character)));
}

void Encoder::put_units(std::wstring_view text, std::size_t count) {
  put(static_cast<std::uint32_t>(count + 1));
  for (const wchar_t character : text) {
    const auto units = units_of(code_of(character));
    put(units.first);
    if (units.count == 2) put(units.second);
  }
  put(std::uint16_t{0});
}

wchar_t Decoder::get_wide() noexcept {
  if (code_sets_.wide == WideForm::refused) fail(DecodeError::wide_refused);
  const bool is_counted = code_sets_.wide == WideForm::counted;
  const Bytes octets = is_counted ? get_bytes(get_octet()) : get_bytes(2, 2);
  if (!ok()) return 0;
  Utf16 text{octets.first(octets.size() & ~std::size_t{1}), is_counted ? ByteOrder::big : order_};
  if (is_counted) text.skip_mark();
  const char32_t code = text.at_end() ? kLast + 1 : text.character();
  if (is_character(code) && text.at_end() && octets.size() % 2 == 0)
    return static_cast<wchar_t>(code);
  fail(DecodeError::bad_character);
  return 0;
}

Bytes Decoder::get_units() noexcept {
  const std::uint32_t count = get_length(2);
  if (count == 0) return {};  // as get_string_view takes a length of 0
  const Bytes octets = get_bytes(std::size_t{2} * count, 2);
  if (!ok()) return {};
  const Bytes last = octets.last(2);
  if (last[0] == std::byte{0} && last[1] == std::byte{0}) return octets.first(octets.size() - 2);
  fail(DecodeError::bad_string);
  return {};
}

std::wstring Decoder::get_wide_text() {
  if (code_sets_.wide == WideForm::refused) fail(DecodeError::wide_refused);
  const bool is_counted = code_sets_.wide == WideForm::counted;
  const Bytes octets = is_counted ? get_octets() : get_units();
  if (octets.size() % 2 != 0) fail(DecodeError::bad_length);
  std::wstring characters;
  if (!ok()) return characters;
  characters.reserve(octets.size() / 2);
  Utf16 text{octets, is_counted ? ByteOrder::big : order_};
  if (is_counted) text.skip_mark();
  while (!text.at_end()) {
    const char32_t code = text.character();
    if (!is_character(code) || code == 0) {
      fail(code == 0 ? DecodeError::bad_string : DecodeError::bad_character);
      return {};
    }
    characters.push_back(static_cast<wchar_t>(code));
  }
  return characters;
}

}  // namespace orbweaver::cdr
