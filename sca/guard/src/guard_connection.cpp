// SPDX-License-Identifier: Apache-2.0
#include "guard_connection.hpp"

#include <orbweaver/guard/channel.hpp>
#include <orbweaver/os/descriptor_passing.hpp>
#include <orbweaver/os/life_line.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include <cerrno>
#include <csignal>
#include <utility>
#include <variant>

namespace orbweaver::guard {

namespace {

using os::StartError;
using os::StartStep;

constexpr std::size_t kMostReplyBytes = 64;

StartError failed_with(int code) { return {StartStep::prepare, code}; }

// The guard prints nothing itself. Output of the C library or a sanitizer goes to this process's
// standard error.
int standard_error() noexcept { return os::has_standard_error() ? os::kStandardError : -1; }

// Moves the program's descriptors into a list, and puts their indices in the program.
std::vector<int> take_descriptors_out(os::Program& program) {
  std::vector<int> descriptors;
  const auto take = [&](int& descriptor) {
    if (descriptor < 0) return;
    descriptors.push_back(descriptor);
    descriptor = static_cast<int>(descriptors.size()) - 1;
  };
  for (auto& descriptor : program.descriptors) take(descriptor);
  take(program.open_file);
  return descriptors;
}

}  // namespace

Result<std::unique_ptr<Guard::Connection>, StartError> Guard::Connection::open(
    const std::string& program) {
  auto ends = os::make_message_pair();
  if (!ends) return unexpected{failed_with(ends.error().code)};
  auto process = os::start({.file = program,
                            .arguments = {"orbweaver-guard", "3", std::to_string(os::process_id())},
                            .descriptors = {-1, -1, standard_error(), ends->second.get()}});
  if (!process) return unexpected{process.error()};
  return std::unique_ptr<Connection>{new Connection{std::move(*process), std::move(ends->first)}};
}

Guard::Connection::Connection(os::Process process, os::UniqueFd socket)
    : process_(std::move(process)), socket_(std::move(socket)) {
  reader_ = os::start_thread({.name = "guard.reader"}, [this] { read(); });
}

Guard::Connection::~Connection() {
  os::shut_down(socket_.get(), os::Direction::both);
  reader_.join();
}

Result<int, StartError> Guard::Connection::start(const os::Program& program, Deadline deadline,
                                                 OnEnd on_end) {
  StartRequest request{0, program};
  const auto descriptors = take_descriptors_out(request.program);
  if (descriptors.size() > kMostDescriptors) return unexpected{failed_with(EMFILE)};
  if (encode(Request{request}).size() > kMostProgramBytes) return unexpected{failed_with(E2BIG)};
  {
    const std::scoped_lock lock{mutex_};
    request.number = next_number_++;
    starting_[request.number].on_end = std::move(on_end);
  }
  if (send_request(request, descriptors, deadline))
    return wait_for_outcome(request.number, deadline);
  const std::scoped_lock lock{mutex_};
  starting_.erase(request.number);
  return unexpected{failed_with(deadline.has_passed() ? ETIMEDOUT : EPIPE)};
}

Result<int, StartError> Guard::Connection::wait_for_outcome(std::uint64_t number,
                                                            Deadline deadline) {
  std::unique_lock lock{mutex_};
  auto& starting = starting_.at(number);
  wait_until(lock, deadline, [&] { return starting.outcome.has_value() || lost_; });
  auto outcome = std::move(starting.outcome);
  starting_.erase(number);
  if (outcome) return *outcome;
  if (lost_) return unexpected{failed_with(EPIPE)};
  lock.unlock();
  (void)send_request(CancelRequest{number}, {}, Deadline::at(now()));
  return unexpected{failed_with(ETIMEDOUT)};
}

bool Guard::Connection::send(int process, int signal) {
  return find(process) && send_request(SignalRequest{process, signal}, {}, Deadline::never());
}

bool Guard::Connection::settle(Deadline deadline) {
  std::unique_lock lock{mutex_};
  const auto number = next_number_++;
  settling_.insert(number);
  lock.unlock();
  const bool sent = send_request(SettleRequest{number}, {}, deadline);
  lock.lock();
  if (sent) wait_until(lock, deadline, [&] { return !settling_.contains(number) || lost_; });
  return settling_.erase(number) == 0 || lost_;
}

std::shared_ptr<Guard::Connection::Running> Guard::Connection::find(int process) const {
  const std::scoped_lock lock{mutex_};
  const auto found = running_.find(process);
  return found == running_.end() ? nullptr : found->second;
}

std::map<int, std::shared_ptr<Guard::Connection::Running>> Guard::Connection::all_running() const {
  const std::scoped_lock lock{mutex_};
  return running_;
}

std::optional<os::ProcessEnd> Guard::Connection::wait(const std::shared_ptr<Running>& running,
                                                      Deadline deadline) {
  if (!running) return std::nullopt;
  std::unique_lock lock{mutex_};
  wait_until(lock, deadline, [&] { return running->end.has_value(); });
  return running->end;
}

bool Guard::Connection::is_lost() const {
  const std::scoped_lock lock{mutex_};
  return lost_;
}

template <class Condition>
void Guard::Connection::wait_until(std::unique_lock<os::Mutex>& lock, Deadline deadline,
                                   Condition condition) {
  if (deadline.is_never())
    changed_.wait(lock, condition);
  else
    changed_.wait_until(lock, deadline.moment(), condition);
}

bool Guard::Connection::send_request(const Request& request, const std::vector<int>& descriptors,
                                     Deadline deadline) {
  const std::scoped_lock lock{sending_};
  return send_message(socket_.get(), encode(request), descriptors, deadline);
}

void Guard::Connection::read() {
  while (const auto message = receive_message(socket_.get(), kMostReplyBytes)) {
    const auto reply = decode_reply(message->bytes);
    if (!reply) break;
    std::visit([this](const auto& known) { note(known); }, *reply);
  }
  os::shut_down(socket_.get(), os::Direction::both);
  (void)process_.wait(Deadline::never());
  note_loss();
}

void Guard::Connection::note(const StartReply& started) {
  note_outcome(started.number, started.process);
}

void Guard::Connection::note(const RefusalReply& refused) {
  note_outcome(refused.number, unexpected{refused.error});
}

void Guard::Connection::note_outcome(std::uint64_t number, Result<int, StartError> outcome) {
  const std::scoped_lock lock{mutex_};
  const auto starting = starting_.find(number);
  if (starting == starting_.end()) return;  // its caller gave up, and will cancel it
  auto& [on_end, noted] = starting->second;
  if (outcome) running_[*outcome] = std::make_shared<Running>(Running{std::move(on_end), {}});
  noted = outcome;
  changed_.notify_all();
}

void Guard::Connection::note(const EndReply& ended) {
  std::unique_lock lock{mutex_};
  const auto found = running_.extract(ended.process);
  if (!found) return;
  auto on_end = std::move(found.mapped()->on_end);
  found.mapped()->end = ended.end;
  lock.unlock();
  changed_.notify_all();
  if (on_end) on_end(ended.process, ended.end);
}

void Guard::Connection::note(const SettleReply& settled) {
  const std::scoped_lock lock{mutex_};
  settling_.erase(settled.number);
  changed_.notify_all();
}

// The guard has died, and with it all programs that it started.
void Guard::Connection::note_loss() {
  std::vector<int> processes;
  {
    const std::scoped_lock lock{mutex_};
    lost_ = true;
    for (const auto& [process, running] : running_) processes.push_back(process);
  }
  changed_.notify_all();
  for (const int process : processes)
    note(EndReply{process, {os::ProcessEnd::Kind::killed, SIGKILL}});
}

}  // namespace orbweaver::guard
