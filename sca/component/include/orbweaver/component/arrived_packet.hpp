// A packet that has come, whatever its samples are: Input<> reads it by its port's type.
#pragma once
#include <orbweaver/packets/metadata.hpp>

#include <cstddef>
#include <vector>

namespace orbweaver {
class Chunk;
}  // namespace orbweaver

namespace orbweaver::component {

/// Refers to samples that lie elsewhere.
struct ArrivedPacket {
  struct Samples {
    const void* first = nullptr;  // of the port's Sample
    std::size_t count = 0;
    const Chunk* memory = nullptr;  // in which they lie; null: nothing is known of it
  };
  Samples I, Q;  // Q: of pairs alone
  /// The end of a stream is a flag of module Packet's streams, and an empty packet of all others.
  bool is_end = false;
  bool has_samples = false;
  const packets::Metadata* metadata = nullptr;  // never null in a packet that is handed on
};

/// The samples, which the caller will change: in the memory where they came, if nothing else reads it, else a copy.
/// T: a Sample of the standard data interfaces.
template <class T>
void take_samples(const ArrivedPacket::Samples& samples, std::vector<T>& into);

}  // namespace orbweaver::component
