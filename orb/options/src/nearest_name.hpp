// SPDX-License-Identifier: Apache-2.0
// Which names a misspelt one may stand for.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::corba {

/// At most `count` of `names`, nearest first: those that take the fewest letters added, left out or
/// changed, whatever their case; of equally near ones the earlier first.
[[nodiscard]] std::vector<std::string> nearest_names(std::string_view word,
                                                     std::span<const std::string> names,
                                                     std::size_t count);

}  // namespace orbweaver::corba
