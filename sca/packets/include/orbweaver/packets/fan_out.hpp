// SPDX-License-Identifier: Apache-2.0
// Sends one packet to several connections.
#pragma once
#include <orbweaver/base/meanwhile.hpp>
#include <orbweaver/packets/destination.hpp>
#include <orbweaver/packets/stamp.hpp>

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <utility>

namespace orbweaver::packets {

/// Sends the packet to the connections in their order. While a destination's reply is awaited, the
/// packet goes to the next ones: so the destinations of two-way connections work side by side.
/// Thread T, destinations A and B:
///
///   T: sends to A                       A works
///   T: sends to B                       A and B work
///   T: awaits B's reply, then A's
///
/// At most kMostAwaited replies are awaited at once: then all of them are read, and the next
/// destinations get the packet. Threads: the one that pushes.
template <class Packet, class Connection>
class FanOut final : public Meanwhile {
 public:
  /// All arguments must live as long as this object. `times` and `now_ns`: as
  /// PacketConnection::push.
  FanOut(std::span<const std::shared_ptr<Connection>> connections, const Packet& packet,
         const Times& times, std::int64_t now_ns, Last last) noexcept
      : rest_(connections), packet_(packet), times_(times), now_ns_(now_ns), last_(last) {}

  // Each reply that is awaited holds about a kilobyte of the thread's stack.
  static constexpr unsigned kMostAwaited = 16;

  /// Sends to all connections, also if one of them throws. Then throws the first exception.
  void send() {
    while (!rest_.empty()) {
      reads_replies_ = false;
      run();
    }
    if (failure_) std::rethrow_exception(failure_);
  }

  /// Sends to the next connections. A destination that is going to wait for a reply calls it, too.
  void run() noexcept override {
    if (awaited_ == kMostAwaited) reads_replies_ = true;
    ++awaited_;
    while (!rest_.empty() && !reads_replies_) send_to_next();
    --awaited_;
  }

 private:
  void send_to_next() noexcept try {
    auto& next = *rest_.front();
    rest_ = rest_.subspan(1);
    next.push(packet_, times_, now_ns_, rest_.empty() ? nullptr : this, last_);
  } catch (...) {
    if (!failure_) failure_ = std::current_exception();
  }

  std::span<const std::shared_ptr<Connection>> rest_;
  const Packet& packet_;
  const Times& times_;
  const std::int64_t now_ns_;
  const Last last_;
  unsigned awaited_ = 0;
  bool reads_replies_ = false;  // true: the awaited replies are read before more is sent
  std::exception_ptr failure_;
};

}  // namespace orbweaver::packets
