// SPDX-License-Identifier: Apache-2.0
// A server that never stops sending: the deadline of a call holds all the same. A test that hangs
// is ended by its runner.
#include "raw_peer.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

struct Sending {
  const char* name;
  std::vector<std::byte> first, then_always;
};

std::vector<std::byte> reply_to_no_request(bool has_more) {
  cdr::Encoder encoder;
  giop::begin_reply(encoder, 12345, giop::ReplyStatus::no_exception);
  giop::finish_message(encoder);
  std::vector bytes(encoder.bytes().begin(), encoder.bytes().end());
  if (has_more) bytes[6] |= std::byte{2};
  return bytes;
}

std::vector<std::byte> empty_fragment() {
  cdr::Encoder encoder;
  giop::begin_message(encoder, giop::MessageType::fragment);
  encoder.put(std::uint32_t{12345});
  giop::finish_message(encoder);
  std::vector bytes(encoder.bytes().begin(), encoder.bytes().end());
  bytes[6] |= std::byte{2};
  return bytes;
}

/// Waits for a request, and sends until the client ends the connection.
class Flood {
 public:
  explicit Flood(const Sending& sending) {
    std::vector<std::byte> many;
    for (int i = 0; i < 1000; ++i)
      many.insert(many.end(), sending.then_always.begin(), sending.then_always.end());
    thread_ = std::jthread([this, first = sending.first, many = std::move(many)] {
      auto peer = server.accept();
      static_cast<void>(peer.receive());
      try {
        if (!first.empty()) peer.send(Bytes{first});
        for (;;) peer.send(Bytes{many});
      } catch (const std::runtime_error&) {  // the client has gone
      }
    });
  }
  RawServer server;

 private:
  std::jthread thread_;
};

class AServerThatNeverStopsSending : public testing::TestWithParam<Sending> {
 protected:
  Flood flood{GetParam()};
  Orb client;
  EchoReference bounded = corba::with_policies(client.echo(flood.server.reference()),
                                               timeout_of(std::chrono::milliseconds(50)));
};

TEST_P(AServerThatNeverStopsSending, holds_no_call_beyond_its_timeout) {
  EXPECT_THROW(bounded->nothing(), CORBA::TIMEOUT);
}

TEST_P(AServerThatNeverStopsSending, holds_no_call_of_several_threads_beyond_their_timeouts) {
  std::vector<std::jthread> callers;
  for (int i = 0; i < 4; ++i)
    callers.emplace_back([this] { EXPECT_THROW(bounded->nothing(), CORBA::TIMEOUT); });
}

INSTANTIATE_TEST_SUITE_P(Of, AServerThatNeverStopsSending,
                         testing::Values(Sending{"replies", {}, reply_to_no_request(false)},
                                         Sending{"empty_fragments", reply_to_no_request(true),
                                                 empty_fragment()}),
                         [](const auto& entry) { return std::string{entry.param.name}; });

}  // namespace
}  // namespace orbweaver::orb_test
