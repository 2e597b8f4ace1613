// SPDX-License-Identifier: Apache-2.0
#include "shared_block.hpp"

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <system_error>

namespace raw {
namespace {

std::size_t up_to_page(std::size_t bytes) { return (bytes + 4095) / 4096 * 4096; }

int made() {
  const int descriptor = memfd_create("raw-bench", MFD_CLOEXEC);
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
  return descriptor;
}

void look_whether_it_lives(const Socket& other) {
  if (other.is_closed_by_peer()) other.receive(nullptr, 1);
}

}  // namespace

SharedBlock::SharedBlock(std::size_t request_bytes, std::size_t reply_bytes)
    : SharedBlock(made(), request_bytes, reply_bytes) {}

SharedBlock::SharedBlock(int descriptor, std::size_t request_bytes, std::size_t reply_bytes)
    : descriptor_(descriptor) {
  map(request_bytes, reply_bytes);
}

void SharedBlock::map(std::size_t request_bytes, std::size_t reply_bytes) {
  static_assert(sizeof(Head) <= 4096);
  size_ = 4096 + up_to_page(request_bytes) + up_to_page(reply_bytes);
  if (ftruncate(descriptor_, static_cast<off_t>(size_)) != 0)
    throw std::system_error(errno, std::generic_category(), "ftruncate");
  // MAP_POPULATE: no page is touched for the first time while time is taken.
  void* memory =
      mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, descriptor_, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  // The bytes are zero, or what our own other side stored through the same type.
  head_ = static_cast<Head*>(memory);
  request_ = static_cast<std::byte*>(memory) + 4096;
  reply_ = request_ + up_to_page(request_bytes);
}

SharedBlock::~SharedBlock() {
  munmap(head_, size_);
  close(descriptor_);
}

void wake(std::atomic<std::uint32_t>& word, std::uint32_t turn) {
  // release: pairs with the acquire in sleep_while of the other side.
  word.store(turn, std::memory_order_release);
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

void sleep_while(const std::atomic<std::uint32_t>& word, std::uint32_t last, const Socket& other) {
  const timespec second{.tv_sec = 1, .tv_nsec = 0};
  // acquire: pairs with the release in wake, so that its message is there too.
  while (word.load(std::memory_order_acquire) == last) {
    if (syscall(SYS_futex, &word, FUTEX_WAIT, last, &second, nullptr, 0) == 0) continue;
    if (errno == ETIMEDOUT)
      look_whether_it_lives(other);
    else if (errno != EAGAIN && errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "futex");
  }
}

}  // namespace raw
