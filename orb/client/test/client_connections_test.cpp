// SPDX-License-Identifier: Apache-2.0
// What an ORB keeps of the servers that its connections lead to: nothing once they have ended, as a
// domain meets two new ones with every application that it deploys.
#include "client_connections.hpp"

#include <orbweaver/wire/giop_frames.hpp>

#include <gtest/gtest.h>

#include <thread>

namespace orbweaver::client {
namespace {

/// Accepts connections at a free port, until it ends.
class Listening {
 public:
  std::unique_ptr<transport::Connection> accept() { return std::move(listener_->accept().value()); }
  [[nodiscard]] transport::Address address() const { return listener_->address(); }

 private:
  std::unique_ptr<transport::Listener> listener_ = std::move(
      transport::listen(transport::TcpAddress{"127.0.0.1", 0}, wire::giop_frame_rule(1024))
          .value());
};

class ClientConnectionsTest : public testing::Test {
 protected:
  /// Connections are looked after four times in that time, and closed if they are idle for so long.
  explicit ClientConnectionsTest(Nanoseconds idle = std::chrono::milliseconds{4}) {
    options_.client_idle = idle;
    giop::IiopProfile profile;
    profile.version = {1, 2};
    profile.host = "127.0.0.1";
    profile.object_key = {std::byte{1}};
    ior_.profiles.push_back(giop::make_profile(profile));
  }
  ~ClientConnectionsTest() override {
    alarm_.stop();
    connections_.close(Deadline::at(now()));
  }
  bool connect_to(const transport::Address& address) {
    return connections_.get({ior_, {&address, 1}, {1, 2}}, Deadline::never()).has_value();
  }
  /// Returns when so many are known.
  void await(std::size_t count) const {
    while (connections_.size() != count) std::this_thread::yield();
  }

  wire::Options options_;
  wire::Counters counters_;
  wire::ChoiceLog choices_{{}, wire::ChoiceLog::Telling::off};
  wire::Notices notices_;
  dispatch::Alarm alarm_;
  giop::Ior ior_{"IDL:X:1.0", {}};
  ClientConnections connections_{options_, counters_, choices_, alarm_, notices_};
};

TEST_F(ClientConnectionsTest, forget_a_server_that_has_ended) {
  for (int i = 0; i < 3; ++i) {
    Listening server;
    ASSERT_TRUE(connect_to(server.address()));
    server.accept()->shutdown();
    await(0);
  }
}

/// None is idle for as long as a test takes.
class BusyConnectionsTest : public ClientConnectionsTest {
 protected:
  BusyConnectionsTest() : ClientConnectionsTest(std::chrono::seconds{4}) {}
};

TEST_F(BusyConnectionsTest, are_kept_when_another_server_ends) {
  Listening stays, ends;
  ASSERT_TRUE(connect_to(stays.address()));
  ASSERT_TRUE(connect_to(ends.address()));
  EXPECT_EQ(connections_.size(), 2U);
  const auto accepted = stays.accept();
  ends.accept()->shutdown();
  await(1);
  EXPECT_TRUE(connect_to(stays.address()));
}

TEST_F(ClientConnectionsTest, forget_an_address_at_which_no_server_is) {
  const transport::Address gone = Listening{}.address();
  EXPECT_FALSE(connect_to(gone));
  EXPECT_EQ(connections_.size(), 0U);
}

}  // namespace
}  // namespace orbweaver::client
