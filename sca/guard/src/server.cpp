#include "server.hpp"

#include <orbweaver/os/child_processes.hpp>

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <utility>

namespace orbweaver::guard {

namespace {

// Places among the descriptors that came along become descriptors; a wrong place none.
void put_descriptors_in(os::Program& program, const std::vector<os::UniqueFd>& came) {
  const auto at = [&](int place) {
    const auto index = static_cast<std::size_t>(place);
    return place >= 0 && index < came.size() ? came[index].get() : -1;
  };
  for (auto& descriptor : program.descriptors) descriptor = at(descriptor);
  program.open_file = at(program.open_file);
}

}  // namespace

void Server::run() {
  std::array<pollfd, 3> watched{
      {{signals_.get(), POLLIN, 0}, {socket_, POLLIN, 0}, {served_, POLLIN, 0}}};
  for (;;) {
    if (::poll(watched.data(), watched.size(), -1) < 0) continue;
    if (watched[0].revents != 0 && take_signal() == Next::stop) return;
    if (watched[1].revents != 0 && take_message() == Next::stop) return;
    if (watched[2].revents != 0) return;
  }
}

Server::Next Server::take_message() {
  const auto message = receive_message(socket_, kMostMessageBytes);
  auto request = message ? decode_request(message->bytes) : std::nullopt;
  if (!request) return Next::stop;
  std::visit([&](auto& known) { obey(known, message->descriptors); }, *request);
  return Next::serve;
}

Server::Next Server::take_signal() {
  signalfd_siginfo info{};
  if (::read(signals_.get(), &info, sizeof info) != sizeof info) return Next::serve;
  if (info.ssi_signo != SIGCHLD) return Next::stop;
  reap();
  return Next::serve;
}

void Server::obey(StartRequest& request, const std::vector<os::UniqueFd>& descriptors) {
  auto& program = request.program;
  put_descriptors_in(program, descriptors);
  program.group = os::ProcessGroup::own_session;
  program.orphans = os::Orphans::to_the_program;
  program.signal_at_starters_end = SIGKILL;
  auto process = os::start(program);
  if (!process) return send(Refused{request.number, process.error()});
  const int id = process->release();  // reap() waits for all children
  programs_[id] = request.number;
  send(Started{request.number, id});
}

void Server::obey(const SignalRequest& request, const std::vector<os::UniqueFd>& /*none*/) {
  if (!programs_.contains(request.process)) return;  // its end is on its way
  ::kill(-request.process, request.signal);
}

void Server::obey(const SettleRequest& request, const std::vector<os::UniqueFd>& /*none*/) {
  settling_.push_back(request.number);
  answer_settled();
}

void Server::obey(const CancelRequest& request, const std::vector<os::UniqueFd>& /*none*/) {
  for (const auto& [process, number] : programs_)
    if (number == request.number) ::kill(-process, SIGKILL);
}

// The leftovers of a program are children of this process before the program's end is: they are
// killed before the end is reported.
void Server::reap() {
  std::vector<Ended> ended;
  while (const auto child = os::reap_one())
    if (programs_.erase(child->first) != 0) ended.push_back({child->first, child->second});
  kill_leftovers();
  for (const auto& each : ended) send(each);
  answer_settled();
}

void Server::kill_leftovers() {
  has_leftovers_ = false;
  for (const int child : os::children_of_this_thread()) {
    if (programs_.contains(child)) continue;
    if (::kill(child, SIGKILL) == 0) has_leftovers_ = true;
  }
}

void Server::answer_settled() {
  if (has_leftovers_) return;
  for (const auto number : std::exchange(settling_, {})) send(Settled{number});
}

// A failure shows at the next receive.
void Server::send(const Reply& reply) const {
  (void)send_message(socket_, encode(reply), {}, Deadline::never());
}

}  // namespace orbweaver::guard
