// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/unique_fd.hpp>

#include "parent_only.hpp"

#include <unistd.h>

namespace orbweaver::os {

void UniqueFd::reset(int fd) noexcept {
  // No retry after EINTR: Linux has closed the descriptor, and another file may have its number by
  // now.
  if (fd_ >= 0) {
    unmark_parent_only(fd_);
    ::close(fd_);
  }
  fd_ = fd;
}

}  // namespace orbweaver::os
