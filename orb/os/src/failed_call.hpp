// SPDX-License-Identifier: Apache-2.0
// The error of the system call that just failed.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>

#include <cerrno>

namespace orbweaver::os {

inline unexpected<SystemError> failed(const char* call, int code = errno) noexcept {
  return unexpected{SystemError{code, call}};
}

}  // namespace orbweaver::os
