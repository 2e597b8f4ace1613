// SPDX-License-Identifier: Apache-2.0
// Whatever a hostile writer puts into the ring, also while it is read: the reader stays inside, its
// records lie inside, and it gives up or comes to an end.
#include <orbweaver/transport/ring/record_ring.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace {

using namespace orbweaver;
using namespace orbweaver::transport::ring;

constexpr std::size_t kSize = 1024;

struct Memory {
  alignas(kUnit) std::byte ring[kSize] = {};
};

void check(bool holds) {
  if (!holds) std::abort();
}

std::uint32_t sum_of(Bytes bytes) {
  std::uint32_t sum = 0;
  for (const auto byte : bytes) sum += static_cast<std::uint32_t>(byte);
  return sum;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto memory = std::make_unique<Memory>();  // on the heap, where the sanitizer sees its ends
  std::memcpy(memory->ring, data, std::min(size, kSize));
  std::uint64_t read_position = 0;
  RecordReader<> reader{memory->ring, read_position};
  volatile std::uint32_t sum = 0;
  for (std::size_t records = 0; records < 4 * kSize / kUnit; ++records) {
    if (reader.poll() != Poll::record) break;
    const auto bytes = reader.bytes();
    check(bytes.empty() ||
          (bytes.data() >= memory->ring && bytes.data() + bytes.size() <= memory->ring + kSize));
    sum = sum + sum_of(bytes) + reader.tag();
    // The writer changes what it wrote, also where the reader stands.
    if (size > kSize)
      memory->ring[data[kSize + records % (size - kSize)] * 4U] = std::byte{data[0]};
    if (reader.release()) reader.publish();
    check(read_position % kUnit == 0);
  }
  return 0;
}
