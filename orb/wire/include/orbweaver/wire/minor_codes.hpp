// SPDX-License-Identifier: Apache-2.0
// The meaning of Orbweaver's minor codes: the table from which docs/reference/minor-codes.md is
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

/// The largest code. The smallest one is kMinorBase + 1.
inline constexpr std::uint32_t kLastMinor = kMinorBase + 63;

}  // namespace orbweaver::wire
