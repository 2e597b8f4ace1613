// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/packet_stamp.hpp>

#include <orbweaver/cdr/decoder.hpp>

#include <cstddef>
#include <cstring>
#include <span>

namespace orbweaver::giop {

namespace {

constexpr std::size_t kFieldsAt = 8;
constexpr std::byte kNativeOctet{cdr::order_octet(cdr::kNativeOrder)};

// A run of fields of a stamp, which lie in memory as they travel.
struct Fields {
  std::size_t begin, count;  // octets
  [[nodiscard]] constexpr std::size_t context_size() const noexcept { return kFieldsAt + count; }
};
constexpr Fields kAll{0, sizeof(PacketStamp)};
constexpr Fields kWithoutTimes{offsetof(PacketStamp, connection),
                               offsetof(PacketStamp, born_ns) - offsetof(PacketStamp, connection)};

// Between machines of one byte order the fields are copied as they are.
std::optional<PacketStamp> copy(Bytes data, Fields fields) noexcept {
  PacketStamp stamp;
  std::memcpy(std::as_writable_bytes(std::span{&stamp, 1}).subspan(fields.begin).data(),
              data.data() + kFieldsAt, fields.count);
  return stamp;
}

std::optional<PacketStamp> decode(Bytes data, bool has_times) noexcept {
  auto decoder = cdr::Decoder::of_encapsulation(data);
  PacketStamp stamp;
  if (has_times) stamp.clock = decoder.get<std::uint64_t>();
  stamp.connection = decoder.get<std::uint64_t>();
  stamp.number = decoder.get<std::uint64_t>();
  if (has_times) {
    stamp.born_ns = decoder.get<std::int64_t>();
    stamp.sent_ns = decoder.get<std::int64_t>();
    stamp.expires_ns = decoder.get<std::int64_t>();
    stamp.due_ns = decoder.get<std::int64_t>();
  }
  return decoder.ok() ? std::optional{stamp} : std::nullopt;
}

bool is_sound(const PacketStamp& stamp) noexcept {
  const bool has_negative_time =
      (stamp.born_ns | stamp.sent_ns | stamp.expires_ns | stamp.due_ns) < 0;
  return stamp.number != 0 && !has_negative_time;
}

}  // namespace

PacketContext::PacketContext(const PacketStamp& stamp) noexcept {
  static_assert(sizeof octets_ == kAll.context_size());
  const auto fields = giop::has_times(stamp) ? kAll : kWithoutTimes;
  size_ = fields.context_size();
  std::memset(octets_.data(), 0, kFieldsAt);
  octets_[0] = kNativeOctet;
  std::memcpy(octets_.data() + kFieldsAt,
              std::as_bytes(std::span{&stamp, 1}).subspan(fields.begin).data(), fields.count);
}

std::optional<PacketStamp> read_packet_stamp(Bytes data) noexcept {
  const bool is_short = data.size() == kWithoutTimes.context_size();
  if (!is_short && data.size() < kAll.context_size()) return std::nullopt;
  auto stamp = data[0] == kNativeOctet ? copy(data, is_short ? kWithoutTimes : kAll)
                                       : decode(data, !is_short);
  if (!stamp || !is_sound(*stamp)) return std::nullopt;
  if (!has_times(*stamp)) stamp->clock = 0;
  return stamp;
}

}  // namespace orbweaver::giop
