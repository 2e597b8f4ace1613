// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/packets/flow_meter.hpp>

namespace orbweaver::packets {

namespace {

constexpr std::int64_t kBetweenMarks = 500'000'000;

}  // namespace

// Thread A moves the marks, thread B reads them:
//   A: moves_ odd; fields (release); moves_ even (release)
//   B: moves_ (acquire); fields (acquire); moves_ again
// If B has read a field that A wrote, its acquire makes A's odd moves_ visible to the second look.
void FlowMeter::LiveMark::store(const Mark& mark) noexcept {
  at_ns.store(mark.at_ns, std::memory_order_release);
  packets.store(mark.packets, std::memory_order_release);
  bytes.store(mark.bytes, std::memory_order_release);
}

FlowMeter::Mark FlowMeter::LiveMark::load() const noexcept {
  return {at_ns.load(std::memory_order_acquire), packets.load(std::memory_order_acquire),
          bytes.load(std::memory_order_acquire)};
}

void FlowMeter::record(std::int64_t now_ns, std::size_t bytes) noexcept {
  if (now_ns >= next_mark_ns_) move_marks(now_ns);
  packets_.store(packets_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  bytes_.store(bytes_.load(std::memory_order_relaxed) + bytes, std::memory_order_relaxed);
}

void FlowMeter::move_marks(std::int64_t now_ns) noexcept {
  moves_.store(moves_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  older_.store(newer_.load());
  newer_.store(
      {now_ns, packets_.load(std::memory_order_relaxed), bytes_.load(std::memory_order_relaxed)});
  moves_.store(moves_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  next_mark_ns_ = now_ns + kBetweenMarks;
}

FlowMeter::Mark FlowMeter::rate_begins() const noexcept {
  for (;;) {
    const auto before = moves_.load(std::memory_order_acquire);
    const auto older = older_.load(), newer = newer_.load();
    if (before % 2 != 0 || before != moves_.load(std::memory_order_relaxed)) continue;
    return older.at_ns != 0 ? older : newer;
  }
}

Flow FlowMeter::snapshot(std::int64_t now_ns) const {
  Flow flow{packets(), bytes_.load(std::memory_order_relaxed), 0, 0, latency_.snapshot().summary()};
  const auto begin = rate_begins();
  const auto newest = newer_.at_ns.load(std::memory_order_relaxed);
  const bool flows = begin.at_ns != 0 && now_ns - newest <= 2 * kBetweenMarks;
  if (!flows || now_ns <= begin.at_ns || flow.packets < begin.packets) return flow;
  const double seconds = static_cast<double>(now_ns - begin.at_ns) / 1e9;
  flow.packets_per_second = static_cast<double>(flow.packets - begin.packets) / seconds;
  flow.bytes_per_second = static_cast<double>(flow.bytes - begin.bytes) / seconds;
  return flow;
}

void FlowMeter::clear() noexcept {
  moves_.store(moves_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  older_.store({});
  newer_.store({});
  moves_.store(moves_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  next_mark_ns_ = 0;
  packets_.store(0, std::memory_order_relaxed);
  bytes_.store(0, std::memory_order_relaxed);
  latency_.clear();
}

}  // namespace orbweaver::packets
