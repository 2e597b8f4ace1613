// SPDX-License-Identifier: Apache-2.0
// A received packet, without the type of its samples: Input<> reads it with the type of its port.
#pragma once
#include <orbweaver/packets/metadata.hpp>

#include <cstddef>
#include <vector>

namespace orbweaver {
class Chunk;
}  // namespace orbweaver

namespace orbweaver::component {

/// Refers to samples, and does not own them.
struct ArrivedPacket {
  struct Samples {
    const void* first = nullptr;  // an array of the port's Sample
    std::size_t count = 0;
    const Chunk* memory = nullptr;  // the chunk that holds the samples; null: unknown
  };
  Samples I, Q;  // Q: only of pairs
  /// In module Packet's streams, a flag; in all other interfaces, an empty packet.
  bool is_end = false;
  bool has_samples = false;
  const packets::Metadata* metadata = nullptr;  // never null in a packet that the component gets
};

/// Moves the samples to `into`, where the caller may change them: without a copy if nothing else
/// reads their memory, else as a copy. T: a Sample of the standard data interfaces.
template <class T>
void take_samples(const ArrivedPacket::Samples& samples, std::vector<T>& into);

}  // namespace orbweaver::component
