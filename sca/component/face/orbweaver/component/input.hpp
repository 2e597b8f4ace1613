// A packet as a component gets it.
#pragma once
#include <orbweaver/component/arrived_packet.hpp>
#include <orbweaver/component/port.hpp>
#include <orbweaver/packets/stamp.hpp>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orbweaver::component {

/// The samples of a packet that came through the port `In_`, read where they arrived. They are there
/// until process() returns.
template <class In_>
class Input {
 public:
  /// One sample; of complex samples one part.
  using Sample = typename In_::Sample;

  /// Requires: the packet is of this port.
  Input(const ArrivedPacket& packet, const packets::Stamp& stamp) noexcept
      : packet_(packet), stamp_(stamp) {}

  /// Of real samples, and of the streams of module Packet.
  [[nodiscard]] std::span<const Sample> samples() const noexcept
    requires(In_::family != ports::Family::pair)
  {
    return typed(packet_.I);
  }
  /// Of complex samples; of stereoSound: left and right. Both may differ in length: the sender
  /// decides.
  [[nodiscard]] std::span<const Sample> I() const noexcept
    requires(In_::family == ports::Family::pair)
  {
    return typed(packet_.I);
  }
  [[nodiscard]] std::span<const Sample> Q() const noexcept
    requires(In_::family == ports::Family::pair)
  {
    return typed(packet_.Q);
  }

  /// The complex samples as numbers, as far as I and Q both go. Allocates only while the vector grows.
  void copy_to(std::vector<std::complex<Sample>>& into) const
    requires(In_::family == ports::Family::pair)
  {
    into.resize(std::min(I().size(), Q().size()));
    for (std::size_t k = 0; k < into.size(); ++k) into[k] = {I()[k], Q()[k]};
  }

  /// Which packet of its connection it is, from 1; 0: the sender does not say.
  [[nodiscard]] std::uint64_t number() const noexcept { return stamp_.number; }
  /// What its sender says of the samples: their rate and so on. Of a sender that says nothing, and of
  /// other ORBs, one that is empty. A rate that is there is more than 0, and finite.
  [[nodiscard]] const packets::Metadata& metadata() const noexcept { return *packet_.metadata; }

  // ---- for the base ----

  [[nodiscard]] const ArrivedPacket& packet() const noexcept { return packet_; }

 private:
  static std::span<const Sample> typed(const ArrivedPacket::Samples& samples) noexcept {
    return {static_cast<const Sample*>(samples.first), samples.count};
  }
  const ArrivedPacket& packet_;
  const packets::Stamp& stamp_;
};

}  // namespace orbweaver::component
