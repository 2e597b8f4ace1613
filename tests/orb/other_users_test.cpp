// SPDX-License-Identifier: Apache-2.0
// Clients of other users, which rules let in or not, in one process. The threads of these clients
// are other users; only root can make them. tests/security/test_local_peers.py has processes.
#include <gmock/gmock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "rig.hpp"
#include "standard_error.hpp"

namespace orbweaver::orb_test {
namespace {

constexpr uid_t kFriend = 65002, kStranger = 65003;

void as_user(uid_t user, const std::function<void()>& body) {
  std::jthread{[&] {
    ASSERT_EQ(::syscall(SYS_setresuid, user, user, user), 0);
    body();
  }};
}

class ClientsOfOtherUsers : public TwoOrbs, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can be other users";
  }
  // Two writes may come within one tick of the clock of files: each gets a time of its own.
  void write_rules(const std::string& text) {
    std::ofstream{rules + ".new"} << text;
    written_ += std::chrono::seconds{1};
    std::filesystem::last_write_time(rules + ".new", written_);
    std::filesystem::rename(rules + ".new", rules);
  }
  /// A server that lets kFriend in.
  EchoReference serve() {
    write_rules("default = \"deny\"\n[[rule]]\ndecide = \"allow\"\nclient = \"user:65002\"\n");
    start({"-ORBrules", rules}, {"-ORBtransport", GetParam()});
    return publish(std::make_shared<Probe>());
  }

  const std::string rules =
      testing::TempDir() + "other-users-" + std::to_string(::getpid()) + ".toml";

 private:
  std::filesystem::file_time_type written_ = std::filesystem::file_time_type::clock::now();
};
INSTANTIATE_TEST_SUITE_P(By, ClientsOfOtherUsers, testing::Values("shm", "unix"), name_of_option);

TEST_P(ClientsOfOtherUsers, call_in_every_way_if_a_rule_lets_them_in) {
  const auto echo = serve();
  const std::string large(1'000'000, 'x');
  as_user(kFriend, [&] {
    EXPECT_EQ(echo->echo_string("small"), "small");
    EXPECT_EQ(echo->echo_string(large), large);
    for (int i = 0; i < 100; ++i) echo->poke(1);
    echo->nothing();
  });
  EXPECT_EQ(server->shared()->statistics().requests_denied, 0U);
}

TEST_P(ClientsOfOtherUsers, are_refused_with_a_line_if_no_rule_lets_them_in) {
  const StandardError output;
  const auto echo = serve();
  as_user(kStranger, [&] { EXPECT_THROW(echo->nothing(), CORBA::SystemException); });
  spin_until([&] { return output.has("refused user 65003 (process "); });
  EXPECT_TRUE(output.has("no rule of " + rules + " allows anything to client \"user:65003\""));
}

TEST_P(ClientsOfOtherUsers, end_with_the_rule_whatever_the_default_is) {
  const StandardError output;
  const auto echo = serve();
  as_user(kFriend, [&] { echo->nothing(); });  // the connection is there
  write_rules("default = \"allow\"\n");
  as_user(kFriend, [&] {
    spin_until([&] {
      try {
        echo->nothing();
        return false;
      } catch (const CORBA::NO_PERMISSION&) {
        return true;
      }
    });
  });
  EXPECT_TRUE(output.has("no rule of " + rules + " allows anything to client \"user:65002\""));
}

}  // namespace
}  // namespace orbweaver::orb_test
