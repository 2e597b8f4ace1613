// SPDX-License-Identifier: Apache-2.0
// A peer of shared memory that ends between the moment at which its receiver sleeps and a message.
#include <orbweaver/os/socket_io.hpp>

#include "transports_test.hpp"

namespace orbweaver::transport {
namespace {

using namespace conformance;

class ShmEnd : public TransportTest {
 protected:
  void SetUp() override {
    TransportTest::SetUp();
    ASSERT_TRUE(send_text(*client, frame_of(10)));  // the server joins the memory
    ASSERT_EQ(receive_text(*server), frame_of(10));
  }

  // As a process that is killed leaves it: the memory says nothing of its end.
  void end_the_clients_socket_while_its_receiver_sleeps() const {
    ASSERT_EQ(fault_of_receive(*client, Deadline::after(1ms)), ConnectionFault::timed_out);
    os::shut_down(client->descriptor(), os::Direction::both);
  }
};

TEST_P(ShmEnd, keeps_a_message_that_was_handed_over_before_the_bell_failed) {
  end_the_clients_socket_while_its_receiver_sleeps();
  EXPECT_TRUE(send_text(*server, frame_of(20)));
  EXPECT_EQ(receive_text(*client), frame_of(20));
  EXPECT_EQ(fault_of_receive(*client), ConnectionFault::closed);
}

TEST_P(ShmEnd, fails_the_next_message) {
  end_the_clients_socket_while_its_receiver_sleeps();
  EXPECT_TRUE(send_text(*server, frame_of(20)));
  const auto sent = send_text(*server, frame_of(30));
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().fault, ConnectionFault::broken);
  EXPECT_EQ(sent.error().taken, 0U);
}

TEST_P(ShmEnd, leaves_what_the_client_sent_to_be_read) {
  ASSERT_TRUE(send_text(*client, frame_of(11)));
  end_the_clients_socket_while_its_receiver_sleeps();
  EXPECT_TRUE(send_text(*server, frame_of(20)));
  EXPECT_FALSE(send_text(*server, frame_of(30)));
  EXPECT_EQ(receive_text(*server), frame_of(11));
  EXPECT_EQ(fault_of_receive(*server), ConnectionFault::closed);
}

INSTANTIATE_TEST_SUITE_P(All, ShmEnd, testing::Values(shm(), shm_frugal()), name_of);

}  // namespace
}  // namespace orbweaver::transport
