// SPDX-License-Identifier: Apache-2.0
// Options of the programs of a scenario, and what else a scenario takes by the seed.
#pragma once
#include <orbweaver/sim/simulation.hpp>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::sim {

using Options = std::vector<std::string>;

/// One of `values`, by the seed; the first is the usual one.
template <class... Values>
[[nodiscard]] auto one_of(Values... values) {
  const std::array all{values...};
  return all[choices().pick(Kind::workload, static_cast<std::uint32_t>(all.size()))];
}
/// `least` to `most`, by the seed.
[[nodiscard]] inline std::uint32_t from_to(std::uint32_t least, std::uint32_t most) {
  return least + choices().pick(Kind::workload, most - least + 1);
}

/// Options of a server and of a client, by the seed.
[[nodiscard]] Options server_options();
[[nodiscard]] Options client_options();
void add(Options& options, std::initializer_list<std::string> more);
[[nodiscard]] Options with(Options options, std::initializer_list<std::string> more);
[[nodiscard]] Options with(Options options, const Options& more);
/// For a server whose connections must not break, though a client's bytes may stop for up to 15 s.
[[nodiscard]] Options patient(Options options);
/// That of an option which is a number, the last if there are several; `other` if there is none.
[[nodiscard]] std::size_t number_of(const Options& options, std::string_view name,
                                    std::size_t other);

}  // namespace orbweaver::sim
