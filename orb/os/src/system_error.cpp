// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/system_error.hpp>

#include <netdb.h>

#include <system_error>

namespace orbweaver::os {

std::string text_of(int code) {
  return code < 0 ? ::gai_strerror(code) : std::generic_category().message(code);
}

std::string describe(const SystemError& error) {
  return std::string{error.call} + ": " + text_of(error.code);
}

}  // namespace orbweaver::os
