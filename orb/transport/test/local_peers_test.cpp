// SPDX-License-Identifier: Apache-2.0
// Peers of other users, by unix sockets and shared memory: which ones a listener lets in, which
// servers a client calls, and what a peer that was let in can do.
#include <orbweaver/os/descriptor_passing.hpp>
#include <orbweaver/os/shared_memory.hpp>
#include <orbweaver/os/socket.hpp>
#include <orbweaver/transport/local_peers.hpp>

#include <gmock/gmock.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <set>

#include "another_user.hpp"
#include "shm/layout.hpp"
#include "transport_under_test.hpp"

namespace orbweaver::transport {
namespace {

using namespace conformance;
namespace fs = std::filesystem;

class UsersOf final : public PeerAdmission {
 public:
  explicit UsersOf(std::set<std::uint32_t> users) : users_(std::move(users)) {}
  bool admits(const security::Identity& peer) noexcept override {
    return users_.contains(peer.user);
  }
  [[nodiscard]] std::string why_not(const security::Identity& peer) const override {
    return "no rule for user " + std::to_string(peer.user);
  }

 private:
  std::set<std::uint32_t> users_;
};

struct LocalTransport {
  const char* name;
  Address (*unused)();
};
std::string name_of_transport(const testing::TestParamInfo<LocalTransport>& info) {
  return info.param.name;
}
constexpr LocalTransport kLocal[] = {
    {"unix_name", [] { return Address{UnixAddress{"@" + unused_name()}}; }},
    {"unix_file", [] { return Address{UnixAddress{"/tmp/" + unused_name()}}; }},
    {"shm_name", [] { return Address{ShmAddress{"@" + unused_name()}}; }},
    {"shm_file", [] { return Address{ShmAddress{"/tmp/" + unused_name()}}; }},
};

class OfOtherUsers : public testing::TestWithParam<LocalTransport> {
 protected:
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can be another user";
    listen_with(&admission);
  }
  void listen_with(PeerAdmission* who) {
    traits.admission = who;
    traits.local = &settings;
    auto listening = listen(GetParam().unused(), kLengthPrefixed, traits);
    ASSERT_TRUE(listening) << describe(listening.error());
    listener = std::move(*listening);
  }
  [[nodiscard]] auto connect_as(uid_t user) const {
    Result<std::unique_ptr<Connection>, ConnectionFailure> client;
    as_another_user(
        [&] { client = connect(listener->address(), kLengthPrefixed, test_deadline()); }, user);
    return client;
  }

  UsersOf admission{{kAnotherUser}};
  LocalPeers settings{.servers_of = {}, .socket_mode = 0666};
  ConnectionTraits traits;
  std::unique_ptr<Listener> listener;
};
INSTANTIATE_TEST_SUITE_P(Every, OfOtherUsers, testing::ValuesIn(kLocal), name_of_transport);

TEST_P(OfOtherUsers, a_peer_that_is_let_in_sends_and_receives) {
  const auto client = connect_as(kAnotherUser);
  ASSERT_TRUE(client) << describe(client.error());
  const auto server = listener->accept();
  ASSERT_TRUE(server);
  EXPECT_EQ((*server)->identity()->user, kAnotherUser);
  for (const std::size_t size : {10U, 8192U, 100000U}) {
    ASSERT_TRUE(send_text(**client, frame_of(size)));
    EXPECT_EQ(receive_text(**server), frame_of(size));
    ASSERT_TRUE(send_text(**server, frame_of(size, 1)));
    EXPECT_EQ(receive_text(**client), frame_of(size, 1));
  }
  EXPECT_EQ(listener->refused_peers(), 0U);
}

TEST_P(OfOtherUsers, another_is_refused_counted_and_named) {
  testing::internal::CaptureStderr();
  const auto stranger = connect_as(kThirdUser);
  ASSERT_TRUE(stranger);
  const auto friendly = connect_as(kAnotherUser);
  ASSERT_TRUE(friendly);
  ASSERT_TRUE(listener->accept());
  EXPECT_EQ(listener->refused_peers(), 1U);
  const auto fault = fault_of_receive(**stranger);
  EXPECT_TRUE(fault == ConnectionFault::closed || fault == ConnectionFault::broken);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::HasSubstr(to_string(listener->address()) + ": refused user 65533 (process " +
                                 std::to_string(::getpid()) + "): no rule for user 65533"));
}

TEST_P(OfOtherUsers, none_is_let_in_without_an_admission) {
  listen_with(nullptr);
  testing::internal::CaptureStderr();
  const auto stranger = connect_as(kAnotherUser);
  ASSERT_TRUE(stranger);
  const auto own = connect(listener->address(), kLengthPrefixed, test_deadline());
  ASSERT_TRUE(own);
  ASSERT_TRUE(listener->accept());
  EXPECT_EQ(listener->refused_peers(), 1U);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr("-ORBrules"));
}

TEST_P(OfOtherUsers, a_server_is_called_only_if_it_is_named) {
  as_another_user([&] { listen_with(nullptr); });
  ASSERT_TRUE(listener);
  const auto refused = connect(listener->address(), kLengthPrefixed, test_deadline());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, ConnectionFault::not_permitted);
  EXPECT_THAT(describe(refused.error()), testing::HasSubstr("-ORBlocalPeer user:65534"));

  const LocalPeers third{.servers_of = {kThirdUser}};
  EXPECT_FALSE(connect(listener->address(), kLengthPrefixed, test_deadline(), {.local = &third}));
  const LocalPeers named{.servers_of = {kThirdUser, kAnotherUser}};
  EXPECT_TRUE(connect(listener->address(), kLengthPrefixed, test_deadline(), {.local = &named}));
}

mode_t mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & 0777;
}

TEST(SocketMode, is_as_asked_for_whatever_the_umask) {
  const auto umask_before = ::umask(0077);
  for (const std::uint32_t mode : {0600U, 0660U, 0666U}) {
    const LocalPeers settings{.servers_of = {}, .socket_mode = mode};
    const ConnectionTraits traits{.local = &settings};
    const UnixAddress by_socket{testing::TempDir() + unused_name()};
    const ShmAddress by_memory{testing::TempDir() + unused_name()};
    const auto first = listen(by_socket, kLengthPrefixed, traits);
    const auto second = listen(by_memory, kLengthPrefixed, traits);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(mode_of(by_socket.path), mode);
    EXPECT_EQ(mode_of(by_memory.path), mode);
  }
  ::umask(umask_before);
}

// A program of another user that was let in, and keeps no rule of the transport.
class LetIn : public testing::Test {
 protected:
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can be another user";
    auto listening = listen(address, kLengthPrefixed, {.admission = &admission});
    ASSERT_TRUE(listening) << describe(listening.error());
    listener = std::move(*listening);
  }

  UsersOf admission{{kAnotherUser}};
  const ShmAddress address{"@" + unused_name()};
  std::unique_ptr<Listener> listener;
};

void say_hello(int socket, int memory, int bell) {
  const shm::Hello hello;
  ASSERT_TRUE(os::send_with_descriptors(socket, std::as_bytes(std::span{&hello, 1}),
                                        std::array{memory, bell}));
}

TEST_F(LetIn, it_cannot_change_a_message_that_was_received) {
  os::UniqueFd socket;
  std::pair<os::UniqueFd, os::UniqueFd> bell;
  const auto memory = os::make_shared_memory(2 * shm::kHalfSize).value();
  as_another_user([&] {
    socket = os::connect_unix(address.path, test_deadline()).value();
    bell = os::make_socket_pair().value();
    say_hello(socket.get(), memory.get(), bell.second.get());
  });
  const auto server = listener->accept();
  ASSERT_TRUE(server);

  const auto all =
      os::Mapping::of(memory.get(), 0, 2 * shm::kHalfSize, os::Protection::read_write).value();
  const auto frame = frame_of(20'000);
  auto* const data = all.memory().data() + shm::kDataOffset;
  std::memcpy(data, frame.data(), frame.size());
  ring::RecordWriter<> writer{
      all.memory().subspan(shm::kRingOffset, shm::kRingSize),
      *reinterpret_cast<const std::uint64_t*>(all.memory().data() + shm::kHalfSize +
                                              offsetof(shm::Words, read_position))};
  const shm::BlockRecord block{0, 1, 0, static_cast<std::uint32_t>(frame.size())};
  auto* const record = writer.claim(sizeof block);
  ASSERT_NE(record, nullptr);
  std::memcpy(record, &block, sizeof block);
  writer.commit(shm::make_tag(shm::kBlock, 0));

  const auto received = (*server)->receive(test_deadline());
  ASSERT_TRUE(received) << describe(received.error());
  std::memset(data, 'x', frame.size());
  EXPECT_EQ(as_text(received->bytes()), frame);
}

TEST_F(LetIn, it_brings_a_bell_of_its_own) {
  os::UniqueFd socket;
  const auto bell_of_root = os::make_socket_pair().value();
  const auto memory = os::make_shared_memory(2 * shm::kHalfSize).value();
  as_another_user([&] { socket = os::connect_unix(address.path, test_deadline()).value(); });
  say_hello(socket.get(), memory.get(), bell_of_root.second.get());
  const auto server = listener->accept();
  ASSERT_TRUE(server);
  EXPECT_EQ(fault_of_receive(**server), ConnectionFault::bad_frame);
}

TEST_F(LetIn, it_cannot_bring_memory_that_shrinks_or_is_too_small) {
  for (const bool is_sealed : {true, false}) {
    os::UniqueFd socket;
    std::pair<os::UniqueFd, os::UniqueFd> bell;
    const auto small = os::make_shared_memory(shm::kHalfSize).value();
    const os::UniqueFd unsealed{::memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
    ASSERT_EQ(::ftruncate(unsealed.get(), 2 * shm::kHalfSize), 0);
    as_another_user([&] {
      socket = os::connect_unix(address.path, test_deadline()).value();
      bell = os::make_socket_pair().value();
      say_hello(socket.get(), is_sealed ? small.get() : unsealed.get(), bell.second.get());
    });
    const auto server = listener->accept();
    ASSERT_TRUE(server);
    EXPECT_EQ(fault_of_receive(**server), ConnectionFault::bad_frame);
    ASSERT_EQ(::ftruncate(unsealed.get(), 0), 0);
  }
}

std::size_t open_descriptors() {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator{"/proc/self/fd"}, {}));
}

TEST_F(LetIn, it_is_one_that_was_asked_before_its_descriptors_are_taken) {
  os::UniqueFd socket;
  std::pair<os::UniqueFd, os::UniqueFd> bell;
  const auto memory = os::make_shared_memory(2 * shm::kHalfSize).value();
  as_another_user(
      [&] {
        socket = os::connect_unix(address.path, test_deadline()).value();
        bell = os::make_socket_pair().value();
        say_hello(socket.get(), memory.get(), bell.second.get());
      },
      kThirdUser);
  const auto own = connect(address, kLengthPrefixed, test_deadline());
  ASSERT_TRUE(own);
  const auto before = open_descriptors();
  const auto accepted = listener->accept();
  ASSERT_TRUE(accepted);
  EXPECT_EQ(listener->refused_peers(), 1U);
  EXPECT_EQ(open_descriptors(), before + 1) << "that of the own user's connection alone";
}

}  // namespace
}  // namespace orbweaver::transport
