// SPDX-License-Identifier: Apache-2.0
// Unions of every kind of discriminator, in each of their branches.
#include <limits>

#include "turned.hpp"
#include "type_cases.hpp"

namespace peer {

using namespace Lab::Types;

ByLong by_long_words() {
  ByLong value;
  ByLong::_most_seq words;
  words.length(3);
  words[0] = "one";
  words[1] = "";
  words[2] = "three";
  value.most(words);
  return value;
}

ByColour by_colour_dark() {
  ByColour value;
  ByColour::Shade shade;
  shade.level = 255;
  shade.name = "dark";
  value.darkness(shade);
  value._d(blue);
  return value;
}

namespace {

template <class Union, class Change>
Union changed(Change change) {
  Union value;
  change(value);
  return value;
}

template <class Union>
Union empty() {
  return changed<Union>([](Union& value) { value._default(); });
}

std::vector<ByShort> by_shorts() {
  return {changed<ByShort>([](ByShort& value) { value.least(255); }),
          changed<ByShort>([](ByShort& value) { value.some("text"), value._d(7); }),
          changed<ByShort>([](ByShort& value) { value.most(-0.5); })};
}

std::vector<ByShort> by_shorts_and_none() { return {by_shorts().front(), empty<ByShort>()}; }

std::vector<ByUShort> by_ushorts() {
  return {changed<ByUShort>(
              [](ByUShort& value) { value.most(std::numeric_limits<CORBA::LongLong>::min()); }),
          changed<ByUShort>([](ByUShort& value) { value.other("default"), value._d(65534); })};
}

std::vector<ByLong> by_longs() {
  const Grid grid = {{1, 2, 3}, {4, 5, 6}};
  return {changed<ByLong>([&](ByLong& value) { value.least(grid); }), by_long_words()};
}

std::vector<ByLong> by_longs_of_default() {
  return {by_long_words(), changed<ByLong>([](ByLong& value) { value.other(-1), value._d(-7); })};
}

std::vector<ByULong> by_ulongs() {
  return {changed<ByULong>([](ByULong& value) { value.least(true); }),
          changed<ByULong>([](ByULong& value) { value.most('z'); })};
}

std::vector<ByLongLong> by_long_longs() {
  return {changed<ByLongLong>([](ByLongLong& value) { value.least(-32768); }),
          changed<ByLongLong>([](ByLongLong& value) { value.most(65535); })};
}

std::vector<ByULongLong> by_ulong_longs() {
  return {changed<ByULongLong>([](ByULongLong& value) { value.most(-0.0F); }),
          empty<ByULongLong>()};
}

std::vector<ByChar> by_chars() {
  return {changed<ByChar>([](ByChar& value) { value.letter(-1); }),
          changed<ByChar>([](ByChar& value) { value.others(L"\x20ac"), value._d('\0'); })};
}

std::vector<ByBoolean> by_booleans() {
  return {changed<ByBoolean>([](ByBoolean& value) { value.yes("yes"); }),
          changed<ByBoolean>([](ByBoolean& value) { value.no(-1); })};
}

std::vector<ByBooleanHalf> by_boolean_halves() {
  return {changed<ByBooleanHalf>([](ByBooleanHalf& value) { value.yes(0.1); }),
          empty<ByBooleanHalf>()};
}

std::vector<ByColour> by_colours() {
  return {by_colour_dark(), changed<ByColour>([](ByColour& value) { value.other(red); })};
}

std::vector<ByColourHalf> by_colour_halves() {
  return {changed<ByColourHalf>([](ByColourHalf& value) {
            value.inner(changed<ByBoolean>([](ByBoolean& inner) { inner.no(7); }));
          }),
          empty<ByColourHalf>()};
}

Expression sum_of(int depth) {
  return changed<Expression>([&](Expression& value) {
    if (depth == 0) return value.number(std::numeric_limits<CORBA::Long>::min());
    Operands operands;
    operands.length(2);
    operands[0] = sum_of(depth - 1);
    operands[1] = sum_of(0);
    value.both(operands);
    value._d('*');
  });
}

std::vector<Expression> expressions() { return {sum_of(0), sum_of(12)}; }

}  // namespace

std::vector<TypeCase> union_cases() {
  return {
      PEER_TURNED("recursive_union", Expression, echo_expression, expressions()),
      PEER_TURNED("union_by_short", ByShort, echo_by_short, by_shorts()),
      PEER_TURNED("union_by_short_without_a_member", ByShort, echo_by_short, by_shorts_and_none()),
      PEER_TURNED("union_by_unsigned_short", ByUShort, echo_by_ushort, by_ushorts()),
      PEER_TURNED("union_by_long", ByLong, echo_by_long, by_longs()),
      PEER_TURNED("union_by_long_of_default", ByLong, echo_by_long, by_longs_of_default()),
      PEER_TURNED("union_by_unsigned_long", ByULong, echo_by_ulong, by_ulongs()),
      PEER_TURNED("union_by_long_long", ByLongLong, echo_by_long_long, by_long_longs()),
      PEER_TURNED("union_by_unsigned_long_long", ByULongLong, echo_by_ulong_long, by_ulong_longs()),
      PEER_TURNED("union_by_char", ByChar, echo_by_char, by_chars()),
      PEER_TURNED("union_by_boolean", ByBoolean, echo_by_boolean, by_booleans()),
      PEER_TURNED("union_by_half_of_boolean", ByBooleanHalf, echo_by_boolean_half,
                  by_boolean_halves()),
      PEER_TURNED("union_by_enum", ByColour, echo_by_colour, by_colours()),
      PEER_TURNED("union_by_part_of_enum", ByColourHalf, echo_by_colour_half, by_colour_halves()),
  };
}

}  // namespace peer
