// SPDX-License-Identifier: Apache-2.0
// The reason for a system exception, as text: a service context of Orbweaver in the reply, which
// other ORBs ignore (CORBA 3.3 Part 2, 9.8.1).
//
//   kContextReason  [ encapsulation: byte order, 3 octets of padding | string ]
//
// The text comes from another process. So the reader limits its length, and shows it with
// printable().
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::giop {

/// "OWR" and a version.
inline constexpr std::uint32_t kContextReason = 0x4f575201;

/// The most octets of a reason that are written, and that are read.
inline constexpr std::size_t kLongestReason = 400;

/// In the native byte order. A longer text is cut; an octet 0 ends it.
[[nodiscard]] std::vector<std::byte> encode_reason(std::string_view text);
/// Reads the reason. Returns nothing if the data are malformed. A text that is too long is cut.
[[nodiscard]] std::optional<std::string> read_reason(Bytes data);

}  // namespace orbweaver::giop
