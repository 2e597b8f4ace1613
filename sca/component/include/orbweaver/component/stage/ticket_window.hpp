// SPDX-License-Identifier: Apache-2.0
// Keeps the outputs of parallel workers in the order of their inputs. Pure logic, no threads.
//
//     handed on          claimed         accepted
//         ▼                 ▼               ▼
//   ......│ done  at work  done │ waiting waiting │ free ......      at most `size` in between
//           ▲ due: the oldest, once it is done
//
// An input gets a ticket when it is accepted; tickets are claimed in order, completed in any order,
// and handed on in order. Slots are reused: ticket t lives in slot t % size.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace orbweaver::component {

/// Not thread-safe: the caller serialises.
class TicketWindow {
 public:
  /// 64 bits everywhere: it never wraps, so that its slot is right.
  using Ticket = std::uint64_t;

  /// Holds `size` tickets, at least 1. All memory is allocated here.
  explicit TicketWindow(std::size_t size) : is_done_(std::max<std::size_t>(size, 1), false) {}

  [[nodiscard]] std::size_t size() const noexcept { return is_done_.size(); }
  [[nodiscard]] std::size_t slot(Ticket ticket) const noexcept {
    return static_cast<std::size_t>(ticket % size());
  }
  [[nodiscard]] std::size_t in_flight() const noexcept { return between(handed_on_, accepted_); }
  [[nodiscard]] std::size_t waiting() const noexcept { return between(claimed_, accepted_); }
  [[nodiscard]] bool has_room() const noexcept { return in_flight() < size(); }

  /// Takes in an input. Call only if has_room().
  [[nodiscard]] Ticket accept() noexcept { return accepted_++; }
  /// The oldest that waits, for the caller to work on.
  [[nodiscard]] std::optional<Ticket> claim() noexcept {
    if (claimed_ == accepted_) return std::nullopt;
    return claimed_++;
  }
  /// The work on a claimed ticket is done. Returns true if it is the ticket that is due.
  bool complete(Ticket ticket) noexcept {
    is_done_[slot(ticket)] = true;
    return ticket == handed_on_;
  }
  /// The oldest in flight, if its work is done.
  [[nodiscard]] std::optional<Ticket> due() const noexcept {
    if (!is_done_[slot(handed_on_)]) return std::nullopt;
    return handed_on_;
  }
  /// The oldest in flight, if a thread works on it.
  [[nodiscard]] std::optional<Ticket> awaited() const noexcept {
    if (handed_on_ == claimed_ || is_done_[slot(handed_on_)]) return std::nullopt;
    return handed_on_;
  }
  /// Frees the slot of the ticket that was due. Only after due() returned one.
  void release() noexcept { is_done_[slot(handed_on_++)] = false; }

 private:
  /// At most size().
  static std::size_t between(Ticket first, Ticket end) noexcept {
    return static_cast<std::size_t>(end - first);
  }

  std::vector<bool> is_done_;  // indexed by slot
  Ticket accepted_ = 0, claimed_ = 0, handed_on_ = 0;
};

}  // namespace orbweaver::component
