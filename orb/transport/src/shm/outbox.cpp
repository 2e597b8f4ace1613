// SPDX-License-Identifier: Apache-2.0
#include "shm/outbox.hpp"

#include <orbweaver/base/copy_bytes.hpp>
#include <orbweaver/base/pieces.hpp>
#include <orbweaver/os/tick.hpp>

#include "shm/bell.hpp"
#include "shm/visible_order.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <new>

namespace orbweaver::transport::shm {

namespace {

// The sizes of parts: of a message that is too large for any block, or for which no block of the
// right size is free.
constexpr std::size_t kPart = std::size_t{1} << 20, kSmallestPart = std::size_t{64} * 1024;
// How often to check that the peer lives: sending into shared memory does not fail if it is dead.
constexpr unsigned kSmallMessagesBetweenChecks = 16;
constexpr auto kCheckPeerEvery = std::chrono::milliseconds(10);

// A program may send bytes that lie in the block already.
void copy(std::byte* to, Bytes from) noexcept {
  const std::less_equal<const std::byte*> is_before;
  const bool is_apart =
      is_before(to + from.size(), from.data()) || is_before(from.data() + from.size(), to);
  if (is_apart)
    copy_bytes(to, from.data(), from.size());
  else
    std::memmove(to, from.data(), from.size());
}

}  // namespace

// Copies the pieces, from wherever the last copy ended.
class Outbox::Gather {
 public:
  explicit Gather(std::span<const Bytes> pieces) noexcept
      : pieces_(pieces), left_(total_size(pieces)) {}
  [[nodiscard]] std::size_t left() const noexcept { return left_; }

  void copy_to(std::byte* place, std::size_t size) noexcept {
    left_ -= size;
    while (size > 0) {
      const auto piece = pieces_.front().subspan(skip_);
      const auto part = std::min(piece.size(), size);
      if (part > 0) copy(place, piece.first(part));
      place += part;
      size -= part;
      skip_ += part;
      if (skip_ < pieces_.front().size()) return;
      pieces_ = pieces_.subspan(1);
      skip_ = 0;
    }
  }

 private:
  std::span<const Bytes> pieces_;
  std::size_t skip_ = 0, left_;
};

Outbox::Outbox(Link& link, int socket, Nanoseconds poll_time) noexcept
    : link_(link),
      socket_(socket),
      writer_(link.my_ring(), link.their_words().read_position),
      their_receiver_(link.their_words().receiver_sleeps),
      sleeper_(link.my_words().sender_sleeps),
      brief_poll_(poll_time) {
  sleeper_.announce_awake();  // the peer rings for room only while a thread here waits for it
}

Result<void, ConnectionFailure> Outbox::send(std::span<const Bytes> pieces, Deadline deadline) try {
  deadline_ = deadline;
  taken_ = 0;
  Gather bytes{pieces};
  if (bytes.left() == 0) return {};
  const bool is_small = bytes.left() <= kLargestInline;
  if ((!is_small || ++small_messages_ % kSmallMessagesBetweenChecks == 0) && !check_peer())
    return failed(ConnectionFault::broken);
  return is_small ? send_inline(bytes, bytes.left()) : send_in_blocks(pieces);
} catch (const std::bad_alloc&) {
  return failed(taken_ > 0 ? ConnectionFault::broken : ConnectionFault::out_of_resources);
}

// Checks that the peer lives, and gives idle memory back, now and then. False: the peer is gone.
bool Outbox::check_peer() {
  const auto tick = os::last_tick();
  if (tick - last_check_ < kCheckPeerEvery) return true;
  last_check_ = tick;
  link_.slab().release_idle_memory(tick);
  return !link_.is_peer_gone();
}

Outbox::Outcome Outbox::send_inline(Gather& bytes, std::size_t size) {
  const auto place = claim(size);
  if (!place) return unexpected{place.error()};
  bytes.copy_to(*place, size);
  commit(kInline, size);
  return {};
}

// The pieces before a loan are copied into the headroom of its block if they fit. Otherwise they
// are sent before it.
Outbox::Outcome Outbox::send_in_blocks(std::span<const Bytes> pieces) {
  std::size_t before = 0;
  for (auto rest = pieces; !rest.empty();) {
    const auto payload = rest.front();
    const auto block = link_.slab().find_loan(payload.data());
    rest = rest.subspan(1);
    if (payload.empty() || !block || payload.size() > block->bytes.size() - kLoanHeadroom) {
      before += payload.size();
      continue;
    }
    auto head = pieces.first(pieces.size() - rest.size() - 1);
    if (before > kLoanHeadroom) {
      if (auto sent = send_run(head); !sent) return sent;
      head = {};
    }
    if (auto sent = send_loan(head, payload, rest, *block); !sent) return sent;
    pieces = rest;
    before = 0;
  }
  return send_run(pieces);
}

// The pieces behind the payload are copied behind it if the block has room, unless one of them lies
// in shared memory itself.
Outbox::Outcome Outbox::send_loan(std::span<const Bytes> head, Bytes payload,
                                  std::span<const Bytes>& rest, const Block& block) {
  Gather front{head}, back{rest};
  const auto offset = kLoanHeadroom - front.left();
  auto size = front.left() + payload.size();
  front.copy_to(block.bytes.data() + offset, front.left());
  const bool is_apart =
      std::ranges::none_of(rest, [&](Bytes piece) { return link_.slab().contains(piece.data()); });
  if (is_apart && back.left() <= block.bytes.size() - offset - size) {
    const auto tail = back.left();
    back.copy_to(block.bytes.data() + offset + size, tail);
    size += tail;
    rest = {};
  }
  return send_block(block, offset, size);
}

Outbox::Outcome Outbox::send_run(std::span<const Bytes> pieces) {
  for (Gather bytes{pieces}; bytes.left() > 0;)
    if (auto sent = send_part(bytes); !sent) return sent;
  return {};
}

Outbox::Outcome Outbox::send_part(Gather& bytes) {
  if (bytes.left() <= kLargestInline) return send_inline(bytes, bytes.left());
  const auto largest = link_.slab().largest_block();
  const auto block = take_block(bytes.left() <= largest ? bytes.left() : std::min(kPart, largest));
  if (!block) return unexpected{block.error()};
  if (!*block) return send_inline(bytes, kLargestInline);
  const auto size = std::min(bytes.left(), (*block)->bytes.size());
  bytes.copy_to((*block)->bytes.data(), size);
  auto sent = send_block(**block, 0, size);
  if (!sent && sent.error().fault == ConnectionFault::timed_out) link_.slab().give(**block);
  return sent;
}

Outbox::Outcome Outbox::send_block(const Block& block, std::size_t offset, std::size_t size) {
  if (!has_room_for_block(size)) {
    auto waited = wait_until([&] { return has_room_for_block(size); });
    if (!waited) return waited;
  }
  const auto place = claim(sizeof(BlockRecord));
  if (!place) return unexpected{place.error()};
  const BlockRecord record{block.page, block.generation, static_cast<std::uint32_t>(offset),
                           static_cast<std::uint32_t>(size)};
  std::memcpy(*place, &record, sizeof record);
  block_bytes_sent_ += size;
  commit(kBlock, size);
  link_.slab().sent(block);
  return {};
}

// The peer's count is used only if it has grown, and not beyond what was sent: a hostile peer may
// write anything.
bool Outbox::has_room_for_block(std::size_t size) noexcept {
  const auto fits = [&] {
    const auto untaken = block_bytes_sent_ - block_bytes_taken_;
    return untaken == 0 || untaken + size <= kMostUntaken;
  };
  if (fits()) return true;
  // acquire: pairs with the release in Inbox::publish()
  const auto taken = ring::DirectAccess::load_acquire(link_.their_words().block_bytes_taken);
  if (taken - block_bytes_taken_ <= block_bytes_sent_ - block_bytes_taken_)
    block_bytes_taken_ = taken;
  return fits();
}

// Waits for a free block while the peer still has records to read. Once it has read them all, its
// program holds the blocks, perhaps for ever: then a smaller block is tried. If there is none, the
// function returns nothing, and the bytes go through the ring as through a socket.
Result<std::optional<Slab::Block>, ConnectionFailure> Outbox::take_block(std::size_t size) {
  std::optional<Block> block;
  const auto waited = wait_until([&] {
    block = link_.slab().take(size);
    return block || writer_.is_drained();
  });
  if (!waited) return unexpected{waited.error()};
  if (!block) block = take_what_there_is(size);
  return block;
}

std::optional<Slab::Block> Outbox::take_what_there_is(std::size_t size) {
  for (size = std::min(std::bit_ceil(size) / 2, kPart); size >= kSmallestPart; size /= 2)
    if (auto block = link_.slab().take(size)) return block;
  return std::nullopt;
}

Result<std::byte*, ConnectionFailure> Outbox::claim(std::size_t size) {
  if (has_left() || bell_has_failed_) return failed(ConnectionFault::broken);
  auto* place = writer_.claim(size);
  if (place != nullptr) return place;
  const auto waited = wait_until([&] { return (place = writer_.claim(size)) != nullptr; });
  if (!waited) return unexpected{waited.error()};
  return place;
}

// The peer has the record even if this side cannot ring: it reads the ring once more after it has
// heard the end of the socket. So after a failed ring the next send() fails, as it does on a socket
// that the peer closed.
void Outbox::commit(std::uint32_t kind, std::size_t size) {
  hand_over();
  writer_.commit(make_tag(kind, os::current_cpu()));
  taken_ += size;
  if (their_receiver_.must_ring() && !ring_bell(socket_)) bell_has_failed_ = true;
}

// Thread S (the sender, here) and any thread R of the peer, which reads a record or drops a block.
//
//   S: announces that it sleeps     R: gives room: moves the read position, or returns a block
//   S: checks the condition         R: reads whether S sleeps (Link::ring_for_room)
//   S: blocks on the room bell      R: rings if it does
//
// Either S sees the room, or R rings (sleep_word.hpp). A ring may be for room that is not enough,
// or come late: S checks, announces sleep again, and blocks again. After the deadline, or when the
// peer is gone, S checks the condition once more, so that room that came last still counts.
template <class Condition>
Outbox::Outcome Outbox::wait_until(Condition condition) {
  const auto peer_cpu = ring::DirectAccess::load_relaxed(link_.their_words().receiver_cpu);
  if (brief_poll_.until(condition, peer_cpu)) return {};
  auto ring = Link::Ring::rung;
  bool holds = false;
  while (true) {
    sleeper_.announce_sleep();
    holds = condition();
    if (holds || ring != Link::Ring::rung) break;
    ring = has_left() ? Link::Ring::gone : link_.wait_for_room(deadline_);
  }
  sleeper_.announce_awake();
  if (holds) return {};
  return failed(ring == Link::Ring::gone ? ConnectionFault::broken : ConnectionFault::timed_out);
}

bool Outbox::has_left() const noexcept {
  return ring::DirectAccess::load_relaxed(link_.their_words().receiver_left) != 0;
}

unexpected<ConnectionFailure> Outbox::failed(ConnectionFault fault) const noexcept {
  return unexpected{
      ConnectionFailure{fault, 0, fault == ConnectionFault::timed_out && taken_ > 0, taken_}};
}

}  // namespace orbweaver::transport::shm
