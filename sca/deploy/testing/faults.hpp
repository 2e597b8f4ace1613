// SPDX-License-Identifier: Apache-2.0
// Faults for a fake target: which operation fails, and in which way.
#pragma once
#include <orbweaver/deploy/target.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace orbweaver::deploy::testing {

/// How an operation goes wrong.
enum class Way {
  error,  // it reports an error, and has done nothing
  no,     // it answers false or nil, and has done nothing
  hang,   // no answer until the deadline, and has done nothing
  death,  // the component ends during it, which is reported
  lie,    // it claims success, and has done nothing
  loss,   // the component ends during it, and its device reports no ends
  late,   // no answer until the deadline, and it does it all the same
};
inline constexpr std::array kWays{Way::error, Way::no,   Way::hang, Way::death,
                                  Way::lie,   Way::loss, Way::late};

inline std::string_view name_of(Way way) {
  constexpr std::array<std::string_view, kWays.size()> names{"error", "no",   "hang", "death",
                                                             "lie",   "loss", "late"};
  return names[static_cast<std::size_t>(way)];
}

/// Decides for each operation whether it fails. `spot`: the component's identifier, or the device's
/// for steps that name no component. Threads: any.
class Faults {
 public:
  Faults() = default;
  Faults(const Faults&) = delete;
  Faults& operator=(const Faults&) = delete;
  virtual ~Faults() = default;
  virtual std::optional<Way> at(Step step, const std::string& spot) = 0;
};

}  // namespace orbweaver::deploy::testing
