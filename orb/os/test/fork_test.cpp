// SPDX-License-Identifier: Apache-2.0
// What a child of fork(2) has of its parent's sockets and shared memory.
#include <orbweaver/os/descriptor_passing.hpp>
#include <orbweaver/os/event_queue.hpp>
#include <orbweaver/os/fork.hpp>
#include <orbweaver/os/own_thread.hpp>
#include <orbweaver/os/shared_memory.hpp>
#include <orbweaver/os/socket.hpp>
#include <orbweaver/os/thread.hpp>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <functional>

namespace orbweaver::os {
namespace {

/// Whether `body` returns true in a child.
bool holds_in_a_child(const std::function<bool()>& body) {
  const auto child = ::fork();
  if (child == 0) ::_exit(body() ? 0 : 1);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

class Forks : public testing::Test {
 protected:
  void SetUp() override { watch_forks(); }
};

TEST_F(Forks, are_counted_in_the_child) {
  const auto mine = fork_generation();
  EXPECT_TRUE(holds_in_a_child([&] { return fork_generation() == mine + 1; }));
  EXPECT_EQ(fork_generation(), mine);
}

TEST_F(Forks, leave_the_child_dead_ends_in_place_of_sockets) {
  auto [near, far] = make_socket_pair().value();
  const auto octet = std::byte{1};
  EXPECT_TRUE(holds_in_a_child([&] {
    ::shutdown(near.get(), SHUT_RDWR);
    char space = 0;
    return ::read(near.get(), &space, 1) == 0 && ::write(near.get(), &octet, 1) < 0;
  }));
  EXPECT_EQ(::write(near.get(), &octet, 1), 1);
  char received = 0;
  EXPECT_EQ(::read(far.get(), &received, 1), 1);
}

TEST_F(Forks, let_a_peer_see_the_end_while_the_child_lives) {
  auto [near, far] = make_socket_pair().value();
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const auto child = ::fork();
  if (child == 0) {
    ::close(ends[1]);
    char space = 0;
    ::_exit(::read(ends[0], &space, 1) == 0 ? 0 : 1);
  }
  near.reset();
  char received = 0;
  EXPECT_EQ(::read(far.get(), &received, 1), 0);
  ::close(ends[1]);
  int status = 1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  ::close(ends[0]);
}

TEST_F(Forks, keep_numbers_of_the_parents_sockets_taken_in_the_child) {
  const auto pair = make_socket_pair().value();
  EXPECT_TRUE(holds_in_a_child([&] {
    const int fresh = ::dup(0);
    return fresh != pair.first.get() && fresh != pair.second.get();
  }));
}

TEST_F(Forks, leave_descriptors_that_are_closed_to_the_program) {
  int number = -1;
  {
    const auto pair = make_socket_pair().value();
    number = pair.first.get();
  }
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_TRUE(ends[0] == number || ends[1] == number) << "the lowest number that is free";
  EXPECT_TRUE(holds_in_a_child([&] { return ::write(ends[1], "x", 1) == 1; }));
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_F(Forks, give_the_child_memory_of_its_own_in_place_of_what_it_could_write) {
  const auto file = make_shared_memory(kPageSize).value();
  const auto mapping = Mapping::of(file.get(), 0, kPageSize, Protection::read_write).value();
  const auto readable = Mapping::of(file.get(), 0, kPageSize, Protection::read_only).value();
  mapping.memory()[0] = std::byte{1};
  EXPECT_TRUE(holds_in_a_child([&] {
    const bool is_empty = mapping.memory()[0] == std::byte{0};
    mapping.memory()[0] = std::byte{2};
    return is_empty && readable.memory()[0] == std::byte{1};
  }));
  EXPECT_EQ(mapping.memory()[0], std::byte{1});
}

TEST_F(Forks, do_not_change_the_event_queue_of_the_parent) {
  const auto queue = make_event_queue().value();
  const auto event = make_event().value();
  ASSERT_TRUE(watch_always(queue.get(), event.get(), 7));
  EXPECT_TRUE(holds_in_a_child([&] {
    unwatch(queue.get(), event.get());
    return true;
  }));
  raise_event(event.get());
  EXPECT_EQ(next_event(queue.get()).value(), 7U);
}

TEST(OwnThreads, are_those_that_were_started_here) {
  EXPECT_FALSE(is_own_thread());
  bool is_own = false;
  {
    const auto thread = start_thread({}, [&] { is_own = is_own_thread(); });
  }
  EXPECT_TRUE(is_own);
  std::jthread{[&] { is_own = is_own_thread(); }}.join();
  EXPECT_FALSE(is_own);
}

}  // namespace
}  // namespace orbweaver::os
