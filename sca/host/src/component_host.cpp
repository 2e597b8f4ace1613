// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/host/component_host.hpp>

#include "host.hpp"

#include <orbweaver/os/signals.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/os/thread.hpp>

#include <csignal>

namespace orbweaver::host {

namespace {

constexpr std::size_t kDescriptorsOfAComponent = 2;

/// Closes the socket when the process is asked to end. Made before the ORB starts its threads,
/// which inherit the mask.
class EndBySignal {
 public:
  explicit EndBySignal(int socket)
      : waiting_([this, socket] {
          (void)signals_.wait(Deadline::never());
          os::shut_down(socket, os::Direction::both);
        }) {}
  ~EndBySignal() { os::AwaitedSignals::send_to(waiting_, SIGTERM); }
  EndBySignal(const EndBySignal&) = delete;
  EndBySignal& operator=(const EndBySignal&) = delete;

 private:
  os::AwaitedSignals signals_{SIGTERM, SIGINT};
  os::Thread waiting_;
};

void serve(Host& host, int socket) {
  for (;;) {
    auto message = guard::receive_message(socket, guard::kMostMessageBytes);
    if (!message) return;
    const auto request = guard::hosting::decode_request(message->bytes);
    if (!request || message->descriptors.size() > kDescriptorsOfAComponent) return;
    host.run(*request, std::move(message->descriptors));
  }
}

}  // namespace

int run_host(int socket) {
  const EndBySignal signals{socket};
  Host host{socket};
  serve(host, socket);
  return host.end() == HostedComponent::End::clean ? 0 : 1;
}

}  // namespace orbweaver::host
