// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/reached.hpp>

#include <array>
#include <cstddef>

namespace orbweaver::sim {

namespace {

constinit std::array<Reached, 64> table;
constinit std::size_t used = 0;

}  // namespace

void reached(std::string_view name, std::uint64_t times) noexcept {
  if (times == 0) return;
  std::size_t i = 0;
  while (i < used && table[i].name != name) ++i;
  if (i == table.size()) return;
  if (i == used) table[used++].name = name;
  table[i].times += times;
}

std::span<const Reached> all_reached() noexcept { return {table.data(), used}; }

}  // namespace orbweaver::sim
