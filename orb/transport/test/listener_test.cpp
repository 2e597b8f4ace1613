// SPDX-License-Identifier: Apache-2.0
// What a listener must survive that the contract's suite cannot bring about: no descriptors left,
// and peers of another user.
#include <orbweaver/os/socket.hpp>
#include <orbweaver/transport/connection.hpp>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "another_user.hpp"
#include "transport_under_test.hpp"

namespace orbweaver::transport {
namespace {

using namespace conformance;
namespace fs = std::filesystem;

class ListenerTest : public TransportTest {};
INSTANTIATE_TEST_SUITE_P(Every, ListenerTest, testing::ValuesIn(transports()), name_of);

/// Leaves no descriptor to open while it lives, except those it gives back.
class NoDescriptors {
 public:
  NoDescriptors() { take_all(); }
  void take_all() {
    while (true) {
      os::UniqueFd one{::open("/dev/null", O_RDONLY | O_CLOEXEC)};
      if (!one) break;
      taken_.push_back(std::move(one));
    }
  }
  void give_back(unsigned count) {
    for (; count > 0; --count) taken_.pop_back();
  }
  void give_back_all() { taken_.clear(); }

 private:
  struct LowLimit {
    LowLimit() {
      ::getrlimit(RLIMIT_NOFILE, &before);
      rlimit low = before;
      low.rlim_cur = 256;
      ::setrlimit(RLIMIT_NOFILE, &low);
    }
    ~LowLimit() { ::setrlimit(RLIMIT_NOFILE, &before); }
    rlimit before{};
  } limit_;
  std::vector<os::UniqueFd> taken_;
};

TEST_P(ListenerTest, reports_that_no_descriptor_is_left_and_accepts_later) {
  NoDescriptors none;
  none.give_back(GetParam().descriptors_to_connect);
  auto waiting = connect(listener->address(), rule(), test_deadline());
  ASSERT_TRUE(waiting) << describe(waiting.error());
  none.take_all();
  for (int i = 0; i < 2; ++i) {
    const auto accepted = listener->accept();
    ASSERT_FALSE(accepted);
    EXPECT_EQ(accepted.error().fault, ConnectionFault::out_of_resources);
  }
  const auto another = connect(listener->address(), rule(), test_deadline());
  ASSERT_FALSE(another);
  EXPECT_EQ(another.error().fault, ConnectionFault::out_of_resources);

  none.give_back_all();
  const auto accepted = listener->accept();
  ASSERT_TRUE(accepted);
  ASSERT_TRUE(send_text(**waiting, frame_of(10)));
  EXPECT_EQ(receive_text(**accepted), frame_of(10));
}

TEST_P(ListenerTest, stops_while_it_pauses_after_a_shortage) {
  NoDescriptors none;
  none.give_back(GetParam().descriptors_to_connect);
  const auto waiting = connect(listener->address(), rule(), test_deadline());
  ASSERT_TRUE(waiting);
  none.take_all();
  ASSERT_FALSE(listener->accept());
  none.give_back_all();
  std::jthread stopping{[&] { listener->stop(); }};
  auto accepted = listener->accept();
  if (accepted) accepted = listener->accept();  // the pause was over before the stop
  ASSERT_FALSE(accepted);
  EXPECT_EQ(accepted.error().fault, ConnectionFault::broken);
}

TEST(UnixListener, refuses_peers_of_other_users_and_counts_them) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can be another user";
  const UnixAddress address{"@" + unused_name()};
  const auto listening = listen(address, kLengthPrefixed);
  ASSERT_TRUE(listening);
  os::UniqueFd strangers[3];
  as_another_user([&] {
    for (auto& stranger : strangers) {
      auto connected = os::connect_unix(address.path, test_deadline());
      ASSERT_TRUE(connected);
      stranger = std::move(*connected);
    }
  });
  const auto friendly = connect(address, kLengthPrefixed, test_deadline());
  ASSERT_TRUE(friendly);
  const auto accepted = (*listening)->accept();
  ASSERT_TRUE(accepted);
  EXPECT_EQ((*listening)->refused_peers(), 3U);
  ASSERT_TRUE(send_text(**friendly, frame_of(10)));
  EXPECT_EQ(receive_text(**accepted), frame_of(10));
}

TEST(UnixListener, is_not_trusted_when_it_belongs_to_another_user) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can be another user";
  const UnixAddress address{"@" + unused_name()};
  Result<std::unique_ptr<Listener>, ConnectionFailure> listening;
  as_another_user([&] { listening = listen(address, kLengthPrefixed); });
  ASSERT_TRUE(listening);
  const auto connected = connect(address, kLengthPrefixed, test_deadline());
  ASSERT_FALSE(connected);
  EXPECT_EQ(connected.error().fault, ConnectionFault::not_permitted);
}

TEST(UnixListener, keeps_other_users_away_from_its_file) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can be another user";
  const UnixAddress address{testing::TempDir() + unused_name()};
  const auto listening = listen(address, kLengthPrefixed);
  ASSERT_TRUE(listening);
  as_another_user([&] {
    const auto connected = connect(address, kLengthPrefixed, test_deadline());
    ASSERT_FALSE(connected);
    EXPECT_EQ(connected.error().fault, ConnectionFault::not_permitted);
  });
}

TEST(UnixListener, removes_its_file_when_stopped) {
  const UnixAddress address{testing::TempDir() + unused_name()};
  auto listening = listen(address, kLengthPrefixed);
  ASSERT_TRUE(listening);
  EXPECT_TRUE(fs::is_socket(address.path));
  (*listening)->stop();
  EXPECT_FALSE(fs::exists(address.path));
}

TEST(UnixListener, leaves_a_file_that_is_not_its_own_any_more) {
  const UnixAddress address{testing::TempDir() + unused_name()};
  auto first = listen(address, kLengthPrefixed);
  ASSERT_TRUE(first);
  fs::rename(address.path, address.path + ".first");
  auto second = listen(address, kLengthPrefixed);
  ASSERT_TRUE(second) << describe(second.error());
  (*first)->stop();
  EXPECT_TRUE(connect(address, kLengthPrefixed, test_deadline()));
  fs::remove(address.path + ".first");
}

}  // namespace
}  // namespace orbweaver::transport
