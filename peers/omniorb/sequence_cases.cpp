// SPDX-License-Identifier: Apache-2.0
// Sequences and arrays: empty, one element, odd lengths that shift alignment, and 1 MiB.
#include <cstring>

#include "cases.hpp"

namespace peer {
namespace {

constexpr CORBA::ULong kMebibyte = 1 << 20;

template <class T, class Sequence>
Sequence counting(CORBA::ULong length) {
  Sequence values;
  values.length(length);
  for (CORBA::ULong i = 0; i < length; ++i) values[i] = static_cast<T>(i * 7 + 1);
  return values;
}

/// Sends sequences of each length and compares what comes back byte by byte.
template <class T, class Sequence, class Call>
std::string lengths_come_back(Call call) {
  const CORBA::ULong lengths[] = {0, 1, 3, 1024, kMebibyte / sizeof(T)};
  for (const CORBA::ULong length : lengths) {
    const Sequence sent = counting<T, Sequence>(length);
    const typename Sequence::_var_type echoed = call(sent);
    require(echoed->length() == length, "sent " + std::to_string(length) + " elements, got " +
                                            std::to_string(echoed->length()));
    require(length == 0 ||
                std::memcmp(sent.get_buffer(), echoed->get_buffer(), length * sizeof(T)) == 0,
            "an element of " + std::to_string(length) + " came back changed");
  }
  return "lengths 0, 1, 3, 1024 and 1 MiB";
}

std::string echo_octets(const Target& on) {
  return lengths_come_back<CORBA::Octet, Lab::Octets>(
      [&](const Lab::Octets& v) { return on.echo->echo_octets(v); });
}

std::string echo_octets_16_mib(const Target& on) {
  const Lab::Octets sent = counting<CORBA::Octet, Lab::Octets>(16 * kMebibyte);
  const Lab::Octets_var echoed = on.echo->echo_octets(sent);
  require(echoed->length() == sent.length() &&
              std::memcmp(sent.get_buffer(), echoed->get_buffer(), sent.length()) == 0,
          "other octets came back, or not as many");
  return "16 MiB";
}

std::string echo_shorts(const Target& on) {
  return lengths_come_back<CORBA::Short, Lab::Shorts>(
      [&](const Lab::Shorts& v) { return on.echo->echo_shorts(v); });
}

std::string echo_floats(const Target& on) {
  return lengths_come_back<CORBA::Float, Lab::Floats>(
      [&](const Lab::Floats& v) { return on.echo->echo_floats(v); });
}

std::string echo_doubles(const Target& on) {
  return lengths_come_back<CORBA::Double, Lab::Doubles>(
      [&](const Lab::Doubles& v) { return on.echo->echo_doubles(v); });
}

std::string echo_colours(const Target& on) {
  for (const CORBA::ULong length : {0u, 1u, 3u, 1000u}) {
    Lab::Colours sent;
    sent.length(length);
    for (CORBA::ULong i = 0; i < length; ++i) sent[i] = static_cast<Lab::Colour>(i % 3);
    Lab::Colours_var echoed = on.echo->echo_colours(sent);
    require(echoed->length() == length, "got " + std::to_string(echoed->length()) + " elements");
    for (CORBA::ULong i = 0; i < length; ++i) {
      require(echoed[i] == sent[i], "element " + std::to_string(i) + " came back changed");
    }
  }
  return "lengths 0, 1, 3 and 1000";
}

std::string echo_strings(const Target& on) {
  for (const CORBA::ULong length : {0u, 1u, 3u, 1000u}) {
    Lab::Strings sent;
    sent.length(length);
    for (CORBA::ULong i = 0; i < length; ++i) sent[i] = std::string(i % 11, 'a').c_str();
    Lab::Strings_var echoed = on.echo->echo_strings(sent);
    require(echoed->length() == length, "got " + std::to_string(echoed->length()) + " elements");
    for (CORBA::ULong i = 0; i < length; ++i) {
      require(std::strcmp(echoed[i], sent[i]) == 0,
              "string " + std::to_string(i) + " came back changed");
    }
  }
  return "lengths 0, 1, 3 and 1000";
}

std::string echo_array(const Target& on) {
  const Lab::Triple sent = {-2147483647 - 1, 0, 2147483647};
  const Lab::Triple_var echoed = on.echo->echo_array(sent);
  require(std::memcmp(sent, echoed.in(), sizeof sent) == 0, "the array came back changed");
  return "3 elements";
}

std::string echo_grid(const Target& on) {
  const Lab::Grid sent = {{0.5, -1.5, 1e300}, {1e-300, 4.0, -0.0}};
  const Lab::Grid_var echoed = on.echo->echo_grid(sent);
  require(std::memcmp(sent, echoed.in(), sizeof sent) == 0, "the grid came back changed");
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

}  // namespace peer
