// The place of a request in its stream: what OrderedDelivery sends beside it, in a service context
// of ours, which foreign ORBs ignore (CORBA 3.3 Part 2, 9.8.1).
//
//   kContextOrder  [ encapsulation: byte order, 7 octets of padding | stream | number ]  24 bytes
//
// All requests with the same stream were made through references derived from the same one; their
// numbers begin at 1 and have no holes when they leave.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace orbweaver::giop {

/// "OWO" and a version.
inline constexpr std::uint32_t kContextOrder = 0x4f574f01;

struct OrderStamp {
  std::uint64_t stream = 0;
  std::uint64_t number = 0;
  friend bool operator==(const OrderStamp&, const OrderStamp&) = default;
};

/// A larger number is refused, so that no counter of what is missing can overflow.
inline constexpr std::uint64_t kLastOrderNumber = std::uint64_t{1} << 48;

using OrderContextData = std::array<std::byte, 24>;
inline constexpr std::size_t kOrderNumberAt = 16;

/// In the native byte order. The number is to be patched at kOrderNumberAt when it is known.
[[nodiscard]] OrderContextData encode(const OrderStamp& stamp) noexcept;
/// Nothing if it does not fit, or the number is 0 or over kLastOrderNumber.
[[nodiscard]] std::optional<OrderStamp> read_order_stamp(Bytes data) noexcept;

}  // namespace orbweaver::giop
