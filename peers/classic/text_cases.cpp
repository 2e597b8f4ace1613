// SPDX-License-Identifier: Apache-2.0
// Strings with a bound, wide strings and wide characters.
#include "turned.hpp"

namespace peer {

using namespace Lab::Types;

std::vector<CORBA::WChar> wide_characters() { return {0, L'a', 0xff, 0x20ac, 0xffff}; }

std::vector<std::wstring> wide_texts() {
  return {L"", L"plain", L"\x20ac\xe9", L"\xffff\xfffd\x1", std::wstring(10000, L'\x20ac')};
}

namespace {

void wide_characters_come_back(Echo_ptr echo) {
  const auto values = wide_characters();
  CORBA::WChar before = values.back();
  for (std::size_t i = 0; i < values.size(); ++i) {
    CORBA::WChar second = before, third = 0;
    const CORBA::WChar result = echo->echo_wide_char(values[i], second, third);
    require_turned(image(values[i]), image(before), image(result), image(second), image(third), i);
    before = values[i];
  }
}

template <class Text, class Var, class Call>
void texts_come_back(const std::vector<Text>& values, Var (*copy)(const Text&), Call call) {
  Text before = values.back();
  for (std::size_t i = 0; i < values.size(); ++i) {
    Var second = copy(before), third;
    const Var result = call(values[i].c_str(), second, third);
    require_turned(image(values[i].c_str()), image(before.c_str()), image(result.in()),
                   image(second.in()), image(third.in()), i);
    before = values[i];
  }
}

CORBA::String_var copy_of(const std::string& text) { return CORBA::string_dup(text.c_str()); }

CORBA::WString_var wide_copy_of(const std::wstring& text) {
  return CORBA::wstring_dup(text.c_str());
}

void wide_texts_come_back(Echo_ptr echo) {
  texts_come_back<std::wstring, CORBA::WString_var>(
      wide_texts(), wide_copy_of, [&](auto first, auto& second, auto& third) {
        return CORBA::WString_var(echo->echo_wide_text(first, second.inout(), third.out()));
      });
}

void short_wide_texts_come_back(Echo_ptr echo) {
  texts_come_back<std::wstring, CORBA::WString_var>(
      {L"", L"\x20ac\xffff\x1\x61\xff"}, wide_copy_of, [&](auto first, auto& second, auto& third) {
        return CORBA::WString_var(echo->echo_short_wide_text(first, second.inout(), third.out()));
      });
}

void short_texts_come_back(Echo_ptr echo) {
  texts_come_back<std::string, CORBA::String_var>(
      {"", "12345"}, copy_of, [&](auto first, auto& second, auto& third) {
        return CORBA::String_var(echo->echo_short_text(first, second.inout(), third.out()));
      });
}

void exceed_bounds(Echo_ptr echo) {
  CORBA::String_var second = CORBA::string_dup(""), third;
  try {
    const CORBA::String_var result = echo->echo_short_text("123456", second.inout(), third.out());
  } catch (const CORBA::SystemException&) {
    return;
  }
  throw Failed("six characters went where five are the bound");
}

}  // namespace

std::vector<TypeCase> text_cases() {
  return {
      {"wchar", wide_characters_come_back},      {"wstring", wide_texts_come_back},
      {"bounded_string", short_texts_come_back}, {"bounded_wstring", short_wide_texts_come_back},
      {"beyond_a_bound", exceed_bounds},
  };
}

}  // namespace peer
