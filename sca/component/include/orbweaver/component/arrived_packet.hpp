// A packet that has come, whatever its samples are: Input<> reads it by its port's type.
#pragma once
#include <orbweaver/packets/metadata.hpp>

#include <cstddef>

namespace orbweaver::component {

/// Refers to samples that lie elsewhere.
struct ArrivedPacket {
  struct Samples {
    const void* first = nullptr;  // of the port's Sample
    std::size_t count = 0;
  };
  Samples I, Q;  // Q: of pairs alone
  /// The end of a stream is a flag of module Packet's streams, and an empty packet of all others.
  bool is_end = false;
  bool has_samples = false;
  const packets::Metadata* metadata = nullptr;  // never null in a packet that is handed on
};

}  // namespace orbweaver::component
