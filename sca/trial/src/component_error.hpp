// What a component says of its own failure, on a line that it prints.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace orbweaver::trial {

/// The text of {"event":"error","error":TEXT}; nothing for any other line. Any octets may come.
[[nodiscard]] std::optional<std::string> component_error_in(std::string_view line);

}  // namespace orbweaver::trial
