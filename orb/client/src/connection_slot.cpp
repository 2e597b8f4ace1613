// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/client/connection_slot.hpp>

namespace orbweaver::client {

void ConnectionSlot::replace(std::shared_ptr<ClientConnection> connection) {
  {
    const std::lock_guard lock(mutex_);
    current_.store(connection.get(), std::memory_order_seq_cst);
    if (owner_) {
      replaced_.push_back(std::move(owner_));
      has_replaced_.store(true, std::memory_order_seq_cst);
    }
    owner_ = std::move(connection);
  }
  if (users_.load(std::memory_order_seq_cst) == 0) drop_replaced();
}

// Drops the replaced connections if no thread uses the slot: none of them is in use then, since a
// thread that enters later gets the new connection. The destructors run after the lock; they send
// CloseConnection.
//
// If a thread uses the slot, a later call drops them. That is soon: a connection is replaced
// because it has ended, and its end has ended the calls on it.
void ConnectionSlot::drop_replaced() noexcept {
  std::vector<std::shared_ptr<ClientConnection>> unused;
  const std::lock_guard lock(mutex_);
  if (users_.load(std::memory_order_seq_cst) != 0) return;
  unused.swap(replaced_);
  has_replaced_.store(false, std::memory_order_seq_cst);
}

}  // namespace orbweaver::client
