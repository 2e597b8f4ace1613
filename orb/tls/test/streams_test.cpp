// SPDX-License-Identifier: Apache-2.0
// Streams that end where they should not, peers that speak no TLS, and sessions.
#include <gmock/gmock.h>

#include <array>
#include <future>
#include <thread>

#include "two_sides.hpp"

namespace orbweaver::tls {
namespace {

using testing::HasSubstr;
using transport::ConnectionFault;

class Streams : public testing::Test {
 protected:
  [[nodiscard]] security::TlsSettings good() const { return mine.with(usual_request("good")); }
  CertificatesOfATest mine;
};

/// Passes bytes between a client and a server, and closes both sides without a word when so many
/// have gone to the server.
class CuttingRelay {
 public:
  CuttingRelay(std::uint16_t server, std::size_t cut_after)
      : listener_(*os::listen_tcp("127.0.0.1", 0)), cut_after_(cut_after) {
    thread_ = std::jthread{[this, server] { relay(server); }};
  }
  [[nodiscard]] std::uint16_t port() const { return os::local_port(listener_.get()); }

 private:
  void relay(std::uint16_t server) {
    const auto client = os::accept_connection(listener_.get());
    const auto upstream = os::connect_tcp("127.0.0.1", server, test_deadline());
    if (!client || !upstream) return;
    std::jthread back{[&] { copy(upstream->get(), client->get(), SIZE_MAX); }};
    copy(client->get(), upstream->get(), cut_after_);
    os::shut_down(client->get(), os::Direction::both);
    os::shut_down(upstream->get(), os::Direction::both);
  }
  static void copy(int from, int to, std::size_t most) {
    std::array<std::byte, 4096> part{};
    while (most > 0) {
      const auto room = std::span{part}.first(std::min(part.size(), most));
      const auto count = os::receive_some(from, room, os::SocketWait::some);
      if (!count || *count == 0) return;
      most -= *count;
      auto bytes = Bytes{part}.first(*count);
      while (!bytes.empty()) {
        const auto sent = os::send_some(to, {&bytes, 1}, 0, os::SocketWait::some);
        if (!sent) return;
        bytes = bytes.subspan(*sent);
      }
    }
  }

  os::UniqueFd listener_;
  const std::size_t cut_after_;
  std::jthread thread_;  // last: it uses the others
};

// The client's handshake and its frame have some 2,000 bytes. Wherever the stream is cut, the
// server gets the frame whole or not at all, and never an orderly end.
TEST_F(Streams, that_are_cut_anywhere_end_broken) {
  constexpr transport::FrameRule kRule = transport::conformance::kLengthPrefixed;
  transport::TlsAccess of_server{good()}, of_client{good()};
  const auto listener =
      *transport::listen(transport::TlsAddress{"127.0.0.1", 0}, kRule, {.tls = &of_server});
  const auto port = std::get<transport::TlsAddress>(listener->address()).port;
  const auto frame = transport::conformance::frame_of(200);
  constexpr std::size_t kMost = 2600, kStep = 7;
  bool ended_in_order = false, ended_broken_after_it = false;
  for (std::size_t cut = 1; cut < kMost; cut += kStep) {
    CuttingRelay relay{port, cut};
    auto client = std::async(std::launch::async, [&] {
      auto connected = transport::connect(transport::TlsAddress{"127.0.0.1", relay.port()}, kRule,
                                          test_deadline(), {.tls = &of_client});
      const Bytes piece = as_bytes(std::string_view{frame});
      if (connected) (void)(*connected)->send({&piece, 1}, test_deadline());
    });
    const auto server = listener->accept();
    ASSERT_TRUE(server);
    auto came = (*server)->receive(test_deadline());
    const bool is_whole = came.has_value();
    if (is_whole) {
      EXPECT_EQ(as_text(came->bytes()), frame);
      came = (*server)->receive(test_deadline());
    }
    client.get();
    ASSERT_FALSE(came) << cut;
    const bool is_orderly = came.error().fault == ConnectionFault::closed;
    EXPECT_TRUE(is_whole || !is_orderly) << "an orderly end after " << cut << " bytes";
    ended_in_order = ended_in_order || is_orderly;
    ended_broken_after_it = ended_broken_after_it || (is_whole && !is_orderly);
  }
  EXPECT_TRUE(ended_in_order) << "it was never passed on to the end";
  EXPECT_TRUE(ended_broken_after_it) << "it was never cut between the frame and the end";
}

TEST_F(Streams, to_a_server_without_tls_say_so) {
  transport::TlsAccess of_client{good()};
  const auto listener = *os::listen_tcp("127.0.0.1", 0);
  auto plain = std::async(std::launch::async, [&] {
    const auto accepted = os::accept_connection(listener.get());
    const Bytes greeting = as_bytes(std::string_view{"220 some other service\r\n"});
    (void)os::send_some(accepted->get(), {&greeting, 1}, 0, os::SocketWait::some);
    std::array<std::byte, 4096> unwanted{};
    while (os::receive_some(accepted->get(), unwanted, os::SocketWait::some).value_or(0) > 0) {
    }
  });
  const auto connected = transport::connect(
      transport::TlsAddress{"127.0.0.1", os::local_port(listener.get())},
      transport::conformance::kLengthPrefixed, test_deadline(), {.tls = &of_client});
  ASSERT_FALSE(connected);
  EXPECT_THAT(transport::describe(connected.error()), HasSubstr("bytes that are no TLS"));
  plain.get();
}

TEST_F(Streams, to_a_silent_server_time_out) {
  transport::TlsAccess of_client{good()};
  const auto silent = *os::listen_tcp("127.0.0.1", 0);
  const auto connected =
      transport::connect(transport::TlsAddress{"127.0.0.1", os::local_port(silent.get())},
                         transport::conformance::kLengthPrefixed,
                         Deadline::after(std::chrono::milliseconds(50)), {.tls = &of_client});
  ASSERT_FALSE(connected);
  EXPECT_EQ(connected.error().fault, ConnectionFault::timed_out);
}

}  // namespace
}  // namespace orbweaver::tls
