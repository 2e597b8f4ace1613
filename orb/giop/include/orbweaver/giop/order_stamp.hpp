// SPDX-License-Identifier: Apache-2.0
// The number of a request in its series, which OrderedDelivery sends in a service context of
// Orbweaver. Other ORBs ignore it (CORBA 3.3 Part 2, 9.8.1).
//
//   kContextOrder  [ encapsulation: byte order, 7 octets of padding | series | number ]  24 bytes
//
// All requests of a series were made through references that derive from the same one. Their
// numbers begin at 1, and none is missing when they are sent.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace orbweaver::giop {

/// "OWO" and a version.
inline constexpr std::uint32_t kContextOrder = 0x4f574f01;

struct OrderStamp {
  std::uint64_t series = 0;  // its id
  std::uint64_t number = 0;
  friend bool operator==(const OrderStamp&, const OrderStamp&) = default;
};

/// A larger number is refused, so that no counter of missing requests can overflow.
inline constexpr std::uint64_t kLastOrderNumber = std::uint64_t{1} << 48;

using OrderContextData = std::array<std::byte, 24>;
inline constexpr std::size_t kOrderNumberAt = 16;

/// In the native byte order. Patch the number in at kOrderNumberAt when it is known.
[[nodiscard]] OrderContextData encode(const OrderStamp& stamp) noexcept;
/// Reads a stamp. Returns nothing if the data are malformed, or if the number is 0 or more than
/// kLastOrderNumber.
[[nodiscard]] std::optional<OrderStamp> read_order_stamp(Bytes data) noexcept;

}  // namespace orbweaver::giop
