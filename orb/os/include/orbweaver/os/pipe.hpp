// SPDX-License-Identifier: Apache-2.0
// A pipe for the output of another program. Bytes go through it with read_some() and write_all() of
// file.hpp.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

namespace orbweaver::os {

struct Pipe {
  UniqueFd reading;  // never blocks: EAGAIN instead
  UniqueFd writing;  // blocks, as programs expect it
};

[[nodiscard]] Result<Pipe, SystemError> make_pipe() noexcept;

}  // namespace orbweaver::os
