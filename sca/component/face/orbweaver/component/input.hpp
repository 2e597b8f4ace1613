// SPDX-License-Identifier: Apache-2.0
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

/// A packet that came through the port `In_`. Its samples are read in the memory where they
/// arrived, and are valid until process() returns.
template <class In_>
class Input {
 public:
  /// The type of a sample, or of one part of a complex sample.
  using Sample = typename In_::Sample;

  /// Requires: the packet is of this port.
  Input(const ArrivedPacket& packet, const packets::Stamp& stamp) noexcept
      : packet_(packet), stamp_(stamp) {}

  /// The samples. For ports of real samples, and of the streams of module Packet.
  [[nodiscard]] std::span<const Sample> samples() const noexcept
    requires(In_::family != ports::Family::pair)
  {
    return typed(packet_.I);
  }
  /// The real part of complex samples; of stereoSound the left channel. The lengths of I and Q
  /// differ if the sender made them so.
  [[nodiscard]] std::span<const Sample> I() const noexcept
    requires(In_::family == ports::Family::pair)
  {
    return typed(packet_.I);
  }
  /// The imaginary part, or the right channel.
  [[nodiscard]] std::span<const Sample> Q() const noexcept
    requires(In_::family == ports::Family::pair)
  {
    return typed(packet_.Q);
  }

  /// Copies the complex samples into `into`, as many as I and Q both have. Allocates only if the
  /// vector is too small.
  void copy_to(std::vector<std::complex<Sample>>& into) const
    requires(In_::family == ports::Family::pair)
  {
    into.resize(std::min(I().size(), Q().size()));
    for (std::size_t k = 0; k < into.size(); ++k) into[k] = {I()[k], Q()[k]};
  }

  /// The packet's number within its connection, from 1; 0: the sender sends no numbers.
  [[nodiscard]] std::uint64_t number() const noexcept { return stamp_.number; }
  /// The metadata that the sender gave: sample rate and so on. Empty if it gave none, as other
  /// ORBs. A sample rate, if there is one, is finite and more than 0.
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
