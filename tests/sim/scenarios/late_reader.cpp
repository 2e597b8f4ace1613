// SPDX-License-Identifier: Apache-2.0
#include "scenarios/late_reader.hpp"

#include <orbweaver/giop/reply.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/sim/reached.hpp>

#include <fmt/format.h>

#include <array>
#include <optional>
#include <vector>

#include "scenarios/raw_socket.hpp"
#include "scenarios/rig/options.hpp"
#include "scenarios/rig/world.hpp"

namespace orbweaver::sim {

namespace {

void send_calls(int socket, const giop::OctetBuffer& key, std::uint32_t calls) {
  for (std::uint32_t id = 0; id < calls; ++id) {
    cdr::Encoder encoder;
    giop::begin_request(encoder, id, giop::ResponseFlags::with_target, key, "count");
    giop::finish_message(encoder);
    send_all(socket, encoder.bytes());
  }
}

// What has come of a connection, cut into replies.
class Replies {
 public:
  /// Fails if the octets are no reply to the next call.
  void take(Bytes octets) {
    come_.insert(come_.end(), octets.begin(), octets.end());
    while (const auto size = size_of_next()) {
      check(Bytes{come_}.first(*size));
      come_.erase(come_.begin(), come_.begin() + static_cast<std::ptrdiff_t>(*size));
    }
  }
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
  /// Whether CloseConnection has come, which is behind all replies.
  [[nodiscard]] bool is_closed() const noexcept { return is_closed_; }

 private:
  // None: it has not come as a whole.
  [[nodiscard]] std::optional<std::size_t> size_of_next() const {
    if (come_.size() < giop::kHeaderSize) return std::nullopt;
    const auto header = giop::parse_header(come_, giop::kDefaultMaxMessageSize);
    if (!header) {
      fail("integrity", fmt::format("reply {} is not GIOP", count_));
      return std::nullopt;
    }
    const auto size = giop::kHeaderSize + header->body_size;
    return size <= come_.size() ? std::optional{size} : std::nullopt;
  }
  void check(Bytes message) {
    const auto header = giop::parse_header(message, giop::kDefaultMaxMessageSize);
    if (is_closed_) fail("integrity", "something came behind CloseConnection");
    is_closed_ = header->type == giop::MessageType::close_connection;
    if (is_closed_) return;
    cdr::Decoder decoder{message.subspan(giop::kHeaderSize), header->byte_order, giop::kHeaderSize};
    if (giop::decode_reply(decoder).request_id != count_)
      fail("integrity", fmt::format("a reply came in the place of reply {}", count_));
    ++count_;
  }

  std::vector<std::byte> come_;
  std::uint32_t count_ = 0;
  bool is_closed_ = false;
};

// So many, or those until the connection ends.
Replies read_replies(int socket, std::uint32_t calls) {
  Replies replies;
  std::array<std::byte, 256> space{};
  while (replies.count() < calls) {
    const auto read = os::receive_some(socket, space, os::SocketWait::some).value_or(0);
    if (read == 0) break;
    replies.take(Bytes{space}.first(read));
  }
  return replies;
}

void wait_late() { sleep_until(virtual_now() + one_of(kMillisecond, 30 * kMillisecond, kSecond)); }

// Not for as long as a server waits for a client that does not read.
void await_the_end_of_the_run() {
  const auto last = virtual_now() + 20 * kSecond;
  while (!world().over.is_raised() && virtual_now() < last)
    sleep_until(virtual_now() + 5 * kMillisecond);
}

}  // namespace

void call_and_read_late(int socket, const giop::OctetBuffer& key) {
  const auto calls = from_to(5, 300);
  os::Thread caller{[&] { send_calls(socket, key, calls); }};
  wait_late();
  if (read_replies(socket, calls).count() == calls) reached("all replies read late");
  caller.join();
}

// A connection that the server had not accepted ends without a word.
void call_and_read_at_the_end(int socket, const giop::OctetBuffer& key) {
  constexpr auto kAll = UINT32_MAX;
  os::Thread caller{[&, calls = from_to(5, 300)] { send_calls(socket, key, calls); }};
  await_the_end_of_the_run();
  wait_late();
  const auto replies = read_replies(socket, kAll);
  reached("replies read after the server's end", replies.count());
  if (replies.count() > 0 && !replies.is_closed())
    fail("replies leave before the end", "a connection ended without CloseConnection");
  caller.join();
}

}  // namespace orbweaver::sim
