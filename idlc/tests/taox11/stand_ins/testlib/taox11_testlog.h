// SPDX-License-Identifier: Apache-2.0
// Stands in for the log of TAOX11's tests.
#pragma once
#include <unistd.h>

#include <exception>
#include <iostream>
#include <thread>

// As the log has it; CORBA's exceptions are written by the mapping.
inline std::ostream& operator<<(std::ostream& stream, const std::exception& exception) {
  return stream << exception.what();
}

namespace x11_logger {

inline constexpr unsigned LP_INFO = 1, LP_WARNING = 2, LP_ALL_ERROR = 4;
inline constexpr unsigned V_PRIO = 1, V_CATEGORY = 2, V_TIME = 4;
inline std::ostream& debug() { return std::cerr; }

}  // namespace x11_logger

struct TAOX11_TEST_LOGGER {
  static void priority_mask(unsigned) {}
  static void verbosity_mask(unsigned) {}
};

using X11_LOGGER = TAOX11_TEST_LOGGER;

#define TAOX11_LOG_DEBUG(text) std::cerr << text << '\n'
#define X11_UNUSED_ARG(name) static_cast<void>(name)

#define TAOX11_TEST_TRACE std::cerr
#define TAOX11_TEST_DEBUG std::cerr
#define TAOX11_TEST_INFO std::cerr
#define TAOX11_TEST_WARNING std::cerr
#define TAOX11_TEST_ERROR std::cerr
#define TAOX11_TEST_CRITICAL std::cerr
#define TAOX11_TEST_PANIC std::cerr

#define TAOX11_TEST_DEBUG_W std::wcerr
#define TAOX11_TEST_INFO_W std::wcerr
#define TAOX11_TEST_ERROR_W std::wcerr
