// SPDX-License-Identifier: Apache-2.0
// orbweaver-component-host: runs the components of a host collocation. Devices start it; users do
// not.
#include <orbweaver/guard/hosting/host_program.hpp>
#include <orbweaver/host/component_host.hpp>
#include <orbweaver/os/crash_report.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include <sys/socket.h>

#include <cstdio>

#include "command_line/help_of_started.hpp"

constexpr const char* kHelp =
    "Usage: orbweaver-component-host\n\n"
    "Runs components that share a process, from their shared libraries.\n"
    "A device starts it, with a socket as its descriptor; users do not.\n";

int main(int argc, char** argv) {
  orbweaver::os::begin_standard_streams();
  if (orbweaver::command_line::prints_help(argc, argv, kHelp)) return 0;
  orbweaver::os::report_crashes();
  constexpr int kSocket = orbweaver::guard::hosting::kHostSocket;
  int kind = 0;
  socklen_t size = sizeof kind;
  if (::getsockopt(kSocket, SOL_SOCKET, SO_TYPE, &kind, &size) == 0 && kind == SOCK_SEQPACKET)
    return orbweaver::host::run_host(kSocket);
  std::fputs("orbweaver-component-host: a device starts this program; run orbweaver --help\n",
             stderr);
  return 2;
}
