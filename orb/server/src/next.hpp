// SPDX-License-Identifier: Apache-2.0
// The next step of the thread that reads a server's connection.
#pragma once

namespace orbweaver::server {

enum class Next {
  read,         // go on reading
  read_more,    // go on reading at once: more may be there already
  pause,        // read again after on_resume
  stop,         // no more messages will come
  handed_over,  // another thread reads the connection by now: leave it alone
};

}  // namespace orbweaver::server
