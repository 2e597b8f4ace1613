// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/descriptor_passing.hpp>
#include <orbweaver/os/shared_memory.hpp>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace orbweaver::os {
namespace {

// Of this machine: those of ARM have 16 or 64 KiB as well.
const std::size_t kPage = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
const std::size_t kSize = 4 * kPage;

std::int64_t pages_of(int fd) {
  struct stat status {};
  EXPECT_EQ(::fstat(fd, &status), 0);
  return status.st_blocks * 512 / static_cast<std::int64_t>(kPage);
}

TEST(SharedMemory, is_the_same_in_every_mapping) {
  const auto memory = make_shared_memory(kSize);
  ASSERT_TRUE(memory) << describe(memory.error());
  const auto writer = Mapping::of(memory->get(), 0, kSize, Protection::read_write);
  const auto reader = Mapping::of(memory->get(), kPage, kPage, Protection::read_only);
  ASSERT_TRUE(writer && reader);
  writer->memory()[kPage + 5] = std::byte{42};
  EXPECT_EQ(reader->memory()[5], std::byte{42});
}

TEST(SharedMemory, outlives_its_descriptor) {
  auto memory = make_shared_memory(kSize);
  ASSERT_TRUE(memory);
  auto mapping = Mapping::of(memory->get(), 0, kSize, Protection::read_write);
  memory->reset();
  ASSERT_TRUE(mapping);
  const Mapping moved = std::move(*mapping);
  moved.memory().back() = std::byte{1};
  EXPECT_EQ(moved.memory().back(), std::byte{1});
}

TEST(SharedMemory, keeps_its_size_whatever_a_process_does) {
  const auto memory = make_shared_memory(kSize);
  ASSERT_TRUE(memory);
  EXPECT_NE(::ftruncate(memory->get(), 0), 0);
  EXPECT_NE(::ftruncate(memory->get(), static_cast<off_t>(2 * kSize)), 0);
  EXPECT_TRUE(is_shared_memory(memory->get(), kSize));
}

TEST(SharedMemory, costs_pages_only_as_far_as_it_is_touched) {
  const auto memory = make_shared_memory(kSize);
  ASSERT_TRUE(memory);
  const auto mapping = Mapping::of(memory->get(), 0, kSize, Protection::read_write);
  ASSERT_TRUE(mapping);
  EXPECT_EQ(pages_of(memory->get()), 0);
  mapping->memory()[0] = mapping->memory()[kPage] = std::byte{1};
  EXPECT_EQ(pages_of(memory->get()), 2);
  give_back_pages(mapping->memory().first(kPage));
  EXPECT_EQ(pages_of(memory->get()), 1);
  EXPECT_EQ(mapping->memory()[0], std::byte{0});
}

TEST(SharedMemory, is_distinguished_from_what_could_be_cut_off) {
  const auto memory = make_shared_memory(kSize);
  ASSERT_TRUE(memory);
  EXPECT_FALSE(is_shared_memory(memory->get(), 2 * kSize));
  const UniqueFd unsealed{::memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
  ASSERT_EQ(::ftruncate(unsealed.get(), static_cast<off_t>(kSize)), 0);
  EXPECT_FALSE(is_shared_memory(unsealed.get(), kSize));
  ASSERT_EQ(::fcntl(unsealed.get(), F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SEAL), 0);
  EXPECT_FALSE(is_shared_memory(unsealed.get(), kSize)) << "it may still shrink";
  const UniqueFd device{::open("/dev/zero", O_RDWR | O_CLOEXEC)};
  EXPECT_FALSE(is_shared_memory(device.get(), kSize));
  EXPECT_FALSE(is_shared_memory(-1, kSize));
}

TEST(SharedMemory, is_refused_for_writing_where_it_was_opened_for_reading) {
  const auto memory = make_shared_memory(kSize);
  ASSERT_TRUE(memory);
  const auto path = "/proc/self/fd/" + std::to_string(memory->get());
  const UniqueFd read_only{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  const auto mapping = Mapping::of(read_only.get(), 0, kSize, Protection::read_write);
  ASSERT_FALSE(mapping);
  EXPECT_EQ(mapping.error().code, EACCES);
}

class DescriptorPassing : public testing::Test {
 protected:
  void SetUp() override {
    auto pair = make_socket_pair();
    ASSERT_TRUE(pair);
    near = std::move(pair->first);
    far = std::move(pair->second);
  }
  UniqueFd near, far;
  std::array<std::byte, 16> space{};
};

TEST_F(DescriptorPassing, hands_over_bytes_and_descriptors) {
  auto memory = make_shared_memory(kSize);
  ASSERT_TRUE(memory);
  const int fds[] = {memory->get(), near.get()};
  ASSERT_TRUE(send_with_descriptors(near.get(), as_bytes("hello"), fds));
  memory->reset();
  const auto received = receive_with_descriptors(far.get(), space, 2, SocketWait::some);
  ASSERT_TRUE(received);
  EXPECT_EQ(received->size, 5U);
  ASSERT_EQ(received->descriptors.size(), 2U);
  EXPECT_FALSE(received->lost_descriptors);
  EXPECT_TRUE(is_shared_memory(received->descriptors[0].get(), kSize));
  EXPECT_EQ(::fcntl(received->descriptors[0].get(), F_GETFD), FD_CLOEXEC);
}

TEST_F(DescriptorPassing, closes_what_is_more_than_was_wanted) {
  const int fds[] = {near.get(), near.get(), near.get(), near.get(), near.get()};
  ASSERT_TRUE(send_with_descriptors(near.get(), as_bytes("hello"), fds));
  const auto received = receive_with_descriptors(far.get(), space, 2, SocketWait::some);
  ASSERT_TRUE(received);
  EXPECT_LE(received->descriptors.size(), 3U);
  EXPECT_TRUE(received->lost_descriptors);
}

TEST_F(DescriptorPassing, receives_nothing_without_blocking) {
  const auto received = receive_with_descriptors(far.get(), space, 2, SocketWait::none);
  ASSERT_FALSE(received);
  EXPECT_TRUE(is_would_block(received.error()));
}

TEST_F(DescriptorPassing, sees_the_end) {
  near.reset();
  const auto received = receive_with_descriptors(far.get(), space, 2, SocketWait::some);
  ASSERT_TRUE(received);
  EXPECT_EQ(received->size, 0U);
}

}  // namespace
}  // namespace orbweaver::os
