// SPDX-License-Identifier: Apache-2.0
// Basic types: the ends of each range, and the numbers that a byte order or a sign could spoil.
#include <limits>

#include "cases.hpp"

namespace orbweaver::lab {

namespace {

template <class T, class Call>
std::string comes_back(const std::vector<T>& values, Call call) {
  for (const T value : values) {
    const T echoed = call(value);
    require(same_bits(value, echoed),
            "sent " + std::to_string(value) + ", got " + std::to_string(echoed));
  }
  return std::to_string(values.size()) + " values";
}

template <class T>
std::vector<T> ends_and_middle() {
  using Limits = std::numeric_limits<T>;
  return {Limits::min(), T{0}, T{1}, static_cast<T>(0x12), static_cast<T>(-1), Limits::max()};
}

template <class T>
std::vector<T> every_octet() {
  std::vector<T> values;
  values.reserve(256);
  for (int value = 0; value < 256; ++value) values.push_back(static_cast<T>(value));
  return values;
}

template <class T>
std::vector<T> floating() {
  using Limits = std::numeric_limits<T>;
  return {T{0},
          -T{0},
          T{1.5},
          Limits::min(),
          Limits::max(),
          Limits::lowest(),
          Limits::denorm_min(),
          Limits::infinity(),
          -Limits::infinity(),
          Limits::quiet_NaN()};
}

std::string echo_boolean(const Target& on) {
  require(on.echo->echo_boolean(true), "sent true, got false");
  require(!on.echo->echo_boolean(false), "sent false, got true");
  return "2 values";
}

std::string echo_char(const Target& on) {
  return comes_back(every_octet<char>(), [&](char v) { return on.echo->echo_char(v); });
}

std::string echo_octet(const Target& on) {
  return comes_back(every_octet<std::uint8_t>(),
                    [&](std::uint8_t v) { return on.echo->echo_octet(v); });
}

std::string echo_short(const Target& on) {
  return comes_back(ends_and_middle<std::int16_t>(),
                    [&](std::int16_t v) { return on.echo->echo_short(v); });
}

std::string echo_ushort(const Target& on) {
  return comes_back(ends_and_middle<std::uint16_t>(),
                    [&](std::uint16_t v) { return on.echo->echo_ushort(v); });
}

std::string echo_long(const Target& on) {
  return comes_back(ends_and_middle<std::int32_t>(),
                    [&](std::int32_t v) { return on.echo->echo_long(v); });
}

std::string echo_ulong(const Target& on) {
  return comes_back(ends_and_middle<std::uint32_t>(),
                    [&](std::uint32_t v) { return on.echo->echo_ulong(v); });
}

std::string echo_longlong(const Target& on) {
  return comes_back(ends_and_middle<std::int64_t>(),
                    [&](std::int64_t v) { return on.echo->echo_longlong(v); });
}

std::string echo_ulonglong(const Target& on) {
  return comes_back(ends_and_middle<std::uint64_t>(),
                    [&](std::uint64_t v) { return on.echo->echo_ulonglong(v); });
}

std::string echo_float(const Target& on) {
  return comes_back(floating<float>(), [&](float v) { return on.echo->echo_float(v); });
}

std::string echo_double(const Target& on) {
  return comes_back(floating<double>(), [&](double v) { return on.echo->echo_double(v); });
}

std::string echo_enum(const Target& on) {
  for (const auto colour : {Lab::Colour::red, Lab::Colour::green, Lab::Colour::blue})
    require(on.echo->echo_enum(colour) == colour, "another colour came back");
  return "3 values";
}

std::string text_comes_back(const Target& on, const std::string& text) {
  const auto echoed = on.echo->echo_string(text);
  require(echoed == text, "sent " + std::to_string(text.size()) + " characters, got " +
                              std::to_string(echoed.size()) + ", or others");
  return std::to_string(text.size()) + " characters";
}

std::string echo_string(const Target& on) { return text_comes_back(on, "hello"); }

std::string echo_string_empty(const Target& on) { return text_comes_back(on, ""); }

std::string echo_string_latin_1(const Target& on) {
  std::string text;
  for (int character = 1; character < 256; ++character) text += static_cast<char>(character);
  return text_comes_back(on, text);
}

std::string echo_string_large(const Target& on) {
  return text_comes_back(on, std::string(1 << 20, 'x'));
}

}  // namespace

std::vector<Case> basic_cases() {
  return {{"echo_boolean", echo_boolean},
          {"echo_char", echo_char},
          {"echo_octet", echo_octet},
          {"echo_short", echo_short},
          {"echo_ushort", echo_ushort},
          {"echo_long", echo_long},
          {"echo_ulong", echo_ulong},
          {"echo_longlong", echo_longlong},
          {"echo_ulonglong", echo_ulonglong},
          {"echo_float", echo_float},
          {"echo_double", echo_double},
          {"echo_enum", echo_enum},
          {"echo_string", echo_string},
          {"echo_string_empty", echo_string_empty},
          {"echo_string_latin_1", echo_string_latin_1},
          {"echo_string_large", echo_string_large}};
}

}  // namespace orbweaver::lab
