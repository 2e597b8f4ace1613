// SPDX-License-Identifier: Apache-2.0
#include "type_images.hpp"

#include <cmath>
#include <cstring>
#include <cwchar>

namespace peer {

using namespace Lab::Types;

// Quoted by their lengths, so that no text looks like two.
void Image::add(const char* text) { text_ += std::to_string(std::strlen(text)) + ":" + text + ";"; }

void Image::add(const CORBA::WChar* text) {
  text_ += std::to_string(std::wcslen(text)) + ":";
  for (; *text != 0; ++text) add(*text);
}

void Image::add(CORBA::WChar character) {
  add(static_cast<CORBA::LongLong>(static_cast<unsigned>(character)));
}

void Image::add(CORBA::LongLong number) { text_ += std::to_string(number) + ","; }

void Image::add(CORBA::Double number) {
  CORBA::ULongLong bits = 0;
  static_assert(sizeof bits == sizeof number);
  std::memcpy(&bits, &number, sizeof bits);
  text_ += std::to_string(bits) + ",";
}

// Only ten of its sixteen bytes mean anything.
void Image::add(CORBA::LongDouble number) {
  char digits[64];
  std::snprintf(digits, sizeof digits, "%c%La,", std::signbit(number) ? '-' : '+',
                std::isnan(number) ? NAN : std::fabs(number));
  text_ += digits;
}

void Image::add(const ByShort& value) {
  add(CORBA::LongLong{value._d()});
  if (value._d() == -32768) return add(CORBA::LongLong{value.least()});
  if (value._d() == 0 || value._d() == 7) return add(value.some());
  if (value._d() == 32767) add(value.most());
}

void Image::add(const ByUShort& value) {
  add(CORBA::LongLong{value._d()});
  if (value._d() == 65535) return add(value.most());
  add(value.other());
}

void Image::add(const ByLong& value) {
  add(CORBA::LongLong{value._d()});
  if (value._d() == -2147483647 - 1) return add_grid(value.least());
  if (value._d() != 2147483647) return add(CORBA::LongLong{value.other()});
  add_each(value.most(), [&](const char* text) { add(text); });
}

void Image::add(const ByULong& value) {
  add(CORBA::LongLong{value._d()});
  if (value._d() == 0) return add(CORBA::LongLong{value.least()});
  if (value._d() == 4294967295U) add(CORBA::LongLong{value.most()});
}

void Image::add(const ByLongLong& value) {
  add(value._d());
  if (value._d() < 0) return add(CORBA::LongLong{value.least()});
  add(CORBA::LongLong{value.most()});
}

void Image::add(const ByULongLong& value) {
  const bool is_most = value._d() == 18446744073709551615U;
  add(is_most ? "most" : "none");
  if (is_most) add(CORBA::Double{value.most()});
}

void Image::add(const ByChar& value) {
  add(CORBA::LongLong{value._d()});
  if (value._d() == 'a') return add(CORBA::LongLong{value.letter()});
  if (value._d() == '\0' || value._d() == 'z') add(value.others());
}

void Image::add(const ByBoolean& value) {
  if (value._d()) return add(value.yes());
  add(CORBA::LongLong{value.no()});
}

void Image::add(const ByBooleanHalf& value) {
  add(value._d() ? "yes" : "none");
  if (value._d()) add(value.yes());
}

void Image::add(const ByColour& value) {
  add(CORBA::LongLong{value._d()});
  if (value._d() == green) return add(CORBA::LongLong{value.other()});
  add(CORBA::LongLong{value.darkness().level});
  add(static_cast<const char*>(value.darkness().name));
}

void Image::add(const ByColourHalf& value) {
  const bool is_green = value._d() == green;
  add(is_green ? "green" : "none");
  if (is_green) add(value.inner());
}

void Image::add(const Tree& value) {
  add(CORBA::LongLong{value.leaf});
  add_each(value.branches, [&](const Tree& branch) { add(branch); });
}

void Image::add(const Expression& value) {
  add(CORBA::LongLong{value._d()});
  if (value._d() == 'n') return add(CORBA::LongLong{value.number()});
  add_each(value.both(), [&](const Expression& operand) { add(operand); });
}

void Image::add(const Everything& value) {
  add(static_cast<const char*>(value.short_text));
  for (CORBA::ULong i = 0; i < value.nested.length(); ++i)
    add_each(value.nested[i], [&](CORBA::Octet octet) { add(CORBA::LongLong{octet}); });
  for (const auto& inner : value.inside) {
    add(inner.wide);
    add(inner.precise);
  }
  add(value.chosen);
  add(value.root);
  add(value.texts);
}

void Image::add(const ShortLongs& values) {
  add_each(values, [&](CORBA::Long number) { add(CORBA::LongLong{number}); });
}

void Image::add(const ShortTexts& values) {
  add_each(values, [&](const char* text) { add(text); });
}

void Image::add(const LongDoubles& values) {
  add_each(values, [&](CORBA::LongDouble number) { add(number); });
}

void Image::add(const WideChars& values) {
  add_each(values, [&](CORBA::WChar character) { add(character); });
}

void Image::add(const WideTexts& values) {
  add_each(values, [&](const CORBA::WChar* text) { add(text); });
}

void Image::add_grid(const Grid_slice* grid) {
  for (int row = 0; row < 2; ++row)
    for (int column = 0; column < 3; ++column) add(CORBA::LongLong{grid[row][column]});
}

void Image::add_text_grid(const TextGrid_slice* grid) {
  for (int row = 0; row < 2; ++row)
    for (int column = 0; column < 2; ++column) add(static_cast<const char*>(grid[row][column]));
}

void Image::add_wide_pair(const WidePair_slice* pair) {
  add(pair[0]);
  add(pair[1]);
}

}  // namespace peer
