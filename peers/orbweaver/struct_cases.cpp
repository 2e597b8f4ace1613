// SPDX-License-Identifier: Apache-2.0
// Structs: every alignment of basic members, and structs in structs in sequences.
#include <limits>

#include "cases.hpp"

namespace orbweaver::lab {

namespace {

template <class T>
constexpr T kLeast = std::numeric_limits<T>::min();
template <class T>
constexpr T kMost = std::numeric_limits<T>::max();

Lab::Basics normal() {
  return Lab::Basics{true,
                     'q',
                     0xA5,
                     -12345,
                     54321,
                     -1234567890,
                     3456789012U,
                     -1234567890123456789LL,
                     12345678901234567890ULL,
                     0.25F,
                     -2.5e-100};
}

Lab::Basics lowest() {
  return Lab::Basics{false,
                     '\0',
                     0,
                     kLeast<std::int16_t>,
                     0,
                     kLeast<std::int32_t>,
                     0,
                     kLeast<std::int64_t>,
                     0,
                     -std::numeric_limits<float>::infinity(),
                     -std::numeric_limits<double>::infinity()};
}

Lab::Basics highest() {
  return Lab::Basics{true,
                     '\xFF',
                     0xFF,
                     kMost<std::int16_t>,
                     kMost<std::uint16_t>,
                     kMost<std::int32_t>,
                     kMost<std::uint32_t>,
                     kMost<std::int64_t>,
                     kMost<std::uint64_t>,
                     kMost<float>,
                     kMost<double>};
}

std::string echo_struct(const Target& on) {
  for (const auto& sent : {normal(), lowest(), highest()})
    require(on.echo->echo_struct(sent) == sent, "a member came back changed");
  return "3 structs";
}

Lab::Nested nested(std::uint32_t size) {
  Lab::Doubles samples;
  Lab::BasicsList many;
  for (std::uint32_t i = 0; i < size; ++i) {
    samples.push_back(i / 8.0);
    many.push_back(i % 2 == 0 ? lowest() : highest());
  }
  return Lab::Nested{"nested",          normal(),       std::move(samples), Lab::Triple{-1, 0, 1},
                     Lab::Colour::blue, std::move(many)};
}

std::string echo_nested(const Target& on) {
  for (const std::uint32_t size : {0U, 1U, 3U, 1000U}) {
    const auto sent = nested(size);
    require(
        on.echo->echo_nested(sent) == sent,
        "a member came back changed, with " + std::to_string(size) + " elements in its sequences");
  }
  return "sequences of 0, 1, 3 and 1000 elements in it";
}

}  // namespace

std::vector<Case> struct_cases() {
  return {{"echo_struct", echo_struct}, {"echo_nested", echo_nested}};
}

}  // namespace orbweaver::lab
