// SPDX-License-Identifier: Apache-2.0
// The slots of a server for connections: at most so many at once, and so many of one peer.
//
// If no slot is free, the connection that has been silent longest loses its slot to a newcomer,
// provided that it has never sent a whole message: nothing of it runs, and nothing is due to it. If
// the newcomer's peer has as many connections as it may have, the loser must be of the same peer.
//
//   silent ── its first whole message ─► speaks: keeps its slot until it ends
//     └────── a newcomer needs its slot ─► gave way: a message that comes now is not taken
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>

#include <atomic>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace orbweaver::transport {
class Connection;
}

namespace orbweaver::server {

/// A connection, as ConnectionSlots sees it.
class SlotHolder {
 public:
  virtual ~SlotHolder() = default;
  /// Keeps the connection alive while the result lives; null if the connection is ending.
  [[nodiscard]] virtual std::shared_ptr<SlotHolder> keep_slot() noexcept = 0;
  enum class Lack : std::uint8_t { slots, descriptors };
  /// Another connection got the slot for the reason `lack`: ends this connection. Must not block.
  virtual void end_silent(Lack lack) noexcept = 0;
};

/// The other end of a connection: the address of another host, or a process on this one.
struct PeerIdentity {
  std::string name;
  /// The peer may be any program of this machine: the bound of one peer holds for it only if an
  /// option set that bound.
  bool is_anyone_here = false;
};
[[nodiscard]] PeerIdentity identity_of(const transport::Connection& connection);

/// Threads: any.
class ConnectionSlots final : public std::enable_shared_from_this<ConnectionSlots> {
 public:
  struct Bounds {
    std::size_t all = 1024;
    std::size_t of_a_peer = 512;
    std::size_t of_anyone_here = 1024;
  };
  explicit ConnectionSlots(Bounds bounds) noexcept : bounds_(bounds) {}

  /// The slot of one connection, for as long as it lives.
  class Slot {
   public:
    Slot(std::shared_ptr<ConnectionSlots> all, SlotHolder& holder) noexcept
        : all_(std::move(all)), holder_(holder) {}
    ~Slot() { all_->leave(*this); }
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

    /// The first whole message has come. Returns false if the connection has lost its slot.
    [[nodiscard]] bool speak() noexcept { return change_from_silent(State::speaks); }

   private:
    friend class ConnectionSlots;
    enum class State : std::uint8_t { silent, speaks, gave_way };
    // acq_rel: the thread that wins sees all that the connection did before
    [[nodiscard]] bool change_from_silent(State next) noexcept {
      auto expected = State::silent;
      return state_.compare_exchange_strong(expected, next, std::memory_order_acq_rel);
    }

    const std::shared_ptr<ConnectionSlots> all_;
    SlotHolder& holder_;
    os::Atomic<State> state_{State::silent};
    // Guarded by mutex_ of all. Before take(), and after it gave way, the slot is in no list.
    bool is_in_ = false;
    TimePoint since_{};
    std::list<Slot*>::iterator in_order_;
    std::map<std::string, std::size_t>::iterator of_peer_;
  };

  enum class Answer { taken, all_full, peer_full };
  /// Call it once for each slot. `taken`: perhaps from another connection, which was ended.
  [[nodiscard]] Answer take(Slot& slot, const PeerIdentity& peer);
  /// Call it when descriptors have run out. Ends connections that have been silent since `since` or
  /// longer, the longest first, and at most a sixteenth of all slots, since the newcomers take
  /// descriptors, too. False: there is no such connection.
  bool end_silent_ones(TimePoint since);
  [[nodiscard]] const Bounds& bounds() const noexcept { return bounds_; }
  [[nodiscard]] std::size_t bound_of(const PeerIdentity& peer) const noexcept {
    return peer.is_anyone_here ? bounds_.of_anyone_here : bounds_.of_a_peer;
  }

 private:
  using Lock = std::unique_lock<os::Mutex>;

  void leave(Slot& slot) noexcept;
  void remove(Slot& slot, const Lock& lock) noexcept;
  void put_in(Slot& slot, std::list<Slot*>& node, const PeerIdentity& peer, const Lock& lock);
  /// Takes the slot of the first silent connection that `may_go`; the caller ends that connection.
  /// Returns null if there is none, or if it ends by itself.
  template <class MayGo>
  [[nodiscard]] std::shared_ptr<SlotHolder> free_one(const Lock& lock, MayGo may_go) noexcept;

  const Bounds bounds_;
  os::Mutex mutex_;
  std::list<Slot*> in_order_;  // of arrival: the connection that is silent longest is the first
  std::map<std::string, std::size_t> of_peers_;
};

}  // namespace orbweaver::server
