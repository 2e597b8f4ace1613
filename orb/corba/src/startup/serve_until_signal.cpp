// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/serve_until_signal.hpp>

#include <orbweaver/os/second_signal.hpp>
#include <orbweaver/os/signals.hpp>

#include <csignal>
#include <optional>

namespace orbweaver {

int serve_until_signal(const std::string& program,
                       const std::function<int(const WaitForSignal& wait)>& serve) {
  const os::AwaitedSignals signals{SIGINT, SIGTERM, SIGUSR1};
  std::optional<os::SecondSignal> second;
  return serve([&] {
    if (second) return;
    while (signals.wait(Deadline::never()) == SIGUSR1) continue;
    second.emplace(signals, program);
  });
}

}  // namespace orbweaver
