// SPDX-License-Identifier: Apache-2.0
// What a hostile peer sends to a server.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace orbweaver::sim {

/// Whether the server counts a bad message, and ends the connection.
enum class Verdict {
  bad,         // it does
  good,        // it does not: it answers, or waits for the rest
  either_way,  // by what the octets happen to mean
};

struct Attack {
  const char* name = "";  // lives as long as the program
  Verdict verdict{};
  std::vector<std::byte> bytes;
};

/// One of many, by the seed, against the object of that reference. None of them makes its servant
/// take a packet.
[[nodiscard]] Attack any_attack(const std::string& reference);

}  // namespace orbweaver::sim
