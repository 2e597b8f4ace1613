// SPDX-License-Identifier: Apache-2.0
// Times as the system takes them.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <sys/syscall.h>

#include <chrono>
#include <ctime>

namespace orbweaver::os {

// A processor of 32 bits is given both sizes by glibc; with the smaller one times end in 2038.
static_assert(sizeof(std::time_t) == 8, "compile with -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64");

/// Since whatever moment the duration counts from; that may be long after 2038.
inline timespec timespec_of(Nanoseconds duration) noexcept {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(duration);
  return {.tv_sec = static_cast<std::time_t>(seconds.count()),
          .tv_nsec = static_cast<long>((duration - seconds).count())};
}

// A processor of 32 bits has two calls, and only the younger one takes this timespec.
#if defined(SYS_futex_time64)
inline constexpr long kFutexCall = SYS_futex_time64;
#else
inline constexpr long kFutexCall = SYS_futex;
#endif

}  // namespace orbweaver::os
