// SPDX-License-Identifier: Apache-2.0
// What a part does with its first packet if a test wants a fault.
#pragma once
#include <unistd.h>

#include <string_view>

namespace orbweaver::sca_test {

/// "hangs": it never returns. "closes": every descriptor of the process is closed, and it goes on;
/// "closes sockets": all but its standard streams. Anything else does nothing.
inline void carry_out(std::string_view fault) {
  if (fault == "hangs") ::pause();
  if (fault == "closes") ::close_range(0, ~0U, 0);
  if (fault == "closes sockets") ::close_range(STDERR_FILENO + 1, ~0U, 0);
}

}  // namespace orbweaver::sca_test
