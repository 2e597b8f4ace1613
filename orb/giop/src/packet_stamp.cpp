#include <orbweaver/giop/packet_stamp.hpp>

#include <orbweaver/cdr/decoder.hpp>

#include <cstring>

namespace orbweaver::giop {

namespace {

constexpr std::size_t kFieldsAt = 8;
static_assert(sizeof(PacketStamp) + kFieldsAt == sizeof(PacketContextData),
              "the fields lie in memory as they travel");

}  // namespace

PacketContextData encode(const PacketStamp& stamp) noexcept {
  PacketContextData data{};
  data[0] = std::byte{cdr::order_octet(cdr::kNativeOrder)};
  std::memcpy(data.data() + kFieldsAt, &stamp, sizeof stamp);
  return data;
}

std::optional<PacketStamp> read_packet_stamp(Bytes data) noexcept {
  auto decoder = cdr::Decoder::of_encapsulation(data);
  PacketStamp stamp;
  stamp.clock = decoder.get<std::uint64_t>();
  stamp.connection = decoder.get<std::uint64_t>();
  stamp.number = decoder.get<std::uint64_t>();
  stamp.born_ns = decoder.get<std::int64_t>();
  stamp.sent_ns = decoder.get<std::int64_t>();
  stamp.expires_ns = decoder.get<std::int64_t>();
  stamp.due_ns = decoder.get<std::int64_t>();
  const bool has_times =
      stamp.born_ns >= 0 && stamp.sent_ns >= 0 && stamp.expires_ns >= 0 && stamp.due_ns >= 0;
  const bool fits = decoder.ok() && stamp.number != 0 && has_times;
  return fits ? std::optional{stamp} : std::nullopt;
}

}  // namespace orbweaver::giop
