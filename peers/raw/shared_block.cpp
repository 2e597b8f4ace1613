#include "shared_block.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace raw {
namespace {

std::size_t up_to_page(std::size_t bytes) { return (bytes + 4095) / 4096 * 4096; }

int made() {
  const int descriptor = memfd_create("raw-bench", MFD_CLOEXEC);
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
  return descriptor;
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

}  // namespace raw
