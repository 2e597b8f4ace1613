// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/faults.hpp>
#include <orbweaver/sim/network.hpp>
#include <orbweaver/sim/points.hpp>
#include <orbweaver/sim/simulation.hpp>

#include "state.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

namespace orbweaver::sim {

namespace {

// The first is the usual one. The system has none that does not hold a few small messages whole.
constexpr std::array<std::size_t, 5> kBuffers{std::size_t{256} << 10U, 128, 300, 700, 5000};

void notify(File* file) noexcept {
  if (file != nullptr) file->changed();
}

// When what was sent before has arrived.
void in_turn(const std::shared_ptr<Pipe>& pipe, Time travel, std::function<void(Pipe&)> action) {
  const auto arrival = std::max(pipe->last_arrival_, virtual_now() + travel);
  if (pipe->actions_under_way_ == 0 && travel == 0) return action(*pipe);
  pipe->last_arrival_ = arrival;
  ++pipe->actions_under_way_;
  call_at(arrival, [pipe, action = std::move(action)] {
    --pipe->actions_under_way_;
    action(*pipe);
  });
}

void arrive(Pipe& pipe, std::span<const std::byte> bytes,
            const std::vector<std::shared_ptr<File>>& files) {
  if (pipe.was_reset_ || pipe.reader_is_gone_) return;
  if (pipe.begin_ == pipe.bytes_.size()) {
    pipe.bytes_.clear();
    pipe.begin_ = 0;
  }
  if (!files.empty())
    pipe.files_.emplace_back(pipe.read_ + pipe.bytes_.size() - pipe.begin_, files);
  pipe.bytes_.insert(pipe.bytes_.end(), bytes.begin(), bytes.end());
  notify(pipe.reader_);
}

void end(Pipe& pipe) noexcept {
  pipe.has_ended_ = true;
  notify(pipe.reader_);
}

// The reader gets what has arrived, then the error; the writer gets the error at once.
void reset(Pipe& pipe) noexcept {
  if (pipe.was_reset_) return;
  pipe.was_reset_ = true;
  trace().add(Event::breaks, pipe.connection_, 0);
  notify(pipe.reader_);
  notify(pipe.writer_);
}

}  // namespace

std::size_t Pipe::room() const noexcept {
  const auto held = bytes_.size() - begin_ + under_way_;
  return held < capacity_ ? capacity_ - held : 0;
}

std::pair<std::shared_ptr<StreamSocket>, std::shared_ptr<StreamSocket>> connect_pair(
    StreamKind kind, const std::string& name_of_first, std::uint16_t port_of_first,
    const std::string& name_of_second, std::uint16_t port_of_second) {
  const auto number = ++the_run().connections;
  const auto capacity = kBuffers[fault_of(Kind::small_buffer, kBuffers.size())];
  const auto there = std::make_shared<Pipe>(number, kind, capacity);
  const auto back = std::make_shared<Pipe>(number, kind, capacity);
  trace().add(Event::connects, number, capacity);
  return {std::make_shared<StreamSocket>(back, there, name_of_second, port_of_first),
          std::make_shared<StreamSocket>(there, back, name_of_first, port_of_second)};
}

StreamSocket::StreamSocket(std::shared_ptr<Pipe> in, std::shared_ptr<Pipe> out, std::string peer,
                           std::uint16_t port)
    : in_(std::move(in)), out_(std::move(out)), peer_(std::move(peer)), port_(port) {
  in_->reader_ = this;
  out_->writer_ = this;
}

// Bytes that were not read make the end a reset for the peer.
StreamSocket::~StreamSocket() {
  in_->reader_ = nullptr;
  out_->writer_ = nullptr;
  in_->reader_is_gone_ = true;
  trace().add(Event::closes, in_->connection_, in_->bytes_.size() - in_->begin_);
  if (in_->has_bytes())
    in_turn(out_, 0, [](Pipe& pipe) { reset(pipe); });
  else if (sends_)
    in_turn(out_, 0, [](Pipe& pipe) { end(pipe); });
  in_->files_.clear();
  notify(in_->writer_);
}

bool StreamSocket::is_readable() const noexcept {
  return in_->has_bytes() || in_->has_end() || !receives_;
}

bool StreamSocket::is_writable() const noexcept {
  return out_->room() > 0 || out_->was_reset_ || out_->reader_is_gone_ || !sends_;
}

// The peer sees the break when the bytes before it have come; the other direction ends at once, or
// with the bytes that are under way.
void StreamSocket::break_off(bool at_once) {
  in_turn(out_, 0, [](Pipe& pipe) { reset(pipe); });
  if (at_once) return reset(*in_);
  in_turn(in_, 0, [](Pipe& pipe) { reset(pipe); });
}

long StreamSocket::send(std::span<const std::span<const std::byte>> pieces, std::size_t skip,
                        Blocking blocking, std::vector<std::shared_ptr<File>> files) {
  std::vector<std::byte> bytes;
  for (const auto piece : pieces) {
    bytes.insert(bytes.end(), piece.begin() + static_cast<std::ptrdiff_t>(skip), piece.end());
    skip = 0;
  }
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    if (!sends_ || out_->was_reset_ || out_->reader_is_gone_) {
      // A peer that is gone answers with a reset.
      if (out_->kind_ == StreamKind::tcp && out_->reader_is_gone_) reset(*in_);
      return out_->was_reset_ && !std::exchange(break_was_reported_, true) ? -ECONNRESET : -EPIPE;
    }
    auto count = std::min(out_->room(), bytes.size() - sent);
    if (count == 0) {
      if (blocking == Blocking::no) return sent > 0 ? static_cast<long>(sent) : -EAGAIN;
      (void)wait_in(waiters(), kNever, "sends: the peer does not read");
      continue;
    }
    const auto kept = static_cast<std::uint32_t>(std::min<std::size_t>(count, 1U << 16U));
    const auto shorter = files.empty() ? fault_of(Kind::short_write, kept) : 0;
    if (shorter != 0) count = shorter;
    const auto form = fault_of(Kind::cut, 2 * static_cast<std::uint32_t>(count) + 1);
    const auto arrives = form == 0 ? count : (form - 1) / 2;
    trace().add(Event::sends, out_->connection_, arrives);
    out_->under_way_ += arrives;
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(sent);
    in_turn(out_, travel_time(),
            [part = std::vector(begin, begin + static_cast<std::ptrdiff_t>(arrives)),
             files = std::exchange(files, {})](Pipe& pipe) {
              pipe.under_way_ -= part.size();
              arrive(pipe, part, files);
            });
    sent += count;
    if (form != 0) break_off(form % 2 == 0);
    if (form == 0 && fault(Kind::half_close)) end_sending();
    if (shorter != 0) break;
  }
  return static_cast<long>(sent);
}

long StreamSocket::take(std::span<std::byte> space,
                        std::vector<std::shared_ptr<File>>* files) noexcept {
  auto count = std::min(space.size(), in_->bytes_.size() - in_->begin_);
  if (in_->files_.empty()) {
    const auto bounded = static_cast<std::uint32_t>(std::min<std::size_t>(count, 1U << 16U));
    if (const auto fewer = fault_of(Kind::short_read, bounded); fewer != 0) count = fewer;
  } else if (const auto next = in_->files_.front().first; next > in_->read_) {
    count = std::min<std::size_t>(count, next - in_->read_);  // files come with their bytes
  } else if (files != nullptr) {
    *files = std::move(in_->files_.front().second);
    in_->files_.pop_front();
    if (!in_->files_.empty())
      count = std::min<std::size_t>(count, in_->files_.front().first - in_->read_);
  } else {
    in_->files_.pop_front();  // the reader did not want them: they are closed
  }
  std::copy_n(in_->bytes_.begin() + static_cast<std::ptrdiff_t>(in_->begin_), count, space.begin());
  in_->begin_ += count;
  in_->read_ += count;
  trace().add(Event::receives, in_->connection_, count);
  notify(in_->writer_);
  return static_cast<long>(count);
}

long StreamSocket::end_of_input() noexcept {
  trace().add(Event::end_of_stream, in_->connection_, in_->was_reset_ ? 1 : 0);
  if (!receives_ || !in_->was_reset_) return 0;
  return std::exchange(break_was_reported_, true) ? 0 : -ECONNRESET;
}

long StreamSocket::receive(std::span<std::byte> space, Blocking blocking, bool all,
                           std::vector<std::shared_ptr<File>>* files) {
  const auto limit = receive_limit == 0 ? kNever : virtual_now() + receive_limit;
  long received = 0;
  for (;;) {
    if (in_->has_bytes()) {
      received += take(space.subspan(static_cast<std::size_t>(received)), files);
      if (!all || static_cast<std::size_t>(received) == space.size()) return received;
    } else if (in_->has_end() || !receives_) {
      return received > 0 ? received : end_of_input();
    } else if (blocking == Blocking::no ||
               wait_in(waiters(), limit, "receives") == Woken::by_time) {
      return received > 0 ? received : -EAGAIN;
    }
  }
}

void StreamSocket::end_sending() noexcept {
  if (!std::exchange(sends_, false)) return;
  in_turn(out_, 0, [](Pipe& pipe) { end(pipe); });
  changed();
}

void StreamSocket::end_receiving() noexcept {
  receives_ = false;
  changed();
}

}  // namespace orbweaver::sim
