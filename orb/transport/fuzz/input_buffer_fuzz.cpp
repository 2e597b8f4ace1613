// SPDX-License-Identifier: Apache-2.0
// Whatever bytes come in whatever portions: frames lie end to end as the stream had them, nothing
// else is read or written, and a claimed size costs no more memory than the limit.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "../src/socket/input_buffer.hpp"

namespace {

using namespace orbweaver;
using transport::InputBuffer;

constexpr std::size_t kLimit = 3 * InputBuffer::kChunkSize;

// Two bytes of size in units of seven, so that few bytes of input reach every kind of frame.
constexpr transport::FrameRule kRule{2,
                                     [](Bytes header, std::size_t) -> std::optional<std::size_t> {
                                       std::uint16_t units = 0;
                                       std::memcpy(&units, header.data(), sizeof units);
                                       return std::size_t{units} * 7;
                                     },
                                     kLimit};

struct Portions {
  Bytes rest;
  std::uint32_t state = 1;

  // Repeats the input with changing portions, as a stream must be long to reach the end of a chunk.
  Bytes next(std::size_t room) {
    state = state * 1664525 + 1013904223;
    const auto size = std::min({rest.size(), room, std::size_t{1} + state % 9000});
    const auto portion = rest.first(size);
    rest = rest.subspan(size);
    return portion;
  }
};

void check(bool holds) {
  if (!holds) std::abort();
}

// By memcmp: with the fuzzer's instrumentation a loop over bytes would take most of the time.
bool is_same(Bytes a, Bytes b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

void run(Bytes stream) {
  InputBuffer input{kRule};
  std::vector<Frame> kept;
  Portions portions{stream};
  auto expected = stream;
  while (!portions.rest.empty() && input.state() != InputBuffer::State::refused) {
    const auto room = input.room();
    check(!room.empty());
    const auto portion = portions.next(room.size());
    std::memcpy(room.data(), portion.data(), portion.size());
    input.filled(portion.size());
    while (input.state() == InputBuffer::State::whole) {
      const auto frame = input.take();
      check(is_same(frame.bytes(), expected.first(frame.size())));
      expected = expected.subspan(frame.size());
      if (frame.size() % 3 == 0) kept.push_back(frame);
    }
  }
  check(input.state() != InputBuffer::State::refused || input.refused_header().size() == 2);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kRepeats = 64;
  std::vector<std::byte> stream;
  stream.reserve(kRepeats * size);
  for (std::size_t i = 0; i < kRepeats; ++i)
    stream.insert(stream.end(), reinterpret_cast<const std::byte*>(data),
                  reinterpret_cast<const std::byte*>(data + size));
  run(stream);
  return 0;
}
