// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/packets/loss.hpp>

#include <numeric>

namespace orbweaver::packets {

std::string_view name_of(Loss loss) noexcept {
  constexpr std::array<std::string_view, kLosses> kNames{"dead",
                                                         "refused",
                                                         "full_at_sender",
                                                         "old_at_sender",
                                                         "late_at_sender",
                                                         "left",
                                                         "old_on_arrival",
                                                         "late_on_arrival",
                                                         "full_at_receiver",
                                                         "old_at_receiver",
                                                         "late_at_receiver"};
  return kNames.at(static_cast<std::size_t>(loss));
}

std::uint64_t Losses::all() const noexcept {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

Losses LossCounters::snapshot() const noexcept {
  Losses losses;
  for (std::size_t i = 0; i < kLosses; ++i)
    losses.counts[i] = counts_[i].load(std::memory_order_relaxed);
  return losses;
}

void LossCounters::clear() noexcept {
  for (auto& count : counts_) count.store(0, std::memory_order_relaxed);
}

}  // namespace orbweaver::packets
