// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/socket.hpp>
#include <orbweaver/os/socket_io.hpp>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>

#include "loopback_queue.hpp"

namespace orbweaver::os {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;
namespace fs = std::filesystem;

Deadline test_deadline() { return Deadline::after(60s); }

class UnixSocketFile : public testing::Test {
 protected:
  ~UnixSocketFile() override { fs::remove(path); }
  const std::string path = testing::TempDir() + "ow-os-" + std::to_string(std::random_device{}());
};

TEST_F(UnixSocketFile, is_for_its_owner_only) {
  const auto listener = listen_unix(path);
  ASSERT_TRUE(listener) << describe(listener.error());
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(UnixSocketFile, is_replaced_when_no_process_listens_any_more) {
  ASSERT_TRUE(listen_unix(path));
  ASSERT_TRUE(fs::is_socket(path)) << "the file outlives its listener";
  const auto listener = listen_unix(path);
  ASSERT_TRUE(listener) << describe(listener.error());
  EXPECT_TRUE(connect_unix(path, test_deadline()));
}

TEST_F(UnixSocketFile, is_left_alone_while_a_process_listens) {
  const auto listener = listen_unix(path);
  ASSERT_TRUE(listener);
  const auto second = listen_unix(path);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, EADDRINUSE);
  EXPECT_TRUE(connect_unix(path, test_deadline()));
}

TEST_F(UnixSocketFile, never_replaces_another_file) {
  std::ofstream{path} << "precious";
  const auto listener = listen_unix(path);
  ASSERT_FALSE(listener);
  EXPECT_EQ(listener.error().code, EADDRINUSE);
  EXPECT_EQ(fs::file_size(path), 8U);
}

TEST_F(UnixSocketFile, times_out_while_its_backlog_is_full) {
  const auto listener = listen_unix(path);
  ASSERT_TRUE(listener);
  ASSERT_EQ(::listen(listener->get(), 0), 0);
  const auto first = connect_unix(path, Deadline::after(5ms));
  ASSERT_TRUE(first);
  const auto second = connect_unix(path, Deadline::after(5ms));
  ASSERT_FALSE(second);
  EXPECT_TRUE(is_would_block(second.error()));
}

// The C library needs a descriptor to give the file its mode without following a link.
TEST_F(UnixSocketFile, is_removed_if_its_mode_cannot_be_given) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  auto low = before;
  low.rlim_cur = static_cast<rlim_t>(UniqueFd{::dup(STDERR_FILENO)}.get()) + 1;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &low), 0);
  const auto listener = listen_unix(path, 0660);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  if (listener) GTEST_SKIP() << "this C library needs no descriptor";
  EXPECT_STREQ(listener.error().call, "chmod");
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(UnixSocketFile, has_an_identity_of_its_own) {
  EXPECT_EQ(identity_of(path), FileIdentity{});
  std::ofstream{path} << "one";
  const auto one = identity_of(path);
  EXPECT_NE(one, FileIdentity{});
  std::ofstream{path + ".two"} << "two";
  fs::rename(path + ".two", path);
  EXPECT_NE(identity_of(path), one);
  remove_if_same(path, one);
  EXPECT_TRUE(fs::exists(path));
  remove_if_same(path, identity_of(path));
  EXPECT_FALSE(fs::exists(path));
}

TEST(UnixSocket, knows_that_its_peer_is_the_same_user) {
  const std::string name = "@ow-os-" + std::to_string(std::random_device{}());
  const auto listener = listen_unix(name);
  ASSERT_TRUE(listener);
  const auto client = connect_unix(name, Deadline::never());
  ASSERT_TRUE(client);
  const auto server = accept_connection(listener->get());
  ASSERT_TRUE(server);
  EXPECT_EQ(peer_of(server->get()), Peer::same_user);
  EXPECT_EQ(peer_of(client->get()), Peer::same_user);
  const auto peer = peer_process(server->get());
  ASSERT_TRUE(peer);
  EXPECT_EQ(peer->process, ::getpid());
  EXPECT_EQ(peer->user, ::geteuid());
  EXPECT_EQ(peer->group, ::getegid());
}

TEST(UnixSocket, has_the_mode_that_is_asked_for) {
  const auto umask_before = ::umask(0077);
  for (const std::uint32_t mode : {0600U, 0660U, 0666U}) {
    const std::string path = testing::TempDir() + "ow-os-mode-" + std::to_string(::getpid());
    const auto listener = listen_unix(path, mode);
    ASSERT_TRUE(listener);
    struct stat status {};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, mode);
    fs::remove(path);
  }
  ::umask(umask_before);
}

TEST(TcpSocket, does_not_know_its_peer_s_process) {
  const auto listener = listen_tcp("127.0.0.1", 0);
  ASSERT_TRUE(listener);
  const auto client = connect_tcp("127.0.0.1", local_port(listener->get()), test_deadline());
  ASSERT_TRUE(client);
  EXPECT_FALSE(peer_process(client->get()));
  EXPECT_EQ(peer_of(client->get()), Peer::other_user);
}

TEST(TcpSocket, sends_without_delay_on_both_sides) {
  const auto listener = listen_tcp("127.0.0.1", 0);
  ASSERT_TRUE(listener);
  const auto client = connect_tcp("127.0.0.1", local_port(listener->get()), test_deadline());
  ASSERT_TRUE(client) << describe(client.error());
  const auto server = accept_connection(listener->get());
  ASSERT_TRUE(server);
  for (const int fd : {client->get(), server->get()}) {
    int no_delay = 0;
    socklen_t size = sizeof no_delay;
    ASSERT_EQ(::getsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &no_delay, &size), 0);
    EXPECT_NE(no_delay, 0);
  }
  EXPECT_EQ(peer_name(client->get()), "127.0.0.1:" + std::to_string(local_port(listener->get())));
  EXPECT_EQ(peer_name(server->get()), "127.0.0.1:" + std::to_string(local_port(client->get())));
}

std::string congestion_control(int fd) {
  char name[16] = "";
  socklen_t size = sizeof name;
  ::getsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, name, &size);
  return name;
}

// Bytes a second; UINT_MAX means no limit.
unsigned most_rate(int fd) {
  unsigned rate = 1;
  socklen_t size = sizeof rate;
  EXPECT_EQ(::getsockopt(fd, SOL_SOCKET, SO_MAX_PACING_RATE, &rate, &size), 0);
  return rate;
}

// An address of this machine that is not of the loopback; empty if it has none.
std::string outer_address() {
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owner{all, &::freeifaddrs};
  for (const auto* one = all; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    if ((one->ifa_flags & IFF_LOOPBACK) != 0 || (one->ifa_flags & IFF_UP) == 0) continue;
    char text[INET_ADDRSTRLEN] = "";
    ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr, text,
                sizeof text);
    return text;
  }
  return {};
}

TEST(TcpSocket, sends_without_pauses_to_this_machine_where_wanted) {
  for (const auto& host : {"127.0.0.1"s, "127.5.5.5"s, "::1"s, outer_address()}) {
    if (host.empty()) continue;
    const auto listener = listen_tcp(host, 0);
    if (!listener && listener.error().code == EADDRNOTAVAIL) continue;  // a machine without IPv6
    ASSERT_TRUE(listener) << describe(listener.error());
    const auto client = connect_tcp(host, local_port(listener->get()), test_deadline());
    ASSERT_TRUE(client) << describe(client.error());
    const auto before = congestion_control(listener->get());
    EXPECT_EQ(congestion_control(client->get()), before);
    send_without_pauses_to_this_machine(client->get());
    EXPECT_EQ(congestion_control(client->get()), "reno") << host;
    EXPECT_EQ(most_rate(client->get()), has_loopback_queue("fq") == false ? 0U : UINT_MAX) << host;
    EXPECT_EQ(congestion_control(listener->get()), before);
  }
}

TEST(LoopbackQueue, is_what_the_system_gives_a_loopback) {
  if (has_loopback_queue("noqueue") != true) GTEST_SKIP() << "this machine's has a queue";
  EXPECT_EQ(has_loopback_queue("fq"), false);
  EXPECT_EQ(has_loopback_queue("noqueu"), false);
}

TEST(TcpSocket, leaves_a_socket_without_a_peer_as_it_is) {
  const auto listener = listen_tcp("127.0.0.1", 0);
  ASSERT_TRUE(listener);
  const auto before = congestion_control(listener->get());
  send_without_pauses_to_this_machine(listener->get());
  EXPECT_EQ(congestion_control(listener->get()), before);
  EXPECT_EQ(most_rate(listener->get()), UINT_MAX);
}

TEST(TcpSocket, says_which_call_failed_and_why) {
  const auto unknown = connect_tcp("no-such-host.invalid", 1, test_deadline());
  ASSERT_FALSE(unknown);
  EXPECT_LT(unknown.error().code, 0);
  EXPECT_TRUE(describe(unknown.error()).starts_with("getaddrinfo: "));
  EXPECT_EQ(describe(SystemError{ECONNREFUSED, "connect"}), "connect: Connection refused");
}

TEST(Waiting, ends_at_the_deadline_or_when_ready) {
  int pair[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
  const UniqueFd one{pair[0]}, two{pair[1]};
  EXPECT_EQ(wait_until_ready(one.get(), Readiness::readable, Deadline::after(1ms)), false);
  EXPECT_EQ(wait_until_ready(one.get(), Readiness::readable, Deadline::at(now() - 1h)), false);
  EXPECT_EQ(wait_until_ready(one.get(), Readiness::writable, Deadline::never()), true);
  shut_down(two.get(), Direction::both);
  EXPECT_EQ(wait_until_ready(one.get(), Readiness::readable, Deadline::never()), true);
}

TEST(HostName, is_known) { EXPECT_FALSE(host_name().empty()); }

}  // namespace
}  // namespace orbweaver::os
