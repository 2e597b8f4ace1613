// SPDX-License-Identifier: Apache-2.0
#include "shm/inbox.hpp"

#include <orbweaver/base/copy_bytes.hpp>

#include "shm/bell.hpp"
#include "shm/visible_order.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

namespace orbweaver::transport::shm {

Inbox::Inbox(std::shared_ptr<Link> link, int socket, const FrameRule& rule, Nanoseconds poll_time,
             unsigned waits_before_polling, Frames frames) noexcept
    : link_(std::move(link)),
      socket_(socket),
      rule_(rule),
      reader_(link_->their_ring(), link_->my_words().read_position),
      sleeper_(link_->my_words().receiver_sleeps),
      brief_poll_(poll_time, waits_before_polling),
      frames_(frames),
      input_(rule) {}

bool Inbox::advance(Deadline deadline) try {
  for (bool is_first = true; !is_settled(); is_first = false) {
    if (!rest_.empty()) {
      consume();
      continue;
    }
    if ((!is_first && is_too_late(deadline)) || !take_record()) return false;
  }
  return true;
} catch (const std::bad_alloc&) {
  end_ = ConnectionFailure{ConnectionFault::out_of_resources};
  return true;
}

// The peer's last records count, so the end of the connection is reported only when the ring is
// empty after the end was heard:
//
//   the peer    commits a record, closes its socket
//   this thread finds the ring empty; hears the end on the socket; must poll the ring once more,
//               and finds the record
bool Inbox::take_record() {
  switch (reader_.poll()) {
    case ring::Poll::nothing:
      if (peer_has_ended_)
        end_ = ConnectionFailure{input_.is_inside_frame() ? ConnectionFault::broken
                                                          : ConnectionFault::closed};
      return peer_has_ended_;
    case ring::Poll::broken:
      end_ = ConnectionFailure{ConnectionFault::bad_frame};
      return true;
    case ring::Poll::record:
      break;
  }
  take_over();
  sleeper_.announce_awake();
  const auto tag = reader_.tag();
  peer_cpu_ = cpu_in(tag);
  if (kind_in(tag) == kInline)
    rest_ = reader_.bytes();
  else if (kind_in(tag) == kBlock)
    take_block();
  else
    end_ = ConnectionFailure{ConnectionFault::bad_frame};
  // Orbweaver never sends a record without content. A hostile peer could fill the ring with them,
  // and this loop would not end.
  if (rest_.empty() && !end_) end_ = ConnectionFailure{ConnectionFault::bad_frame};
  return true;
}

void Inbox::take_block() {
  BlockRecord record{};
  if (reader_.bytes().size() == sizeof record) {
    std::memcpy(&record, reader_.bytes().data(),
                sizeof record);  // once: the peer cannot change the copy after its checks
    rest_block_ = link_->received().adopt(record, link_);
  }
  if (!rest_block_) {
    end_ = ConnectionFailure{ConnectionFault::bad_frame};
    return;
  }
  rest_ = Bytes{rest_block_.data() + record.offset, record.size};
  block_bytes_taken_ += record.size;
  const bool is_much = block_bytes_taken_ - block_bytes_published_ >= kMostUntaken / 4;
  if (reader_.release() || is_much) publish();
}

void Inbox::consume() {
  const bool may_stay = rest_block_ && frames_ == Frames::where_they_lie;
  if (may_stay && !input_.is_inside_frame()) frame_size_ = whole_frame_in(rest_);
  if (frame_size_ == 0) consume_copying();
}

// The rule gets a copy of the header, which the peer cannot change.
std::size_t Inbox::whole_frame_in(Bytes bytes) const {
  std::array<std::byte, 64> header;
  if (rule_.header_size > header.size() || rule_.header_size > bytes.size()) return 0;
  std::memcpy(header.data(), bytes.data(), rule_.header_size);
  const auto size = rule_.frame_size(Bytes{header}.first(rule_.header_size), rule_.max_frame_size);
  const bool is_whole =
      size && *size >= rule_.header_size && *size <= rule_.max_frame_size && *size <= bytes.size();
  return is_whole ? *size : 0;
}

void Inbox::consume_copying() {
  const auto room = input_.room();
  const auto count = std::min(room.size(), rest_.size());
  copy_bytes(room.data(), rest_.data(), count);
  input_.filled(count);
  rest_ = rest_.subspan(count);
  if (rest_.empty()) finish_rest();
}

void Inbox::finish_rest() {
  if (rest_block_)
    rest_block_ = {};
  else if (reader_.release())
    publish();
}

void Inbox::publish() {
  block_bytes_published_ = block_bytes_taken_;
  // release: pairs with the acquire in Outbox::has_room_for_block()
  ring::DirectAccess::store_release(link_->my_words().block_bytes_taken, block_bytes_taken_);
  if (!reader_.publish()) return;
  ring::DirectAccess::store_relaxed(link_->my_words().receiver_cpu, os::current_cpu());
  link_->ring_for_room();
}

Result<Frame, ConnectionFailure> Inbox::take() {
  if (input_.state() == InputBuffer::State::whole) return input_.take();
  if (const auto size = std::exchange(frame_size_, 0); size != 0) {
    const auto offset = static_cast<std::size_t>(rest_.data() - rest_block_.data());
    rest_ = rest_.subspan(size);
    return Frame{rest_.empty() ? std::exchange(rest_block_, {}) : rest_block_, offset, size};
  }
  if (input_.state() == InputBuffer::State::refused)
    return unexpected{ConnectionFailure{ConnectionFault::bad_frame}};
  if (end_) return unexpected{*end_};
  return unexpected{ConnectionFailure{ConnectionFault::no_room}};
}

bool Inbox::poll_a_while(Deadline deadline) {
  if (advance(deadline)) return true;
  publish();
  sleeper_.announce_awake();  // the peer need not ring while this thread polls
  return brief_poll_.until([this] { return !reader_.is_empty(); }, peer_cpu_) && advance(deadline);
}

// Thread R (the receiver, here) and thread S (the peer's sender, in Outbox).
//
// No message is missed: R announces that it sleeps, then polls the ring; S commits a record, then
// reads whether R sleeps. Either R finds the record, or S rings (sleep_word.hpp).
//
// A ring may come too late:
//   R: announces sleep, finds a record, returns the frame
//   S: has seen that R sleeps, and rings: a byte is in the socket
//   R: the next call takes the byte first (a_ring_is_due_). Otherwise sleep(), or the poller that
//      watches the socket, would return at once although nothing came.
//
// A part of a frame may come between the announcement and the poll:
//   S: the ring was full; commits one part, and waits for room for the next
//   R: takes the part, which announces that R is awake; finds no more. Should R block now, both
//      would wait for ever: S has not heard of the room, and does not ring for a receiver that is
//      awake. So R publishes the room and announces sleep again (the loop).
bool Inbox::poll_before_sleep(Deadline deadline) {
  if (advance(deadline)) return true;
  if (a_ring_is_due_) hear(os::SocketWait::none);
  do {
    publish();
    sleeper_.announce_sleep();
    a_ring_is_due_ = true;
    if (advance(deadline)) return true;
  } while (!sleeper_.is_asleep() && !is_too_late(deadline));
  return false;
}

bool Inbox::sleep(Deadline deadline) {
  if (hear(receive_limit_.choose(socket_, deadline)) || deadline.is_never()) return true;
  return os::wait_until_ready(socket_, os::Readiness::readable, deadline).value_or(true);
}

bool Inbox::hear(os::SocketWait waiting) {
  const auto heard = hear_bell(socket_, waiting);
  if (heard == Heard::end) peer_has_ended_ = true;
  if (heard != Heard::nothing) a_ring_is_due_ = false;
  return heard != Heard::nothing;
}

}  // namespace orbweaver::transport::shm
