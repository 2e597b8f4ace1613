// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/shared_memory.hpp>
#include <orbweaver/sim/file.hpp>

#include "simulated.hpp"

#include <algorithm>
#include <cerrno>

namespace orbweaver::os {

Result<UniqueFd, SystemError> make_shared_memory(std::size_t size) noexcept {
  return in_system([&] { return add(std::make_shared<sim::SharedMemoryFile>(size)); });
}

bool is_shared_memory(int fd, std::size_t size) noexcept {
  return in_system([&] {
    const auto* const memory = file<sim::SharedMemoryFile>(fd);
    return memory != nullptr && memory->size() == size;
  });
}

// A mapping keeps the memory as a descriptor does, which the process's table closes at its end.
Mapping::~Mapping() {
  if (!memory_.empty()) sim::unmap(memory_.data());
}

Result<Mapping, SystemError> Mapping::of(int fd, std::size_t offset, std::size_t size,
                                         Protection /*protection*/) noexcept {
  return in_system([&]() -> Result<Mapping, SystemError> {
    auto* const memory = file<sim::SharedMemoryFile>(fd);
    if (memory == nullptr || offset + size > memory->size())
      return unexpected{SystemError{EINVAL, "mmap"}};
    auto* const place = memory->memory() + offset;
    sim::map(place, sim::file_of(fd));
    return Mapping{MutableBytes{place, size}};
  });
}

void give_back_pages(MutableBytes pages) noexcept {
  sim::point(sim::kSystemCall);
  std::ranges::fill(pages, std::byte{0});
}

}  // namespace orbweaver::os
