// SPDX-License-Identifier: Apache-2.0
// Interesting states that a run came through, counted: a law that is never tried in such a state is
// not tried. A reference run over many seeds fails if one was never reached.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace orbweaver::sim {

/// `name` lives as long as the program. At most 64 names.
void reached(std::string_view name, std::uint64_t times = 1) noexcept;

struct Reached {
  std::string_view name;
  std::uint64_t times = 0;
};
/// Since the program began, over all its runs.
[[nodiscard]] std::span<const Reached> all_reached() noexcept;

}  // namespace orbweaver::sim
