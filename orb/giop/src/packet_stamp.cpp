#include <orbweaver/giop/packet_stamp.hpp>

#include <orbweaver/cdr/decoder.hpp>

#include <cstring>

namespace orbweaver::giop {

namespace {

constexpr std::size_t kFieldsAt = 8;
static_assert(sizeof(PacketStamp) + kFieldsAt == sizeof(PacketContextData),
              "the fields lie in memory as they travel");
constexpr std::byte kNativeOctet{cdr::order_octet(cdr::kNativeOrder)};

PacketStamp copy_fields(Bytes data) noexcept {
  PacketStamp stamp;
  std::memcpy(&stamp, data.data() + kFieldsAt, sizeof stamp);
  return stamp;
}

std::optional<PacketStamp> decode_fields(Bytes data) noexcept {
  auto decoder = cdr::Decoder::of_encapsulation(data);
  PacketStamp stamp;
  stamp.clock = decoder.get<std::uint64_t>();
  stamp.connection = decoder.get<std::uint64_t>();
  stamp.number = decoder.get<std::uint64_t>();
  stamp.born_ns = decoder.get<std::int64_t>();
  stamp.sent_ns = decoder.get<std::int64_t>();
  stamp.expires_ns = decoder.get<std::int64_t>();
  stamp.due_ns = decoder.get<std::int64_t>();
  return decoder.ok() ? std::optional{stamp} : std::nullopt;
}

bool is_sound(const PacketStamp& stamp) noexcept {
  const bool has_negative_time =
      (stamp.born_ns | stamp.sent_ns | stamp.expires_ns | stamp.due_ns) < 0;
  return stamp.number != 0 && !has_negative_time;
}

}  // namespace

PacketContextData encode(const PacketStamp& stamp) noexcept {
  PacketContextData data{};
  data[0] = kNativeOctet;
  std::memcpy(data.data() + kFieldsAt, &stamp, sizeof stamp);
  return data;
}

// Between machines of one byte order the fields are copied as they are.
std::optional<PacketStamp> read_packet_stamp(Bytes data) noexcept {
  const bool is_native = data.size() >= sizeof(PacketContextData) && data[0] == kNativeOctet;
  const auto stamp = is_native ? std::optional{copy_fields(data)} : decode_fields(data);
  return stamp && is_sound(*stamp) ? stamp : std::nullopt;
}

}  // namespace orbweaver::giop
