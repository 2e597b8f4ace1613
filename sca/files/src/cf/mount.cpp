// SPDX-License-Identifier: Apache-2.0
#include "mount.hpp"

namespace orbweaver::files {

bool Mount::may_be_called() noexcept {
  if (!is_silent_.load(std::memory_order_relaxed)) return true;
  auto next = next_try_.load(std::memory_order_relaxed);
  const auto time = now();
  return time >= next &&
         next_try_.compare_exchange_strong(next, time + limits_.silence, std::memory_order_relaxed);
}

void Mount::answered() noexcept {
  is_silent_.store(false, std::memory_order_relaxed);
  out_of_reach_since_.store({}, std::memory_order_relaxed);
}

bool Mount::is_out_of_reach() noexcept {
  const auto since = out_of_reach_since_.load(std::memory_order_relaxed);
  const auto time = now();
  if (since != TimePoint{}) return time - since >= limits_.silence;
  out_of_reach_since_.store(time, std::memory_order_relaxed);
  return false;
}

void Mount::timed_out() noexcept {
  next_try_.store(now() + limits_.silence, std::memory_order_relaxed);
  is_silent_.store(true, std::memory_order_relaxed);
}

}  // namespace orbweaver::files
