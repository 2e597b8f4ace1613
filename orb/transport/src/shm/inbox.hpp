// The receiving side of a shm connection: turns records into frames. What came in the ring is
// copied out, as the ring is wanted again at once; whole frames in a block are shared; a frame that
// came in parts is joined. All that decides about memory is read once.
#pragma once
#include <orbweaver/transport/connection.hpp>

#include "shm/brief_look.hpp"
#include "shm/link.hpp"
#include "stream/input_buffer.hpp"
#include "stream/receive_limit.hpp"

#include <memory>
#include <optional>

namespace orbweaver::transport::shm {

/// Threads: one at a time.
class Inbox {
 public:
  /// Hears rings for messages on `socket`, which must outlive the inbox.
  Inbox(std::shared_ptr<Link> link, int socket, const FrameRule& rule, Nanoseconds look) noexcept;

  /// Takes what has come until a whole frame, or the end, is there; then true. After the deadline
  /// no more than one of the parts in which a frame comes.
  [[nodiscard]] bool advance(Deadline deadline);
  /// The same; looks a while longer, if that is likely to be of use.
  [[nodiscard]] bool look_a_while(Deadline deadline);
  /// The same, without looking longer; when it is false the peer rings for what comes next, or it
  /// is too late.
  [[nodiscard]] bool look_before_sleep(Deadline deadline);
  /// After look_before_sleep(): sleeps until something may have come. False: the deadline passed.
  [[nodiscard]] bool sleep(Deadline deadline);
  /// The frame or the end that was found.
  [[nodiscard]] Result<Frame, Failure> take();

  /// The deadline has passed inside a frame: nothing more is taken, though parts may go on coming.
  [[nodiscard]] bool is_too_late(Deadline deadline) const noexcept {
    return input_.is_inside_frame() && deadline.has_passed();
  }
  [[nodiscard]] bool is_inside_frame() const noexcept { return input_.is_inside_frame(); }
  [[nodiscard]] std::size_t partial_size() const noexcept { return input_.held(); }
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
  bool hear(os::Waiting waiting);

  std::shared_ptr<Link> link_;
  int socket_;
  FrameRule rule_;
  ring::Reader<> reader_;
  ring::Sleeper<> sleeper_;
  BriefLook brief_look_;
  std::uint32_t peer_cpu_ = 0;  // of the sender of the last record
  ReceiveLimit receive_limit_;

  InputBuffer input_;
  std::uint64_t block_bytes_taken_ = 0, block_bytes_published_ = 0;
  Bytes rest_;                  // of the record, or block, that is being consumed
  Chunk rest_block_;            // empty: the rest is in the ring
  std::size_t frame_size_ = 0;  // of a whole frame at the start of the rest
  bool a_ring_is_due_ = true;   // as we lay down, and did not hear any since
  bool peer_has_ended_ = false;
  std::optional<Failure> end_;
};

}  // namespace orbweaver::transport::shm
