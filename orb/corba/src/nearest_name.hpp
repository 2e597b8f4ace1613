// What somebody meant who misspelt a name.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace orbweaver::corba {

/// The one of `names` that takes the fewest letters added, left out or changed, whatever their
/// case; nothing if it takes more than a quarter of them.
[[nodiscard]] std::optional<std::string> nearest_name(std::string_view word,
                                                      std::span<const std::string> names);

}  // namespace orbweaver::corba
