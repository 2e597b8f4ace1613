#include <orbweaver/client/connection_slot.hpp>

#include "client_connection.hpp"

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

// Such a moment comes soon: a connection is replaced because it has ended, which ends the calls on
// it, and until the new one is there no other thread holds a pin for longer than a look.
//
// At a moment when no thread uses the slot none uses what it replaced before: a thread that enters
// from then on finds the new one. What is dropped says CloseConnection, outside of the lock.
void ConnectionSlot::drop_replaced() noexcept {
  std::vector<std::shared_ptr<ClientConnection>> unused;
  const std::lock_guard lock(mutex_);
  if (users_.load(std::memory_order_seq_cst) != 0) return;
  unused.swap(replaced_);
  has_replaced_.store(false, std::memory_order_seq_cst);
}

}  // namespace orbweaver::client
