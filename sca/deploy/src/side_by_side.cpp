// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/deploy/side_by_side.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/thread.hpp>

#include <algorithm>
#include <vector>

namespace orbweaver::deploy {

void side_by_side(std::size_t count, std::size_t threads,
                  const std::function<void(std::size_t)>& body) {
  os::Atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (auto i = next++; i < count; i = next++) body(i);
  };
  std::vector<os::Thread> others;
  const auto wanted = std::min(count, threads);
  for (std::size_t i = 1; i < wanted; ++i) others.emplace_back(work);
  work();
}

}  // namespace orbweaver::deploy
