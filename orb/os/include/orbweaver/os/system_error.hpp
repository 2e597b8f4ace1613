// SPDX-License-Identifier: Apache-2.0
// The error of a system call.
#pragma once
#include <string>

namespace orbweaver::os {

/// The errno and the call. A negative code comes from a name look-up (EAI_...), never from errno.
struct SystemError {
  int code = 0;
  const char* call = "";
};

/// "connect: Connection refused".
[[nodiscard]] std::string describe(const SystemError& error);
/// The text of the code alone.
[[nodiscard]] std::string text_of(int code);

}  // namespace orbweaver::os
