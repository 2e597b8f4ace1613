// SPDX-License-Identifier: Apache-2.0
// The sending side of a shm connection. A small message is copied into the ring. A large message is
// copied into a block, unless it lies in a loaned block already; the ring gets a record that
// names the block. A message that is too large for any block is sent in parts, which the receiver
// joins.
#pragma once
#include <orbweaver/transport/connection.hpp>

#include "shm/brief_poll.hpp"
#include "shm/link.hpp"

#include <optional>
#include <span>

namespace orbweaver::transport::shm {

/// Threads: one at a time.
class Outbox {
 public:
  /// Rings on `socket` for messages. `link` and `socket` must outlive the outbox.
  Outbox(Link& link, int socket, Nanoseconds poll_time) noexcept;

  [[nodiscard]] Result<void, ConnectionFailure> send(std::span<const Bytes> pieces,
                                                     Deadline deadline);

 private:
  class Gather;
  using Outcome = Result<void, ConnectionFailure>;
  using Block = Slab::Block;

  [[nodiscard]] bool check_peer();
  [[nodiscard]] Outcome send_inline(Gather& bytes, std::size_t size);
  [[nodiscard]] Outcome send_in_blocks(std::span<const Bytes> pieces);
  [[nodiscard]] Outcome send_run(std::span<const Bytes> pieces);
  [[nodiscard]] Outcome send_part(Gather& bytes);
  [[nodiscard]] Outcome send_loan(std::span<const Bytes> head, Bytes payload,
                                  std::span<const Bytes>& rest, const Block& block);
  [[nodiscard]] Outcome send_block(const Block& block, std::size_t offset, std::size_t size);
  [[nodiscard]] Result<std::optional<Block>, ConnectionFailure> take_block(std::size_t size);
  [[nodiscard]] std::optional<Block> take_what_there_is(std::size_t size);
  [[nodiscard]] Result<std::byte*, ConnectionFailure> claim(std::size_t size);
  [[nodiscard]] bool has_room_for_block(std::size_t size) noexcept;
  void commit(std::uint32_t kind, std::size_t size);
  template <class Condition>
  [[nodiscard]] Outcome wait_until(Condition condition);
  [[nodiscard]] bool has_left() const noexcept;
  [[nodiscard]] unexpected<ConnectionFailure> failed(ConnectionFault fault) const noexcept;

  Link& link_;
  int socket_;
  ring::RecordWriter<> writer_;
  ring::Waker<> their_receiver_;
  ring::SleepWord<> sleeper_;
  BriefPoll brief_poll_;
  std::uint64_t block_bytes_sent_ = 0, block_bytes_taken_ = 0;  // as far as the peer has reported
  bool bell_has_failed_ = false;
  unsigned small_messages_ = 0;
  TimePoint last_check_;
  Deadline deadline_ = Deadline::never();  // of the present send()
  std::size_t taken_ = 0;                  // bytes of the present send() that were committed
};

}  // namespace orbweaver::transport::shm
