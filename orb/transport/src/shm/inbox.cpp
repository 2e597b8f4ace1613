#include "shm/inbox.hpp"

#include "shm/bell.hpp"
#include "shm/visible_order.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

namespace orbweaver::transport::shm {

Inbox::Inbox(std::shared_ptr<Link> link, int socket, const FrameRule& rule,
             Nanoseconds look) noexcept
    : link_(std::move(link)),
      socket_(socket),
      rule_(rule),
      reader_(link_->their_ring(), link_->my_words().read_position),
      sleeper_(link_->my_words().receiver_sleeps),
      brief_look_(look),
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
  end_ = Failure{Fault::out_of_resources};
  return true;
}

// What was sent before the end still counts: hence the end only when the ring is empty after it.
bool Inbox::take_record() {
  switch (reader_.look()) {
    case ring::Look::nothing:
      if (peer_has_ended_) end_ = Failure{input_.is_inside_frame() ? Fault::broken : Fault::closed};
      return peer_has_ended_;
    case ring::Look::broken:
      end_ = Failure{Fault::bad_frame};
      return true;
    case ring::Look::record:
      break;
  }
  take_over();
  sleeper_.get_up();
  const auto tag = reader_.tag();
  peer_cpu_ = cpu_in(tag);
  if (kind_in(tag) == kInline)
    rest_ = reader_.bytes();
  else if (kind_in(tag) == kBlock)
    take_block();
  else
    end_ = Failure{Fault::bad_frame};
  // A record without content, which no sender of ours writes: a ring full of them would never end.
  if (rest_.empty() && !end_) end_ = Failure{Fault::bad_frame};
  return true;
}

void Inbox::take_block() {
  BlockRecord record{};
  if (reader_.bytes().size() == sizeof record) {
    std::memcpy(&record, reader_.bytes().data(),
                sizeof record);  // once; the checks are on the copy
    rest_block_ = link_->received().adopt(record, link_);
  }
  if (!rest_block_) {
    end_ = Failure{Fault::bad_frame};
    return;
  }
  rest_ = Bytes{rest_block_.data() + record.offset, record.size};
  block_bytes_taken_ += record.size;
  const bool is_much = block_bytes_taken_ - block_bytes_published_ >= kMostUntaken / 4;
  if (reader_.release() || is_much) publish();
}

void Inbox::consume() {
  if (rest_block_ && !input_.is_inside_frame()) frame_size_ = whole_frame_in(rest_);
  if (frame_size_ == 0) consume_copying();
}

// The rule sees a copy of the header, which nobody changes behind its back.
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
  std::memcpy(room.data(), rest_.data(), count);
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

Result<Frame, Failure> Inbox::take() {
  if (input_.state() == InputBuffer::State::whole) return input_.take();
  if (const auto size = std::exchange(frame_size_, 0); size != 0) {
    const auto offset = static_cast<std::size_t>(rest_.data() - rest_block_.data());
    rest_ = rest_.subspan(size);
    return Frame{rest_.empty() ? std::exchange(rest_block_, {}) : rest_block_, offset, size};
  }
  if (input_.state() == InputBuffer::State::refused) return unexpected{Failure{Fault::bad_frame}};
  return unexpected{*end_};
}

bool Inbox::look_a_while(Deadline deadline) {
  if (advance(deadline)) return true;
  publish();
  sleeper_.get_up();  // nobody need ring for what is looked for anyway
  return brief_look_.until([this] { return !reader_.is_empty(); }, peer_cpu_) && advance(deadline);
}

bool Inbox::look_before_sleep(Deadline deadline) {
  if (advance(deadline)) return true;
  if (a_ring_is_due_) hear(os::Waiting::none);
  // A part of a frame that came meanwhile has made it get up: its room must be announced, too, as the
  // sender may wait for just that, and nobody would ring for who is not lying down.
  do {
    publish();
    sleeper_.lie_down();
    a_ring_is_due_ = true;
    if (advance(deadline)) return true;
  } while (!sleeper_.is_down() && !is_too_late(deadline));
  return false;
}

bool Inbox::sleep(Deadline deadline) {
  if (hear(receive_limit_.choose(socket_, deadline)) || deadline.is_never()) return true;
  return os::wait_until_ready(socket_, os::Readiness::readable, deadline).value_or(true);
}

bool Inbox::hear(os::Waiting waiting) {
  const auto heard = hear_bell(socket_, waiting);
  if (heard == Heard::end) peer_has_ended_ = true;
  if (heard != Heard::nothing) a_ring_is_due_ = false;
  return heard != Heard::nothing;
}

}  // namespace orbweaver::transport::shm
