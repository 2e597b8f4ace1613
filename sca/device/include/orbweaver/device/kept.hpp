// SPDX-License-Identifier: Apache-2.0
// A client names all of its uses of a device, and the device gives back all others: a client may
// have ended before a reply reached it. SCA 2.2.2 has no operation for that, so properties are
// used, which devices of other vendors do not have:
//
//   query of kGivesBack                     true; another device raises UnknownProperties
//   configure of the three of properties_of()   all else is given back
#pragma once
#include <orbweaver/generated/sca/CF/Types.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::device {

inline constexpr const char* kGivesBack = "orbweaver.gives_back";

/// The uses of a device that a client knows.
struct Kept {
  CF::Properties capacities;            // all allocations; several with one id count as their sum
  std::vector<std::string> files;       // each as often as it was loaded
  std::vector<std::int32_t> processes;  // the numbers that execute returned
};

[[nodiscard]] CF::Properties properties_of(const Kept& kept);
/// Reads properties that properties_of() made. Returns nothing if they are others.
[[nodiscard]] std::optional<Kept> kept_of(const CF::Properties& properties);

}  // namespace orbweaver::device
