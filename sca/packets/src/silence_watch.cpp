// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/packets/silence_watch.hpp>

namespace orbweaver::packets {

// Thread A notes a packet, thread B rings; each writes before it reads (seq_cst):
//   A: last_ns_, then state_        B: state_ = resting, then last_ns_
// A sees `resting` and sets the alarm, or B sees the packet and goes on watching.
void SilenceWatch::note_packet(std::int64_t now_ns) noexcept {
  last_ns_.store(now_ns, std::memory_order_seq_cst);
  if (is_over_.load(std::memory_order_relaxed)) is_over_.store(false, std::memory_order_relaxed);
  if (state_.load(std::memory_order_seq_cst) == State::watching) return;
  auto expected = State::resting;
  if (state_.compare_exchange_strong(expected, State::watching)) set_alarm(now_ns);
}

void SilenceWatch::rest() noexcept { is_over_.store(true, std::memory_order_relaxed); }

void SilenceWatch::set_alarm(std::int64_t from_ns) noexcept {
  const auto when = TimePoint{Nanoseconds{from_ns}} + deadline_;
  if (!alarm_.set(when, weak_from_this())) state_.store(State::resting);
}

void SilenceWatch::ring() noexcept {
  const auto last = last_ns_.load(std::memory_order_seq_cst);
  if (monotonic_ns() - last < deadline_.count()) return set_alarm(last);
  state_.store(State::resting, std::memory_order_seq_cst);
  const auto newest = last_ns_.load(std::memory_order_seq_cst);
  if (newest != last) {  // a packet came just now, in the state `watching`
    auto expected = State::resting;
    if (state_.compare_exchange_strong(expected, State::watching)) set_alarm(newest);
    return;
  }
  if (is_over_.exchange(false, std::memory_order_relaxed)) return;
  silences_.fetch_add(1, std::memory_order_relaxed);
  report_();
}

}  // namespace orbweaver::packets
