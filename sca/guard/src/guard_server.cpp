// SPDX-License-Identifier: Apache-2.0
#include "guard_server.hpp"

#include <orbweaver/os/await_readable.hpp>
#include <orbweaver/os/child_processes.hpp>
#include <orbweaver/os/signals.hpp>

#include <array>
#include <csignal>
#include <utility>

namespace orbweaver::guard {

namespace {

// Replaces indices by the received descriptors; a wrong index becomes no descriptor.
void put_descriptors_in(os::Program& program, const std::vector<os::UniqueFd>& came) {
  const auto at = [&](int place) {
    const auto index = static_cast<std::size_t>(place);
    return place >= 0 && index < came.size() ? came[index].get() : -1;
  };
  for (auto& descriptor : program.descriptors) descriptor = at(descriptor);
  program.open_file = at(program.open_file);
}

}  // namespace

void GuardServer::run() {
  const std::array watched{signals_.get(), socket_, served_};
  for (;;) {
    const auto ready = os::await_readable(watched);
    if (ready[0] && take_signal() == Next::stop) return;
    if (ready[1] && take_message() == Next::stop) return;
    if (ready[2]) return;
  }
}

GuardServer::Next GuardServer::take_message() {
  const auto message = receive_message(socket_, kMostMessageBytes);
  auto request = message ? decode_request(message->bytes) : std::nullopt;
  if (!request) return Next::stop;
  std::visit([&](auto& known) { obey(known, message->descriptors); }, *request);
  return Next::serve;
}

GuardServer::Next GuardServer::take_signal() {
  const int signal = os::take_signal(signals_.get());
  if (signal == 0) return Next::serve;
  if (signal != SIGCHLD) return Next::stop;
  reap();
  return Next::serve;
}

void GuardServer::obey(StartRequest& request, const std::vector<os::UniqueFd>& descriptors) {
  auto& program = request.program;
  put_descriptors_in(program, descriptors);
  program.group = os::ProcessGroup::own;
  program.orphans = os::Orphans::to_the_program;
  program.signal_at_starters_end = SIGKILL;
  auto process = os::start(program);
  if (!process) return send(RefusalReply{request.number, process.error()});
  const int id = process->release();  // reap() waits for all children
  programs_[id] = request.number;
  send(StartReply{request.number, id});
}

void GuardServer::obey(const SignalRequest& request, const std::vector<os::UniqueFd>& /*none*/) {
  if (!programs_.contains(request.process)) return;  // its end is about to be reported
  (void)os::send_signal_to_group(request.process, request.signal);
}

void GuardServer::obey(const SettleRequest& request, const std::vector<os::UniqueFd>& /*none*/) {
  settling_.push_back(request.number);
  answer_settled();
}

void GuardServer::obey(const CancelRequest& request, const std::vector<os::UniqueFd>& /*none*/) {
  for (const auto& [process, number] : programs_)
    if (number == request.number) (void)os::send_signal_to_group(process, SIGKILL);
}

// Processes that a program left become children of this process before the program's end is
// reported: they are killed first.
void GuardServer::reap() {
  std::vector<EndReply> ended;
  while (const auto child = os::reap_one())
    if (programs_.erase(child->first) != 0) ended.push_back({child->first, child->second});
  kill_leftovers();
  for (const auto& end_reply : ended) send(end_reply);
  answer_settled();
}

void GuardServer::kill_leftovers() {
  has_leftovers_ = false;
  for (const int child : os::children_of_this_thread()) {
    if (programs_.contains(child)) continue;
    if (os::send_signal(child, SIGKILL)) has_leftovers_ = true;
  }
}

void GuardServer::answer_settled() {
  if (has_leftovers_) return;
  for (const auto number : std::exchange(settling_, {})) send(SettleReply{number});
}

// A failure shows at the next receive.
void GuardServer::send(const Reply& reply) const {
  (void)send_message(socket_, encode(reply), {}, Deadline::never());
}

}  // namespace orbweaver::guard
