// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/faults.hpp>
#include <orbweaver/sim/pipe.hpp>

#include "state.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

namespace orbweaver::sim {

namespace {

// The first is the usual one. A pipe of the system takes one page at least.
constexpr std::array<std::size_t, 3> kPipes{std::size_t{64} << 10U, 4096, 8192};
constexpr std::array<std::size_t, 3> kQueues{64, 1, 3};  // messages

}  // namespace

std::pair<std::shared_ptr<PipeReader>, std::shared_ptr<PipeWriter>> make_pipe() {
  const auto buffer = std::make_shared<PipeBuffer>();
  buffer->capacity = kPipes[fault_of(Kind::small_buffer, kPipes.size())];
  return {std::make_shared<PipeReader>(buffer), std::make_shared<PipeWriter>(buffer)};
}

PipeReader::PipeReader(std::shared_ptr<PipeBuffer> buffer) noexcept : buffer_(std::move(buffer)) {
  buffer_->reader = this;
}

PipeReader::~PipeReader() {
  buffer_->reader = nullptr;
  if (buffer_->writer != nullptr) buffer_->writer->changed();
}

long PipeReader::read(std::span<std::byte> space) noexcept {
  auto& bytes = buffer_->bytes;
  if (bytes.empty()) return buffer_->writer == nullptr ? 0 : -EAGAIN;
  const auto count = std::min(space.size(), bytes.size());
  std::copy_n(bytes.begin(), count, space.begin());
  bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
  if (buffer_->writer != nullptr) buffer_->writer->changed();
  return static_cast<long>(count);
}

PipeWriter::PipeWriter(std::shared_ptr<PipeBuffer> buffer) noexcept : buffer_(std::move(buffer)) {
  buffer_->writer = this;
}

PipeWriter::~PipeWriter() {
  buffer_->writer = nullptr;
  if (buffer_->reader != nullptr) buffer_->reader->changed();
}

long PipeWriter::write(std::span<const std::byte> bytes) noexcept {
  while (!is_writable()) (void)wait_in(waiters(), kNever, "writes: the pipe is full");
  if (buffer_->reader == nullptr) return -EPIPE;
  const auto count = std::min(buffer_->capacity - buffer_->bytes.size(), bytes.size());
  const auto taken = bytes.first(count);
  buffer_->bytes.insert(buffer_->bytes.end(), taken.begin(), taken.end());
  buffer_->reader->changed();
  return static_cast<long>(count);
}

std::pair<std::shared_ptr<MessageSocket>, std::shared_ptr<MessageSocket>> connect_messages() {
  const auto capacity = kQueues[fault_of(Kind::small_buffer, kQueues.size())];
  auto one = std::make_shared<MessageSocket>(capacity);
  auto other = std::make_shared<MessageSocket>(capacity);
  MessageSocket::connect(*one, *other);
  return {std::move(one), std::move(other)};
}

void MessageSocket::connect(MessageSocket& one, MessageSocket& other) noexcept {
  one.peer_ = &other;
  other.peer_ = &one;
}

MessageSocket::~MessageSocket() {
  if (peer_ == nullptr) return;
  peer_->peer_ = nullptr;
  peer_->has_end_ = true;
  peer_->changed();
}

bool MessageSocket::can_not_send() const noexcept { return peer_ == nullptr || !sends_; }
bool MessageSocket::has_room() const noexcept { return peer_->came_.size() < capacity_; }

int MessageSocket::send(Message message) {
  if (can_not_send()) return -EPIPE;
  if (!has_room()) return -EAGAIN;
  peer_->came_.push_back(std::move(message));
  peer_->changed();
  return 0;
}

bool MessageSocket::receive(Message& message, bool waits) noexcept {
  while (came_.empty()) {
    if (has_end_) return false;
    if (!waits) return true;
    (void)wait_in(waiters(), kNever, "receives a message");
  }
  message = std::move(came_.front());
  came_.pop_front();
  if (peer_ != nullptr) peer_->changed();
  return true;
}

void MessageSocket::end_sending() noexcept {
  if (!std::exchange(sends_, false)) return;
  if (peer_ != nullptr) {
    peer_->has_end_ = true;
    peer_->changed();
  }
  changed();
}

void MessageSocket::end_receiving() noexcept {
  has_end_ = true;
  changed();
}

}  // namespace orbweaver::sim
