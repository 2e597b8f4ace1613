// SPDX-License-Identifier: Apache-2.0
// The receiving side of a shm connection: turns records into frames.
//
//   bytes in the ring            are copied out, so that the sender has the room again at once
//   a whole frame in a block     is not copied: the frame is a share of the block; but see Frames
//   a frame in several records   is joined in a buffer
//
// The peer can change the memory at any time. So the inbox copies every size and position before it
// checks them, and uses the copy.
#pragma once
#include <orbweaver/transport/connection.hpp>

#include "shm/brief_poll.hpp"
#include "shm/link.hpp"
#include "socket/input_buffer.hpp"
#include "socket/receive_limit.hpp"

#include <memory>
#include <optional>

namespace orbweaver::transport::shm {

/// Whether whole frames stay in the memory that the peer can write, or are copied out of it, too.
enum class Frames { where_they_lie, copied };

/// Threads: one at a time.
class Inbox {
 public:
  /// The peer rings on `socket` for messages. The socket must outlive the inbox.
  Inbox(std::shared_ptr<Link> link, int socket, const FrameRule& rule, Nanoseconds poll_time,
        unsigned waits_before_polling = 0, Frames frames = Frames::where_they_lie) noexcept;

  /// Takes the records that have come, until there is a whole frame or the end of the connection.
  /// True: take() returns it. After the deadline it takes at most one more part of a frame.
  [[nodiscard]] bool advance(Deadline deadline);
  /// Acts as advance(), and polls for a while if that is likely to help.
  [[nodiscard]] bool poll_a_while(Deadline deadline);
  /// Acts as advance(), and asks the peer to ring. False: the peer rings for the next message, or
  /// is_too_late().
  [[nodiscard]] bool poll_before_sleep(Deadline deadline);
  /// Call it after poll_before_sleep(): blocks until a record may have come. False: the deadline
  /// passed.
  [[nodiscard]] bool sleep(Deadline deadline);
  /// The frame or the end that was found.
  [[nodiscard]] Result<Frame, ConnectionFailure> take();

  /// The deadline has passed inside a frame. advance() then takes no more parts, even if some
  /// have come.
  [[nodiscard]] bool is_too_late(Deadline deadline) const noexcept {
    return input_.is_inside_frame() && deadline.has_passed();
  }
  [[nodiscard]] bool is_inside_frame() const noexcept { return input_.is_inside_frame(); }
  [[nodiscard]] std::size_t partial_size() const noexcept { return input_.held(); }
  void set_memory(FrameMemory* memory) noexcept { input_.set_memory(memory); }
  /// See InputBuffer.
  void ask_again() noexcept { input_.ask_again(); }
  [[nodiscard]] Bytes refused_header() const noexcept { return input_.refused_header(); }

 private:
  [[nodiscard]] bool is_settled() const noexcept {
    return input_.state() != InputBuffer::State::incomplete || frame_size_ != 0 || end_;
  }
  [[nodiscard]] bool take_record();
  void take_block();
  void consume();
  void consume_copying();
  void finish_rest();
  void publish();
  [[nodiscard]] std::size_t whole_frame_in(Bytes bytes) const;
  bool hear(os::SocketWait waiting);

  std::shared_ptr<Link> link_;
  int socket_;
  FrameRule rule_;
  ring::RecordReader<> reader_;
  ring::SleepWord<> sleeper_;
  BriefPoll brief_poll_;
  const Frames frames_;
  std::uint32_t peer_cpu_ = 0;  // of the sender of the last record
  ReceiveLimit receive_limit_;

  InputBuffer input_;
  std::uint64_t block_bytes_taken_ = 0, block_bytes_published_ = 0;
  Bytes rest_;                  // the rest of the record, or block, that is being read
  Chunk rest_block_;            // empty: the rest is in the ring
  std::size_t frame_size_ = 0;  // of a whole frame at the start of the rest
  bool a_ring_is_due_ = true;   // this side announced sleep, and has taken no ring since
  bool peer_has_ended_ = false;
  std::optional<ConnectionFailure> end_;
};

}  // namespace orbweaver::transport::shm
