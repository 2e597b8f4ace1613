// SPDX-License-Identifier: Apache-2.0
// Whatever a hostile sender lays into the ring and into its blocks: frames lie within what is
// mapped and have the size that the rule found, and the inbox comes to an end or to nothing more.
#include <orbweaver/os/descriptor_passing.hpp>
#include <orbweaver/os/shared_memory.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "shm/inbox.hpp"

namespace {

using namespace orbweaver;
using namespace orbweaver::transport;

constexpr std::size_t kLimit = 100'000;
// No writer reuses this ring, so the inbox can read its records again and again: the limit ends
// that.
constexpr std::size_t kMostBytes = 20 * kLimit;
constexpr FrameRule kRule{2,
                          [](Bytes header, std::size_t) -> std::optional<std::size_t> {
                            std::uint16_t units = 0;
                            std::memcpy(&units, header.data(), sizeof units);
                            return std::size_t{units} * 7;
                          },
                          kLimit};

void check(bool holds) {
  if (!holds) std::abort();
}

std::uint32_t sum_of(Bytes bytes) {
  std::uint32_t sum = 0;
  for (const auto byte : bytes) sum += static_cast<std::uint32_t>(byte);
  return sum;
}

// The input is the ring's, from its start; the part of it beyond a kibibyte is that of page 0.
void lay_out(Bytes input, MutableBytes half) {
  const auto in_ring = std::min<std::size_t>(input.size(), 1024);
  std::ranges::copy(input.first(in_ring), half.begin() + shm::kRingOffset);
  const auto rest = input.subspan(in_ring);
  std::ranges::copy(rest.first(std::min(rest.size(), shm::kPage)), half.begin() + shm::kDataOffset);
}

void run(Bytes input) {
  const auto memory = os::make_shared_memory(2 * shm::kHalfSize).value();
  auto sockets = os::make_socket_pair().value();
  auto bells = os::make_socket_pair().value();
  const auto hostile =
      os::Mapping::of(memory.get(), 0, shm::kHalfSize, os::Protection::read_write).value();
  lay_out(input, hostile.memory());
  const auto link =
      shm::Link::make(memory.get(), shm::Role::server, std::move(bells.first), kMostShmBytes)
          .value();
  shm::Inbox inbox{link, sockets.first.get(), kRule, kDefaultPollTime};
  sockets.second.reset();
  std::vector<Frame> kept;
  volatile std::uint32_t sum = 0;
  std::size_t taken = 0;
  for (int frames = 0; frames < 300 && taken < kMostBytes; ++frames) {
    if (!inbox.poll_before_sleep(Deadline::never())) return;
    auto frame = inbox.take();
    if (!frame) return;
    taken += frame->size();
    check(frame->size() <= kLimit && frame->size() >= kRule.header_size);
    sum = sum + sum_of(frame->bytes());
    if (frame->size() % 3 == 0) kept.push_back(std::move(*frame));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  run({reinterpret_cast<const std::byte*>(data), size});
  return 0;
}
