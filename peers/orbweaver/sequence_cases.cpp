// SPDX-License-Identifier: Apache-2.0
// Sequences and arrays: empty, one element, odd lengths that shift alignment, and 1 MiB.

#include "cases.hpp"

namespace orbweaver::lab {

namespace {

constexpr std::size_t kMebibyte = 1 << 20;

template <class Sequence>
Sequence counting(std::size_t length) {
  Sequence values(length);
  for (std::size_t i = 0; i < length; ++i)
    values[i] = static_cast<typename Sequence::value_type>(i * 7 + 1);
  return values;
}

/// Sends sequences of each length and compares what comes back.
template <class Sequence, class Call>
std::string lengths_come_back(Call call) {
  constexpr auto kMany = kMebibyte / sizeof(typename Sequence::value_type);
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{1024}, kMany}) {
    const auto sent = counting<Sequence>(length);
    const Sequence echoed = call(sent);
    require(echoed.size() == length,
            "sent " + std::to_string(length) + " elements, got " + std::to_string(echoed.size()));
    require(echoed == sent, "an element of " + std::to_string(length) + " came back changed");
  }
  return "lengths 0, 1, 3, 1024 and 1 MiB";
}

std::string echo_octets(const Target& on) {
  return lengths_come_back<Lab::Octets>(
      [&](const Lab::Octets& v) { return on.echo->echo_octets(v); });
}

std::string echo_octets_16_mib(const Target& on) {
  const auto sent = counting<Lab::Octets>(16 * kMebibyte);
  require(on.echo->echo_octets(sent) == sent, "other octets came back, or not as many");
  return "16 MiB";
}

std::string echo_shorts(const Target& on) {
  return lengths_come_back<Lab::Shorts>(
      [&](const Lab::Shorts& v) { return on.echo->echo_shorts(v); });
}

std::string echo_floats(const Target& on) {
  return lengths_come_back<Lab::Floats>(
      [&](const Lab::Floats& v) { return on.echo->echo_floats(v); });
}

std::string echo_doubles(const Target& on) {
  return lengths_come_back<Lab::Doubles>(
      [&](const Lab::Doubles& v) { return on.echo->echo_doubles(v); });
}

std::string echo_colours(const Target& on) {
  for (const std::uint32_t length : {0U, 1U, 3U, 1000U}) {
    Lab::Colours sent(length);
    for (std::uint32_t i = 0; i < length; ++i) sent[i] = static_cast<Lab::Colour>(i % 3);
    require(on.echo->echo_colours(sent) == sent,
            "a colour of " + std::to_string(length) + " came back changed");
  }
  return "lengths 0, 1, 3 and 1000";
}

std::string echo_strings(const Target& on) {
  for (const std::size_t length : {0U, 1U, 3U, 1000U}) {
    Lab::Strings sent;
    for (std::size_t i = 0; i < length; ++i) sent.emplace_back(i % 11, 'a');
    require(on.echo->echo_strings(sent) == sent,
            "a string of " + std::to_string(length) + " came back changed");
  }
  return "lengths 0, 1, 3 and 1000";
}

std::string echo_array(const Target& on) {
  const Lab::Triple sent{-2147483647 - 1, 0, 2147483647};
  require(on.echo->echo_array(sent) == sent, "the array came back changed");
  return "3 elements";
}

std::string echo_grid(const Target& on) {
  const Lab::Grid sent{{{0.5, -1.5, 1e300}, {1e-300, 4.0, -0.0}}};
  const auto echoed = on.echo->echo_grid(sent);
  require(same_bits(sent, echoed), "the grid came back changed");
  return "2 rows of 3";
}

}  // namespace

std::vector<Case> large_cases() { return {{"echo_octets_16_mib", echo_octets_16_mib}}; }

std::vector<Case> sequence_cases() {
  return {{"echo_octets", echo_octets},   {"echo_shorts", echo_shorts},
          {"echo_floats", echo_floats},   {"echo_doubles", echo_doubles},
          {"echo_colours", echo_colours}, {"echo_strings", echo_strings},
          {"echo_array", echo_array},     {"echo_grid", echo_grid}};
}

}  // namespace orbweaver::lab
