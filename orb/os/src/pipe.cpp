// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/pipe.hpp>

#include "failed_call.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>

namespace orbweaver::os {

Result<Pipe, SystemError> make_pipe() noexcept {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return failed("pipe");
  Pipe pipe{UniqueFd{ends[0]}, UniqueFd{ends[1]}};
  if (::fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) return failed("fcntl");
  return pipe;
}

}  // namespace orbweaver::os
