// SPDX-License-Identifier: Apache-2.0
// What only the stream transports promise, as seen by a peer that sends whatever bytes it likes.
#include <orbweaver/os/socket.hpp>
#include <orbweaver/os/socket_io.hpp>

#include <array>
#include <fstream>
#include <future>
#include <vector>

#include "transport_under_test.hpp"

namespace orbweaver::transport::conformance {
namespace {

/// A peer that knows no frames.
class RawPeer {
 public:
  explicit RawPeer(const Address& address) {
    const auto* tcp = std::get_if<TcpAddress>(&address);
    auto socket = tcp ? os::connect_tcp(tcp->host, tcp->port, test_deadline())
                      : os::connect_unix(std::get<UnixAddress>(address).path, test_deadline());
    EXPECT_TRUE(socket) << os::describe(socket.error());
    if (socket) socket_ = std::move(*socket);
  }

  void send(std::string_view text) const {
    while (!text.empty()) {
      const Bytes piece = as_bytes(text);
      const auto sent = os::send_some(socket_.get(), {&piece, 1}, 0, os::SocketWait::some);
      ASSERT_TRUE(sent);
      text.remove_prefix(*sent);
    }
  }

  /// Reads until the end of the stream.
  [[nodiscard]] std::string receive_all() const {
    std::string all;
    std::array<std::byte, 4096> part;
    for (;;) {
      const auto count = os::receive_some(socket_.get(), part, os::SocketWait::some);
      if (!count || *count == 0) return all;
      all += as_text(Bytes{part}.first(*count));
    }
  }

 private:
  os::UniqueFd socket_;
};

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(StreamContract);  // no such transport in a room
class StreamContract : public TransportTest {
 protected:
  std::unique_ptr<Connection> accept_raw() {
    auto accepted = listener->accept();
    EXPECT_TRUE(accepted);
    return accepted ? std::move(*accepted) : nullptr;
  }
};
INSTANTIATE_TEST_SUITE_P(Every, StreamContract, testing::ValuesIn(plain_stream_transports()),
                         name_of);

/// As much as the system buffers for a peer that does not read.
void fill(Connection& connection) {
  const auto ballast = frame_of(4096);
  const Bytes piece = as_bytes(ballast);
  while (
      os::wait_until_ready(connection.descriptor(), os::Readiness::writable, Deadline::after(100ms))
          .value()) {
    while (os::send_some(connection.descriptor(), {&piece, 1}, 0, os::SocketWait::none)) {
    }
  }
  while (os::send_some(connection.descriptor(), {&piece, 1}, 0, os::SocketWait::none)) {
  }
}

TEST_P(StreamContract, finds_frames_split_at_every_byte) {
  const auto stream = frame_of(9, 1) + frame_of(4) + frame_of(30, 2);
  for (std::size_t split = 0; split <= stream.size(); ++split) {
    const RawPeer peer{listener->address()};
    const auto connection = accept_raw();
    peer.send(stream.substr(0, split));
    std::vector<std::string> frames;
    while (auto frame = connection->receive(Deadline::after(1ms)))
      frames.emplace_back(as_text(frame->bytes()));
    peer.send(stream.substr(split));
    while (frames.size() < 3) frames.push_back(receive_text(*connection));
    ASSERT_EQ(frames[0] + frames[1] + frames[2], stream) << "split at " << split;
    ASSERT_EQ(frames[2].size(), 30U);
  }
}

TEST_P(StreamContract, finds_frames_that_come_byte_by_byte) {
  const RawPeer peer{listener->address()};
  const auto connection = accept_raw();
  const auto frame = frame_of(50);
  for (const char byte : frame) {
    const auto early = connection->try_receive();
    ASSERT_TRUE(early);
    ASSERT_FALSE(*early);
    peer.send({&byte, 1});
  }
  EXPECT_EQ(receive_text(*connection), frame);
}

TEST_P(StreamContract, finds_many_small_frames_in_one_read) {
  constexpr unsigned kFrames = 20'000;
  std::string stream;
  for (unsigned i = 0; i < kFrames; ++i) stream += frame_of(kPrefix + i % 40, i);
  const RawPeer peer{listener->address()};
  const auto connection = accept_raw();
  std::jthread sender{[&] { peer.send(stream); }};
  for (unsigned i = 0; i < kFrames; ++i)
    ASSERT_EQ(receive_text(*connection), frame_of(kPrefix + i % 40, i)) << i;
}

TEST_P(StreamContract, says_not_mid_frame_when_sending_times_out_before_a_frame) {
  fill(*client);
  for (const auto timeout : {1ms, 40ms}) {
    const auto sent = send_text(*client, frame_of(64 * 1024), Deadline::after(timeout));
    ASSERT_FALSE(sent);
    EXPECT_EQ(sent.error().fault, ConnectionFault::timed_out);
    EXPECT_FALSE(sent.error().mid_frame);
  }
}

TEST_P(StreamContract, goes_on_sending_when_the_peer_reads_again) {
  fill(*client);
  auto sent = std::async(std::launch::async, [&] {
    return send_text(*client, frame_of(3'000'000), Deadline::never());
  });
  for (;;) {
    const auto frame = server->receive(test_deadline());
    ASSERT_TRUE(frame || frame.error().fault == ConnectionFault::bad_frame)
        << describe(frame.error());
    if (!frame || frame->size() == 3'000'000) break;  // the ballast may end inside a frame
  }
  server->shutdown();
  server.reset();
  sent.wait();
}

TEST_P(StreamContract, gives_a_claimed_size_no_memory_until_the_bytes_come) {
  const auto resident_pages = [] {
    std::size_t total = 0, resident = 0;
    std::ifstream{"/proc/self/statm"} >> total >> resident;
    return resident;
  };
  constexpr std::size_t kPageSize = 4096;
  const auto before = resident_pages();
  std::vector<std::unique_ptr<RawPeer>> peers;
  std::vector<std::unique_ptr<Connection>> connections;
  for (int i = 0; i < 8; ++i) {
    peers.push_back(std::make_unique<RawPeer>(listener->address()));
    connections.push_back(accept_raw());
    peers.back()->send(prefix_of(kMaxFrameSize) + "x");
    EXPECT_EQ(fault_of_receive(*connections.back(), Deadline::after(25ms)),
              ConnectionFault::timed_out);
  }
  EXPECT_LT(resident_pages() * kPageSize, before * kPageSize + kMaxFrameSize * peers.size() / 2);
}

TEST_P(StreamContract, ends_the_stream_after_the_last_byte) {
  const RawPeer peer{listener->address()};
  auto connection = accept_raw();
  peer.send("unread");
  ASSERT_TRUE(send_text(*connection, "the last words"));
  connection.reset();
  EXPECT_EQ(peer.receive_all(), "the last words");
}

}  // namespace
}  // namespace orbweaver::transport::conformance
