// SPDX-License-Identifier: Apache-2.0
// A case calls one operation of Lab::Echo in one way and judges what comes back.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/lab/echo.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace orbweaver::lab {

/// What a case found wrong, for a person.
struct Failed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using EchoReference = CORBA::object_reference<Lab::Echo>;

struct Target {
  CORBA::ORB& orb;
  EchoReference echo;
};

struct Case {
  const char* name;
  std::string (*run)(const Target&);  // returns what it saw, in a few words; throws Failed
};

[[nodiscard]] std::vector<Case> basic_cases();
[[nodiscard]] std::vector<Case> sequence_cases();
[[nodiscard]] std::vector<Case> struct_cases();
[[nodiscard]] std::vector<Case> operation_cases();
[[nodiscard]] std::vector<Case> exception_cases();
[[nodiscard]] std::vector<Case> object_cases();
[[nodiscard]] std::vector<Case> sync_scope_cases();
/// These take long, so they run only when they are named.
[[nodiscard]] std::vector<Case> large_cases();
/// These end the server, so they run only when they are named.
[[nodiscard]] std::vector<Case> ending_cases();
[[nodiscard]] std::vector<Case> cutting_cases();

inline void require(bool fulfilled, const std::string& otherwise) {
  if (!fulfilled) throw Failed(otherwise);
}

/// Not-a-number equals itself here, and a negative zero no positive one: the bits must come back.
template <class T>
[[nodiscard]] bool same_bits(const T& left, const T& right) noexcept {
  using Bits = std::array<std::byte, sizeof(T)>;
  return std::bit_cast<Bits>(left) == std::bit_cast<Bits>(right);
}

/// Waits until the server has counted that much: one-way calls may still be under way.
void wait_for_count(const Target& on, std::uint32_t expected);
/// The connection must be fit for the next call.
void require_still_serving(const Target& on);

}  // namespace orbweaver::lab
