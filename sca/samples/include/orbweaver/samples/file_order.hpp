// SPDX-License-Identifier: Apache-2.0
// A packet of a standard data interface as its samples stand in a file.
#pragma once
#include <orbweaver/ports/data_interface.hpp>
#include <orbweaver/samples/file_byte_order.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace orbweaver::samples {

/// The samples of one packet. They live until the next packet is asked for.
struct FileSamples {
  std::span<const std::byte> bytes;
  bool is_end = false;  // of the stream; it may have samples all the same
  std::string problem;  // why these are not all samples of the packet; empty: they are
};

/// Threads: one at a time.
template <class Interface>
class FileOrder {
  using Traits = ports::DataInterface<Interface>;
  using Sample = typename Traits::Sample;

 public:
  static constexpr std::size_t kSampleBytes =
      sizeof(Sample) * (Traits::family == ports::Family::pair ? 2 : 1);

  [[nodiscard]] FileSamples of(const ports::PacketOf<Interface>& packet) {
    if constexpr (Traits::family == ports::Family::stream)
      return {in_file(packet.payload.values()), packet.control.end_of_stream, {}};
    else if constexpr (Traits::family == ports::Family::real)
      return {in_file(packet.I.values()), packet.I.empty(), {}};
    else
      return of_pairs(packet.I.values(), packet.Q.values());
  }

 private:
  // A copy only where the bytes of each sample change places.
  std::span<const std::byte> in_file(std::span<const Sample> samples) {
    if constexpr (std::endian::native == std::endian::little) return std::as_bytes(samples);
    both_.assign(samples.begin(), samples.end());
    return turned();
  }
  std::span<const std::byte> turned() {
    change_to_or_from_file_order(std::span{both_});
    return std::as_bytes(std::span<const Sample>{both_});
  }
  FileSamples of_pairs(std::span<const Sample> I, std::span<const Sample> Q) {
    const auto pairs = std::min(I.size(), Q.size());
    both_.resize(2 * pairs);
    for (std::size_t k = 0; k < pairs; ++k) {
      both_[2 * k] = I[k];
      both_[2 * k + 1] = Q[k];
    }
    auto problem = I.size() == Q.size() ? std::string{}
                                        : "a packet has " + std::to_string(I.size()) + " and " +
                                              std::to_string(Q.size()) +
                                              " samples: what has no partner was left out";
    return {turned(), I.empty() && Q.empty(), std::move(problem)};
  }

  std::vector<Sample> both_;
};

}  // namespace orbweaver::samples
