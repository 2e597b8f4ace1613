// The order of arrivals that come from several streams, each with numbers of its own.
#pragma once
#include <orbweaver/stage/arrival_order.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orbweaver::stage {

/// Sums over all streams; a packet counts within its stream alone. Not thread-safe.
class StreamOrders {
 public:
  /// Streams whose order is judged: the first ones. Packets of later streams are counted only, as
  /// peers name the streams.
  static constexpr std::size_t kMostStreams = 64;

  /// `number`: from 1 in its stream; 0: unknown, and its order is not judged.
  void record(std::uint64_t stream, std::uint64_t number) {
    ++received_;
    if (number == 0) return;
    if (auto* const order = order_of(stream)) order->record(number);
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
  struct Stream {
    std::uint64_t id;
    ArrivalOrder order;
  };

  // Null: there are too many already.
  [[nodiscard]] ArrivalOrder* order_of(std::uint64_t id) {
    for (auto& each : streams_)
      if (each.id == id) return &each.order;
    if (streams_.size() == kMostStreams) return nullptr;
    return &streams_.emplace_back(id, ArrivalOrder{}).order;
  }
  [[nodiscard]] std::uint64_t sum(std::uint64_t (ArrivalOrder::*figure)()
                                      const noexcept) const noexcept {
    std::uint64_t all = 0;
    for (const auto& each : streams_) all += (each.order.*figure)();
    return all;
  }

  std::uint64_t received_ = 0;
  std::vector<Stream> streams_;
};

}  // namespace orbweaver::stage
