// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/text.hpp>

#include <array>
#include <charconv>
#include <ostream>

namespace orbweaver::corba {

namespace {

constexpr char32_t kReplacement = 0xfffd;

void put_utf8(std::string& text, char32_t character) {
  const bool is_surrogate = character >= 0xd800 && character < 0xe000;
  if (character > 0x10ffff || is_surrogate) character = kReplacement;
  const auto tail = [&](unsigned shift) {
    return static_cast<char>(0x80U | ((character >> shift) & 0x3fU));
  };
  if (character < 0x80) {
    text += static_cast<char>(character);
  } else if (character < 0x800) {
    text += {static_cast<char>(0xc0U | (character >> 6U)), tail(0)};
  } else if (character < 0x10000) {
    text += {static_cast<char>(0xe0U | (character >> 12U)), tail(6), tail(0)};
  } else {
    text += {static_cast<char>(0xf0U | (character >> 18U)), tail(12), tail(6), tail(0)};
  }
}

// The letter behind the backslash, or 0.
char letter_of(char32_t character) noexcept {
  switch (character) {
    case U'\n':
      return 'n';
    case U'\r':
      return 'r';
    case U'\t':
      return 't';
    case U'\0':
      return '0';
    case U'\\':
      return '\\';
    default:
      return '\0';
  }
}

template <class Number>
void append(std::string& text, Number number) {
  std::array<char, 64> digits;
  const auto end = std::to_chars(digits.begin(), digits.end(), number).ptr;
  text.append(digits.begin(), end);
}

void append_hexadecimal(std::string& text, std::uintptr_t number) {
  std::array<char, 16> digits;
  const auto end = std::to_chars(digits.begin(), digits.end(), number, 16).ptr;
  text.append(digits.begin(), end);
}

}  // namespace

std::string utf8_of(std::wstring_view text) {
  std::string utf8;
  for (const wchar_t character : text) put_utf8(utf8, static_cast<char32_t>(character));
  return utf8;
}

void TextWriter::put_escaped(char32_t character, char quote) {
  if (character == U'\0' || letter_of(character) != '\0') {
    text_ += {'\\', character == U'\0' ? '0' : letter_of(character)};
  } else if (character == static_cast<unsigned char>(quote)) {
    text_ += {'\\', quote};
  } else if (character < 0x20 || character == 0x7f) {
    text_ += "\\x";
    if (character < 0x10) text_ += '0';
    append_hexadecimal(text_, character);
  } else {
    put_utf8(text_, character);
  }
}

void TextWriter::quoted(std::string_view text) {
  text_ += '"';
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte < 0x80)
      put_escaped(byte, '"');
    else
      text_ += character;  // a part of a character that is taken for UTF-8
  }
  text_ += '"';
}

void TextWriter::quoted(std::wstring_view text) {
  text_ += '"';
  for (const wchar_t character : text) put_escaped(static_cast<char32_t>(character), '"');
  text_ += '"';
}

void TextWriter::put(char value) {
  const auto byte = static_cast<unsigned char>(value);
  text_ += '\'';
  if (byte < 0x80) {
    put_escaped(byte, '\'');
  } else {
    text_ += "\\x";
    append_hexadecimal(text_, byte);
  }
  text_ += '\'';
}

void TextWriter::put(wchar_t value) {
  text_ += '\'';
  put_escaped(static_cast<char32_t>(value), '\'');
  text_ += '\'';
}

void TextWriter::put(std::int64_t value) { append(text_, value); }
void TextWriter::put(std::uint64_t value) { append(text_, value); }
void TextWriter::put(float value) { append(text_, value); }
void TextWriter::put(double value) { append(text_, value); }
void TextWriter::put(long double value) { append(text_, value); }

void TextWriter::put_address(const void* value) {
  text_ += "0x";
  append_hexadecimal(text_, reinterpret_cast<std::uintptr_t>(value));
}

void TextWriter::put_enumerator(const typecode::TypeNode& type, std::uint32_t number) {
  if (number < type.member_count)
    raw(type.members()[number].name);
  else
    put(std::uint64_t{number});
}

void TextWriter::open(char bracket) {
  text_ += bracket;
  is_first_ = true;
}

void TextWriter::close(char bracket) {
  text_ += bracket;
  is_first_ = false;
}

void TextWriter::item() {
  if (!is_first_) text_ += ", ";
  is_first_ = false;
}

void TextWriter::member(std::string_view name) {
  item();
  raw(name);
  text_ += '=';
}

void TextWriter::type_name(std::string_view repository_id) {
  constexpr std::string_view kFormat = "IDL:";
  if (!repository_id.starts_with(kFormat)) return raw(repository_id);
  auto name = repository_id.substr(kFormat.size());
  name = name.substr(0, name.find(':'));
  const auto prefix = name.substr(0, name.find('/'));
  if (prefix.size() < name.size() && prefix.find('.') != std::string_view::npos)
    name.remove_prefix(prefix.size() + 1);
  for (const char character : name) {
    if (character == '/')
      text_ += "::";
    else
      text_ += character;
  }
}

std::ostream& operator<<(std::ostream& stream, wchar_t value) {
  return stream << utf8_of({&value, 1});
}

std::ostream& operator<<(std::ostream& stream, const wchar_t* value) {
  return stream << utf8_of(value);
}

}  // namespace orbweaver::corba
