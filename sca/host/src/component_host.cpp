#include <orbweaver/host/component_host.hpp>

#include "host.hpp"

#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/os/thread.hpp>

#include <csignal>
#include <cstdio>

namespace orbweaver::host {

namespace {

constexpr std::size_t kDescriptorsOfAComponent = 2;

/// Ends the conversation when the process is asked to end. Made before the ORB starts its threads,
/// which inherit the mask.
class EndBySignal {
 public:
  explicit EndBySignal(int socket) {
    sigemptyset(&signals_);
    for (const int each : {SIGTERM, SIGINT}) sigaddset(&signals_, each);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    waiting_ = os::Thread{[this, socket] {
      int signal = 0;
      sigwait(&signals_, &signal);
      os::shut_down(socket, os::Direction::both);
    }};
  }
  ~EndBySignal() { pthread_kill(waiting_.native_handle(), SIGTERM); }
  EndBySignal(const EndBySignal&) = delete;
  EndBySignal& operator=(const EndBySignal&) = delete;

 private:
  sigset_t signals_{};
  os::Thread waiting_;
};

void serve(Host& host, int socket) {
  for (;;) {
    auto message = guard::receive_message(socket, guard::kMostMessageBytes);
    if (!message) return;
    const auto request = hosting::decode_request(message->bytes);
    if (!request || message->descriptors.size() > kDescriptorsOfAComponent) return;
    host.run(*request, std::move(message->descriptors));
  }
}

}  // namespace

int run_host(int socket) {
  const EndBySignal signals{socket};
  Host host{socket};
  serve(host, socket);
  const auto failed = host.end();
  for (const auto& each : failed) std::fprintf(stderr, "%s\n", each.c_str());
  return failed.empty() ? 0 : 1;
}

}  // namespace orbweaver::host
