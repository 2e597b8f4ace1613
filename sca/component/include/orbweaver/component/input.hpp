// A packet as a component gets it.
#pragma once
#include <orbweaver/component/port.hpp>
#include <orbweaver/packets/stamp.hpp>

#include <cstdint>
#include <span>

namespace orbweaver::component {

/// The samples of a packet that came through the port `In_`, read where they arrived. They are there
/// until process() returns.
template <class In_>
class Input {
 public:
  using Sample = typename In_::Sample;
  using Packet = ports::PacketOf<typename In_::Interface>;

  Input(const Packet& packet, const packets::Stamp& stamp) noexcept
      : packet_(packet), stamp_(stamp) {}

  /// Of real samples, and of the streams of module Packet.
  [[nodiscard]] std::span<const Sample> samples() const noexcept
    requires(In_::family != ports::Family::pair)
  {
    if constexpr (In_::family == ports::Family::stream)
      return packet_.payload.values();
    else
      return packet_.I.values();
  }
  /// Of complex samples; of stereoSound: left and right. Both may differ in length: the sender
  /// decides.
  [[nodiscard]] std::span<const Sample> I() const noexcept
    requires(In_::family == ports::Family::pair)
  {
    return packet_.I.values();
  }
  [[nodiscard]] std::span<const Sample> Q() const noexcept
    requires(In_::family == ports::Family::pair)
  {
    return packet_.Q.values();
  }

  /// Which packet of its connection it is, from 1; 0: the sender does not say.
  [[nodiscard]] std::uint64_t number() const noexcept { return stamp_.number; }
  /// What its sender says of the samples: their rate and so on. Of a sender that says nothing, and of
  /// other ORBs, one that is empty. A rate that is there is more than 0, and finite.
  [[nodiscard]] const packets::Metadata& metadata() const noexcept {
    return packet_.metadata.get();
  }

 private:
  const Packet& packet_;
  const packets::Stamp& stamp_;
};

}  // namespace orbweaver::component
