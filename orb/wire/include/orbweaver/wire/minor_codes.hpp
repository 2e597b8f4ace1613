// What the minor codes of Orbweaver mean: the table from which docs/reference/minor-codes.md is
// made.
#pragma once
#include <orbweaver/wire/failure.hpp>

#include <string_view>

namespace orbweaver::wire {

struct MinorCode {
  /// The system exceptions that carry it: "TRANSIENT, COMM_FAILURE".
  std::string_view exceptions;
  /// The cause and the remedy, in Markdown.
  std::string_view meaning;
};

/// The explanation of a minor code; empty texts for a number that is none.
[[nodiscard]] MinorCode explain(Minor minor) noexcept;

/// All codes lie from kMinorBase + 1 up to here.
inline constexpr std::uint32_t kLastMinor = kMinorBase + 63;

}  // namespace orbweaver::wire
