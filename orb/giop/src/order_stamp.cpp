// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/order_stamp.hpp>

#include <orbweaver/cdr/decoder.hpp>

#include <cstring>

namespace orbweaver::giop {

namespace {

constexpr std::size_t kSeriesAt = 8;

}  // namespace

OrderContextData encode(const OrderStamp& stamp) noexcept {
  OrderContextData data{};
  data[0] = std::byte{cdr::kNativeOrder == cdr::ByteOrder::little};
  std::memcpy(data.data() + kSeriesAt, &stamp.series, sizeof stamp.series);
  std::memcpy(data.data() + kOrderNumberAt, &stamp.number, sizeof stamp.number);
  return data;
}

std::optional<OrderStamp> read_order_stamp(Bytes data) noexcept {
  auto decoder = cdr::Decoder::of_encapsulation(data);
  OrderStamp stamp;
  stamp.series = decoder.get<std::uint64_t>();
  stamp.number = decoder.get<std::uint64_t>();
  const bool fits = decoder.ok() && stamp.number != 0 && stamp.number <= kLastOrderNumber;
  return fits ? std::optional{stamp} : std::nullopt;
}

}  // namespace orbweaver::giop
