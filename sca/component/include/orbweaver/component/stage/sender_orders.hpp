// SPDX-License-Identifier: Apache-2.0
// The order of arrivals that come from several senders, each of which numbers its packets.
#pragma once
#include <orbweaver/component/stage/arrival_order.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orbweaver::component {

/// Sums over all senders; a packet is compared with those of its sender only. Not thread-safe.
class SenderOrders {
 public:
  /// How many senders are judged: the first ones. Packets of later senders are only counted, since
  /// a peer chooses these numbers and could fill the memory.
  static constexpr std::size_t kMostSenders = 64;

  /// `number`: the sender's own, from 1; 0: unknown, and its order is not judged.
  void record(std::uint64_t sender, std::uint64_t number) {
    ++received_;
    if (number == 0) return;
    if (auto* const order = order_of(sender)) order->record(number);
  }

  [[nodiscard]] std::uint64_t received() const noexcept { return received_; }
  [[nodiscard]] std::uint64_t reordered_previous() const noexcept {
    return sum(&ArrivalOrder::reordered_previous);
  }
  [[nodiscard]] std::uint64_t reordered_original() const noexcept {
    return sum(&ArrivalOrder::reordered_original);
  }
  [[nodiscard]] std::uint64_t overtaken() const noexcept { return sum(&ArrivalOrder::overtaken); }

 private:
  struct Sender {
    std::uint64_t id;
    ArrivalOrder order;
  };

  // Null: there are too many already.
  [[nodiscard]] ArrivalOrder* order_of(std::uint64_t id) {
    for (auto& sender : senders_)
      if (sender.id == id) return &sender.order;
    if (senders_.size() == kMostSenders) return nullptr;
    return &senders_.emplace_back(id, ArrivalOrder{}).order;
  }
  [[nodiscard]] std::uint64_t sum(std::uint64_t (ArrivalOrder::*figure)()
                                      const noexcept) const noexcept {
    std::uint64_t all = 0;
    for (const auto& sender : senders_) all += (sender.order.*figure)();
    return all;
  }

  std::uint64_t received_ = 0;
  std::vector<Sender> senders_;
};

}  // namespace orbweaver::component
