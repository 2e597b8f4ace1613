// SPDX-License-Identifier: Apache-2.0
// The connection that a reference remembers. A call pins the connection while it uses it; this
// takes two atomic operations and never waits.
#pragma once
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace orbweaver::client {

class ClientConnection;

/// Threads: any. A connection that was replaced is dropped when no thread uses the slot, on the
/// thread that used it last.
class ConnectionSlot {
 public:
  /// A pinned connection, or nothing.
  class Pin {
   public:
    explicit Pin(ConnectionSlot& slot) noexcept : slot_(&slot), connection_(slot.enter()) {}
    Pin(Pin&& other) noexcept
        : slot_(std::exchange(other.slot_, nullptr)), connection_(other.connection_) {}
    Pin& operator=(Pin&&) = delete;
    Pin(const Pin&) = delete;
    Pin& operator=(const Pin&) = delete;
    ~Pin() {
      if (slot_ != nullptr) slot_->leave();
    }
    [[nodiscard]] explicit operator bool() const noexcept { return connection_ != nullptr; }
    [[nodiscard]] ClientConnection& operator*() const noexcept { return *connection_; }
    [[nodiscard]] ClientConnection* operator->() const noexcept { return connection_; }

   private:
    ConnectionSlot* slot_;
    ClientConnection* connection_;
  };

  /// Later pins get this connection; it may be null.
  void replace(std::shared_ptr<ClientConnection> connection);

 private:
  ClientConnection* enter() noexcept {
    // seq_cst, here and in replace(). Thread A pins, thread B replaces; each writes before it
    // reads:
    //   A: counts itself as a user, then reads the connection
    //   B: stores the new connection, then reads the number of users
    // Either B sees A, and does not drop the old connection, or A gets the new one.
    users_.fetch_add(1, std::memory_order_seq_cst);
    return current_.load(std::memory_order_seq_cst);
  }
  void leave() noexcept {
    const bool was_last = users_.fetch_sub(1, std::memory_order_seq_cst) == 1;
    if (was_last && has_replaced_.load(std::memory_order_seq_cst)) [[unlikely]]
      drop_replaced();
  }
  void drop_replaced() noexcept;

  os::Atomic<ClientConnection*> current_{nullptr};
  os::Atomic<std::uint32_t> users_{0};
  os::Atomic<bool> has_replaced_{false};
  os::Mutex mutex_;
  std::shared_ptr<ClientConnection> owner_;  // keeps current_ alive
  std::vector<std::shared_ptr<ClientConnection>> replaced_;
};

}  // namespace orbweaver::client
