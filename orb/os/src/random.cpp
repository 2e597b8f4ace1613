// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/random.hpp>

#include <sys/random.h>

#include <cerrno>
#include <span>
#include <system_error>

namespace orbweaver::os {

void fill_with_random(MutableBytes octets) {
  while (!octets.empty()) {
    const auto got = ::getrandom(octets.data(), octets.size(), 0);
    if (got < 0 && errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "getrandom");
    if (got > 0) octets = octets.subspan(static_cast<std::size_t>(got));
  }
}

std::uint64_t random_number() {
  std::uint64_t number = 0;
  fill_with_random(std::as_writable_bytes(std::span{&number, 1}));
  return number;
}

}  // namespace orbweaver::os
