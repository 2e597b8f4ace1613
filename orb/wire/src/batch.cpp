// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/batch.hpp>

#include <orbweaver/base/copy_bytes.hpp>

#include <cstring>
#include <utility>

namespace orbweaver::wire {

namespace {

// It is faster to copy a smaller piece than to gather it.
constexpr std::size_t kLeastShared = 4096;

bool is_worth_sharing(Bytes piece, const Chunk* keeper) noexcept {
  return keeper != nullptr && piece.size() >= kLeastShared &&
         piece.size() >= keeper->capacity() / 4;
}

}  // namespace

void Batch::append(const KeptPieces& message, Hold hold) {
  const auto copied = bytes_.size(), shared = shared_.size();
  try {
    auto taken = take(message);
    taken.hold = hold;
    pieces_.reserve(2 * shared_.size() + 1);  // so that pieces() needs no memory
    messages_.push_back(taken);
    size_ += taken.size;
  } catch (...) {  // a part of a message would garble all later messages
    bytes_.resize(copied);
    shared_.resize(shared);
    throw;
  }
}

Batch::BatchedMessage Batch::take(const KeptPieces& message) {
  BatchedMessage taken{};
  for (std::size_t i = 0; i < message.pieces.size(); ++i) {
    const auto piece = message.pieces[i];
    const auto* const keeper = message.keeper_of(i);
    taken.size += piece.size();
    if (is_worth_sharing(piece, keeper)) {
      shared_.push_back({bytes_.size(), piece, *keeper});
      ++taken.shared;
    } else {
      copy(piece);
      taken.copied += piece.size();
    }
  }
  return taken;
}

void Batch::copy(Bytes piece) {
  const auto end = bytes_.size();
  bytes_.resize(end + piece.size());
  if (!piece.empty()) copy_bytes(bytes_.data() + end, piece.data(), piece.size());
}

std::optional<std::size_t> Batch::drop_oldest() noexcept {
  skip_what_stays();
  if (next_ == messages_.size()) return std::nullopt;
  auto& message = messages_[next_++];
  message.is_dropped = true;
  size_ -= message.size;
  ++dropped_.messages;
  dropped_.copied += message.copied;
  dropped_.shared += message.shared;
  for (std::size_t i = 0; i < message.shared; ++i) shared_[next_shared_++].keeper = {};
  const auto size = message.size;
  if (is_mostly_dropped()) pack();
  return size;
}

void Batch::skip_what_stays() noexcept {
  for (; next_ < messages_.size() && messages_[next_].hold == Hold::for_sure; ++next_)
    next_shared_ += messages_[next_].shared;
}

// Whether to pack now. Packing is rare enough that each byte is moved once on average, and frequent
// enough that a batch that drops as much as it takes does not grow.
bool Batch::is_mostly_dropped() const noexcept {
  return dropped_.copied > bytes_.size() / 2 || dropped_.messages > messages_.size() / 2;
}

void Batch::pack() noexcept {
  if (dropped_.messages == 0) return;
  std::size_t from = 0, to = 0, shared_from = 0, shared_to = 0;
  for (const auto& message : messages_) {
    if (!message.is_dropped) {
      if (from != to) std::memmove(bytes_.data() + to, bytes_.data() + from, message.copied);
      for (std::size_t i = shared_from; i < shared_from + message.shared; ++i, ++shared_to) {
        shared_[i].at -= from - to;
        if (i != shared_to) shared_[shared_to] = std::move(shared_[i]);
      }
      to += message.copied;
    }
    from += message.copied;
    shared_from += message.shared;
  }
  bytes_.resize(to);
  shared_.resize(shared_to);
  std::erase_if(messages_, &BatchedMessage::is_dropped);
  next_ -= dropped_.messages;  // all dropped messages were before it
  next_shared_ -= dropped_.shared;
  dropped_ = {};
}

void Batch::clear() noexcept {
  bytes_.clear();
  shared_.clear();
  messages_.clear();
  size_ = next_ = next_shared_ = 0;
  dropped_ = {};
}

std::span<const Bytes> Batch::pieces() noexcept {
  pieces_.clear();
  std::size_t done = 0;
  const auto add_copied_until = [&](std::size_t end) {
    if (end > done) pieces_.emplace_back(bytes_.data() + done, end - done);
    done = end;
  };
  for (const auto& one : shared_) {
    add_copied_until(one.at);
    pieces_.push_back(one.bytes);
  }
  add_copied_until(bytes_.size());
  return pieces_;
}

}  // namespace orbweaver::wire
