// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/guard/guard.hpp>

#include <orbweaver/os/this_process.hpp>

#include <csignal>
#include <utility>

#include "guard_connection.hpp"

namespace orbweaver::guard {

std::optional<std::string> program_beside_this() {
  return os::program_beside_this("orbweaver-guard");
}

Guard::Guard(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
Guard::~Guard() = default;

Result<std::unique_ptr<Guard>, os::StartError> Guard::begin(const GuardOptions& options) {
  auto connection = Connection::open(options.program);
  if (!connection) return unexpected{connection.error()};
  return std::unique_ptr<Guard>{new Guard{std::move(*connection)}};
}

Result<int, os::StartError> Guard::start(const os::Program& program, Deadline deadline,
                                         OnEnd on_end) {
  return connection_->start(program, deadline, std::move(on_end));
}

bool Guard::send(int process, int signal) { return connection_->send(process, signal); }

std::optional<os::ProcessEnd> Guard::wait(int process, Deadline deadline) {
  return connection_->wait(connection_->find(process), deadline);
}

std::optional<os::ProcessEnd> Guard::terminate(int process, Nanoseconds grace) {
  const auto running = connection_->find(process);
  if (!running) return std::nullopt;
  send(process, SIGTERM);
  if (const auto end = connection_->wait(running, Deadline::at(now() + grace))) return end;
  send(process, SIGKILL);
  return connection_->wait(running, Deadline::never());
}

void Guard::terminate_all(Nanoseconds grace) {
  const auto running = connection_->all_running();
  const auto deadline = Deadline::at(now() + grace);
  for (const auto& [process, known] : running) send(process, SIGTERM);
  for (const auto& [process, known] : running)
    if (!connection_->wait(known, deadline)) send(process, SIGKILL);
  for (const auto& [process, known] : running) connection_->wait(known, Deadline::never());
}

bool Guard::settle(Deadline deadline) { return connection_->settle(deadline); }
int Guard::process_id() const noexcept { return connection_->process_id(); }
bool Guard::is_lost() const { return connection_->is_lost(); }

}  // namespace orbweaver::guard
