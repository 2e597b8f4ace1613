// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/await_readable.hpp>

#include <poll.h>

#include <algorithm>
#include <array>

namespace orbweaver::os {

std::bitset<kMostAwaited> await_readable(std::span<const int> descriptors) noexcept {
  std::array<pollfd, kMostAwaited> watched{};
  const auto count = std::min(descriptors.size(), kMostAwaited);
  for (std::size_t i = 0; i < count; ++i) watched[i] = {descriptors[i], POLLIN, 0};
  std::bitset<kMostAwaited> ready;
  if (::poll(watched.data(), count, -1) < 0) return ready;
  for (std::size_t i = 0; i < count; ++i) ready[i] = watched[i].revents != 0;
  return ready;
}

}  // namespace orbweaver::os
