// SPDX-License-Identifier: Apache-2.0
// Structs: every alignment of basic members, and structs in structs in sequences.
#include <cstring>
#include <limits>

#include "cases.hpp"

namespace peer {
namespace {

Lab::Basics normal() {
  return {true,
          'q',
          0xA5,
          -12345,
          54321,
          -1234567890,
          3456789012u,
          -1234567890123456789LL,
          12345678901234567890ULL,
          0.25F,
          -2.5e-100};
}

Lab::Basics lowest() {
  return {false,
          '\0',
          0,
          std::numeric_limits<CORBA::Short>::min(),
          0,
          std::numeric_limits<CORBA::Long>::min(),
          0,
          std::numeric_limits<CORBA::LongLong>::min(),
          0,
          -std::numeric_limits<CORBA::Float>::infinity(),
          -std::numeric_limits<CORBA::Double>::infinity()};
}

Lab::Basics highest() {
  return {true,
          0xFF,
          0xFF,
          std::numeric_limits<CORBA::Short>::max(),
          std::numeric_limits<CORBA::UShort>::max(),
          std::numeric_limits<CORBA::Long>::max(),
          std::numeric_limits<CORBA::ULong>::max(),
          std::numeric_limits<CORBA::LongLong>::max(),
          std::numeric_limits<CORBA::ULongLong>::max(),
          std::numeric_limits<CORBA::Float>::max(),
          std::numeric_limits<CORBA::Double>::max()};
}

bool same(const Lab::Basics& a, const Lab::Basics& b) {
  return a.flag == b.flag && a.letter == b.letter && a.bits == b.bits && a.s == b.s &&
         a.us == b.us && a.l == b.l && a.ul == b.ul && a.ll == b.ll && a.ull == b.ull &&
         a.f == b.f && a.d == b.d;
}

bool same(const Lab::Doubles& a, const Lab::Doubles& b) {
  return a.length() == b.length() &&
         (a.length() == 0 ||
          std::memcmp(a.get_buffer(), b.get_buffer(), a.length() * sizeof(double)) == 0);
}

bool same(const Lab::BasicsList& a, const Lab::BasicsList& b) {
  if (a.length() != b.length()) return false;
  for (CORBA::ULong i = 0; i < a.length(); ++i) {
    if (!same(a[i], b[i])) return false;
  }
  return true;
}

bool same(const Lab::Nested& a, const Lab::Nested& b) {
  return std::strcmp(a.name, b.name) == 0 && same(a.one, b.one) && same(a.samples, b.samples) &&
         std::memcmp(a.corner, b.corner, sizeof a.corner) == 0 && a.paint == b.paint &&
         same(a.many, b.many);
}

std::string echo_struct(const Target& on) {
  for (const Lab::Basics& sent : {normal(), lowest(), highest()}) {
    require(same(sent, on.echo->echo_struct(sent)), "a member came back changed");
  }
  return "3 structs";
}

Lab::Nested nested(CORBA::ULong samples, CORBA::ULong structs) {
  Lab::Nested value;
  value.name = "nested";
  value.one = normal();
  value.samples.length(samples);
  for (CORBA::ULong i = 0; i < samples; ++i) value.samples[i] = i / 8.0;
  for (CORBA::Long i = 0; i < 3; ++i) value.corner[i] = i - 1;
  value.paint = Lab::blue;
  value.many.length(structs);
  for (CORBA::ULong i = 0; i < structs; ++i) value.many[i] = i % 2 == 0 ? lowest() : highest();
  return value;
}

std::string echo_nested(const Target& on) {
  for (const CORBA::ULong size : {0u, 1u, 3u, 1000u}) {
    const Lab::Nested sent = nested(size, size);
    const Lab::Nested_var echoed = on.echo->echo_nested(sent);
    require(same(sent, echoed.in()), "a member came back changed, with " + std::to_string(size) +
                                         " elements in its sequences");
  }
  return "sequences of 0, 1, 3 and 1000 elements in it";
}

}  // namespace

std::vector<Case> struct_cases() {
  return {{"echo_struct", echo_struct}, {"echo_nested", echo_nested}};
}

}  // namespace peer
