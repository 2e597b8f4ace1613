// SPDX-License-Identifier: Apache-2.0
// A transport to which the contract is applied, and the fixture that every test of the contract
// stands on. A room that implements the contract defines transports() in its test/.
#pragma once
#include <orbweaver/transport/connection.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <thread>

#include "length_prefixed.hpp"

namespace orbweaver::transport::conformance {

using namespace std::chrono_literals;

struct TransportUnderTest {
  const char* name;
  Address (*unused_address)();
  unsigned descriptors_to_connect = 1;
  ConnectionTraits traits = {};
  /// Whether connect() returns before the server has accepted. If not, the server's first read is a
  /// part of it.
  bool connects_alone = true;
};
inline void PrintTo(const TransportUnderTest& one, std::ostream* out) { *out << one.name; }

inline std::string unused_name() {
  static const auto process = std::random_device{}();
  static std::atomic<unsigned> count = 0;
  return "ow-" + std::to_string(process) + "-" + std::to_string(count++);
}

/// For a small machine: threads block without polling, and few large frames have room at once.
inline constexpr ConnectionTraits kFrugal{.poll_time = Nanoseconds{0}, .shm_bytes = kLeastShmBytes};

/// The transports of the room whose tests these are.
[[nodiscard]] std::span<const TransportUnderTest> transports();
/// Those that carry a stream of bytes over one socket, as they are.
[[nodiscard]] std::span<const TransportUnderTest> plain_stream_transports();

inline std::string name_of(const testing::TestParamInfo<TransportUnderTest>& info) {
  return info.param.name;
}

/// Longer than any test takes; a test that would hang fails instead.
inline Deadline test_deadline() { return Deadline::after(60s); }

inline Result<void, ConnectionFailure> send_text(Connection& connection, std::string_view text,
                                                 Deadline deadline = test_deadline()) {
  const Bytes piece = as_bytes(text);
  return connection.send({&piece, 1}, deadline);
}

/// The next frame as text, or the fault in words.
inline std::string receive_text(Connection& connection, Deadline deadline = test_deadline()) {
  const auto frame = connection.receive(deadline);
  return frame ? std::string{as_text(frame->bytes())} : "fault: " + describe(frame.error());
}

inline ConnectionFault fault_of_receive(Connection& connection,
                                        Deadline deadline = test_deadline()) {
  const auto frame = connection.receive(deadline);
  EXPECT_FALSE(frame) << "a frame of " << frame->size() << " bytes instead of a fault";
  return frame ? ConnectionFault::broken : frame.error().fault;
}

class TransportTest : public testing::TestWithParam<TransportUnderTest> {
 protected:
  void SetUp() override {
    auto listening = listen(GetParam().unused_address(), rule(), GetParam().traits);
    ASSERT_TRUE(listening) << describe(listening.error());
    listener = std::move(*listening);
    connect_and_accept();
  }

  [[nodiscard]] virtual FrameRule rule() const { return kLengthPrefixed; }

  [[nodiscard]] auto connect_here() const {
    return connect(listener->address(), rule(), test_deadline(), GetParam().traits);
  }

  void connect_and_accept() {
    auto connecting =
        std::async(GetParam().connects_alone ? std::launch::deferred : std::launch::async,
                   [this] { return connect_here(); });
    if (GetParam().connects_alone) connecting.wait();
    auto accepted = listener->accept();
    ASSERT_TRUE(accepted) << describe(accepted.error());
    server = std::move(*accepted);
    if (!GetParam().connects_alone) answer_until(connecting);
    auto connected = connecting.get();
    ASSERT_TRUE(connected) << describe(connected.error());
    client = std::move(*connected);
  }

  std::unique_ptr<Listener> listener;
  std::unique_ptr<Connection> client, server;

 private:
  // The client sends no frame yet: the server reads what is before the first one.
  template <class Future>
  void answer_until(const Future& connected) {
    while (connected.wait_for(0s) != std::future_status::ready) {
      const auto frame = server->try_receive();
      ASSERT_TRUE(!frame || !*frame);
      if (!frame) return;  // connected says why
    }
    (void)server->try_receive();
  }
};

}  // namespace orbweaver::transport::conformance
