// SPDX-License-Identifier: Apache-2.0
// Packets of the standard data interfaces: as a component gets them, and as it sends them.
#pragma once
#include <orbweaver/base/copy_bytes.hpp>
#include <orbweaver/corba/elements.hpp>
#include <orbweaver/corba/view.hpp>
#include <orbweaver/packets/metadata_context.hpp>
#include <orbweaver/packets/packet_buffers.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

namespace orbweaver::ports {

using corba::View;

// ---- as a component gets them: read where they arrived, and kept by moving them ----

/// Real samples.
template <class T>
struct RealPacket {
  using Sample = T;                        ///< the type of one sample
  View<T> I;                               ///< the samples
  packets::CarriedMetadata metadata = {};  ///< the sender's, about the samples; may be empty
  /// The size of the samples in octets.
  [[nodiscard]] std::size_t bytes() const noexcept { return I.size() * sizeof(T); }
  /// A packet without samples is the end of a stream of standardInterfaces.
  [[nodiscard]] bool ends_stream() const noexcept { return bytes() == 0; }
};

/// Complex samples; of stereoSound: left and right.
template <class T>
struct PairPacket {
  using Sample = T;  ///< the type of one part
  /// The two parts. Both may differ in length: the sender decides.
  View<T> I, Q;
  packets::CarriedMetadata metadata = {};  ///< the sender's, about the samples; may be empty
  /// The size of both parts in octets.
  [[nodiscard]] std::size_t bytes() const noexcept { return (I.size() + Q.size()) * sizeof(T); }
  /// A packet without samples ends a stream, as a RealPacket does.
  [[nodiscard]] bool ends_stream() const noexcept { return bytes() == 0; }
};

/// The fields of Packet::StreamControlType, which come with each packet of a stream.
struct StreamControl {
  bool end_of_stream = false;        ///< this packet is the last of the stream
  std::uint16_t stream = 0;          ///< its number: the first packet with a new one opens a stream
  std::uint8_t sequence_number = 0;  ///< grows by one with each packet of a stream; wraps to 0
  bool purge = false;                ///< waiting packets of the stream are to be dropped
  friend bool operator==(const StreamControl&, const StreamControl&) = default;
};

/// A packet of the JTRS Packet API.
template <class T>
struct StreamPacket {
  using Sample = T;                        ///< the type of one element
  StreamControl control;                   ///< the packet's place in its stream
  View<T> payload;                         ///< the elements; may be empty
  packets::CarriedMetadata metadata = {};  ///< the sender's, about the samples; may be empty
  /// The size of the payload in octets.
  [[nodiscard]] std::size_t bytes() const noexcept { return payload.size() * sizeof(T); }
  /// Whether the control says so.
  [[nodiscard]] bool ends_stream() const noexcept { return control.end_of_stream; }
};

// ---- for the ports: as a component sends them ----

/// The elements, or a copy of them in a buffer of `buffers` if the caller only lends them.
template <class T>
[[nodiscard]] corba::Elements<T> kept_in(packets::PacketBuffers& buffers,
                                         const corba::Elements<T>& elements) {
  if (elements.is_kept() || elements.values().empty()) return elements;
  const auto lent = elements.values();
  auto memory = buffers.take(lent.size_bytes());
  copy_bytes(memory.data(), lent.data(), lent.size_bytes());
  const std::span copied{reinterpret_cast<const T*>(memory.data()), lent.size()};
  return View<T>{std::move(memory), copied};
}
template <class T>
[[nodiscard]] const T& kept_in(packets::PacketBuffers&, const T& value) {
  return value;
}

template <class T>
[[nodiscard]] std::size_t payload_bytes(const corba::Elements<T>& elements) noexcept {
  return elements.values().size_bytes();
}
template <class T>
[[nodiscard]] std::size_t payload_bytes(const T&) noexcept {
  return 0;
}

/// The arguments of one call of pushPacket, and the metadata of the samples.
template <class... Arguments>
class SentPacket {
 public:
  SentPacket(packets::PacketBuffers& buffers, Arguments... arguments)
      : buffers_(&buffers), arguments_(std::move(arguments)...) {}
  /// `metadata` must live as long as the packet; keep() returns a packet with a copy of them. Null:
  /// there are none.
  SentPacket(packets::PacketBuffers& buffers, const packets::Metadata* metadata,
             Arguments... arguments)
      : buffers_(&buffers), arguments_(std::move(arguments)...), lent_(metadata) {}

  /// Null: there are none.
  [[nodiscard]] const packets::Metadata* metadata() const noexcept {
    return kept_ ? &*kept_ : lent_;
  }
  [[nodiscard]] const std::tuple<Arguments...>& arguments() const noexcept { return arguments_; }
  [[nodiscard]] SentPacket keep() const {
    return std::apply(
        [&](const Arguments&... arguments) {
          SentPacket kept{*buffers_, Arguments{kept_in(*buffers_, arguments)}...};
          if (const auto* const given = metadata()) kept.kept_.emplace(*given);
          return kept;
        },
        arguments_);
  }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return std::apply(
        [](const auto&... entry) { return (std::size_t{0} + ... + payload_bytes(entry)); },
        arguments_);
  }

 private:
  packets::PacketBuffers* buffers_;
  std::tuple<Arguments...> arguments_;
  const packets::Metadata* lent_ = nullptr;
  std::optional<packets::Metadata> kept_;
};

}  // namespace orbweaver::ports
