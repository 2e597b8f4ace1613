// SPDX-License-Identifier: Apache-2.0
// Three kinds of threads use a host, all under one mutex:
//
//   execute()          starts the host, sends a request, and waits for the answer
//   its reader         takes answers and ends of components, until the socket closes
//   a guard's thread   reports the end of the process
//
// A host that takes no more components is retired: it is removed from the map, so that the next
// execute() of this collocation starts another process. Its memory stays until its reader, its
// process and all execute() calls that use it have ended.
#include <orbweaver/device/host_processes.hpp>

#include <orbweaver/device/launch_refusal.hpp>
#include <orbweaver/guard/channel.hpp>
#include <orbweaver/guard/hosting/host_program.hpp>
#include <orbweaver/guard/hosting/message.hpp>
#include <orbweaver/os/descriptor_passing.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/os/thread.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace orbweaver::device {

namespace {

constexpr os::ProcessEnd kReleased{os::ProcessEnd::Kind::exited, 0};
constexpr Nanoseconds kNoGrace = std::chrono::milliseconds{1};
constexpr std::size_t kMostReportBytes = 64 * 1024;

unexpected<HostError> failed(int code, std::string message) {
  return unexpected{HostError{code, std::move(message)}};
}

std::vector<std::string> words_of(const Launch& launch) {
  std::vector<std::string> words;
  for (const auto& [id, value] : launch.parameters) {
    words.push_back(id);
    words.push_back(value);
  }
  return words;
}

std::string program_of(const RunnerOptions& options) {
  if (!options.host_program.empty()) return options.host_program;
  return guard::hosting::program_beside_this().value_or("");
}

}  // namespace

struct HostProcesses::Component {
  enum class State { asked, runs, refused };
  std::string name;
  State state = State::asked;
  std::string why;  // the reason of a refusal
};

struct HostProcesses::Host {
  std::string id;
  LaunchOptions options;
  int process = 0;  // 0: it is being started
  os::UniqueFd socket;
  std::map<std::uint64_t, Component> components;  // live, or being made
  std::size_t unwanted = 0;                       // terminate() was called so often
  Nanoseconds grace{};                            // of the last terminate()
  std::size_t users = 0;                          // threads in execute()
  bool is_retired = false, has_ended = false, is_read = false;
  os::Thread reader;  // last: it ends before what it uses
};

HostProcesses::HostProcesses(ProgramRunner& runner, const RunnerOptions& options, OnEnds on_ends)
    : runner_(&runner),
      program_(program_of(options)),
      timeout_(options.start_timeout),
      on_ends_(std::move(on_ends)) {}

// The processes have ended, and so readers find the ends of their sockets.
HostProcesses::~HostProcesses() = default;

Result<int, HostError> HostProcesses::execute(const std::string& id, const Launch& launch) {
  Lock lock{mutex_};
  forget_gone(lock);
  const auto found = host_of(id, launch, lock);
  if (!found) return unexpected{found.error()};
  auto& host = **found;
  const auto number = ++last_number_;
  host.components[number] = {launch.name, Component::State::asked, {}};
  lock.unlock();
  const auto asked = ask(host, number, launch);
  lock.lock();
  if (!asked)
    host.components[number] = {launch.name, Component::State::refused, asked.error().message};
  auto result = outcome(host, number, lock);
  --host.users;
  const bool hangs = !result && result.error().code == ETIMEDOUT && host.is_retired;
  const int process = host.process;
  lock.unlock();
  if (hangs) (void)runner_->terminate(process, kNoGrace);
  return result;
}

unexpected<HostError> HostProcesses::other_options(const Host& host, const Launch& launch) {
  return failed(EINVAL, "its execute options (" + describe(launch.options) +
                            ") are not those of the process that it is to share (" +
                            describe(host.options) + "): give all components of '" + host.id +
                            "' the same");
}

/// Returns the host that takes components of this collocation. Requires: the lock, which is
/// released while a process is started; other callers for the same host wait.
Result<HostProcesses::Host*, HostError> HostProcesses::host_of(const std::string& id,
                                                               const Launch& launch, Lock& lock) {
  changed_.wait(lock, [&] {
    const auto there = hosts_.find(id);
    return there == hosts_.end() || there->second->process != 0;
  });
  auto& place = hosts_[id];
  if (!place) place = std::make_unique<Host>();
  auto& host = *place;
  if (host.process != 0 && host.options != launch.options) return other_options(host, launch);
  ++host.users;
  if (host.process != 0) return &host;
  host.id = id;
  host.options = launch.options;
  lock.unlock();
  const auto started = start(host, launch);
  lock.lock();
  changed_.notify_all();
  if (started) return &host;
  host.has_ended = host.is_read = true;
  --host.users;
  retire(host);
  return unexpected{started.error()};
}

Result<void, HostError> HostProcesses::start(Host& host, const Launch& launch) {
  if (program_.empty())
    return failed(ENOENT,
                  "orbweaver-component-host is not there: put it beside this program, or "
                  "set RunnerOptions::host_program");
  auto ends = os::make_message_pair();
  if (!ends) return failed(ends.error().code, os::describe(ends.error()));
  Launch process = launch;
  process.name = host.id;
  process.path = program_;
  process.parameters.clear();
  process.descriptors = {ends->second.get()};
  const auto started = runner_->start(
      process, [this, &host](int id, const os::ProcessEnd& end) { ended(host, id, end); });
  if (!started)
    return failed(started.error().code,
                  program_ + ": " + why_not_started(launch.options, started.error()));
  const Lock lock{mutex_};
  host.socket = std::move(ends->first);
  host.process = *started;
  host.reader = os::start_thread({.name = "device.host"}, [this, &host] { read(host); });
  return {};
}

Result<void, HostError> HostProcesses::ask(Host& host, std::uint64_t number,
                                           const Launch& launch) const {
  const auto ends = runner_->add_output(launch.name);
  if (!ends) return failed(ends.error().code, os::describe(ends.error()));
  const std::array descriptors{ends->output.get(), ends->error.get()};
  const auto bytes =
      guard::hosting::encode(guard::hosting::RunRequest{number, launch.path, words_of(launch)});
  if (bytes.size() > guard::kMostMessageBytes) return failed(E2BIG, "its parameters are too long");
  if (!guard::send_message(host.socket.get(), bytes, descriptors, Deadline::after(timeout_)))
    return failed(EPIPE, "the host process does not listen");
  return {};
}

/// Waits for the answer. A host that then has no component is retired. Requires: the lock.
Result<int, HostError> HostProcesses::outcome(Host& host, std::uint64_t number, Lock& lock) {
  const auto is_answered = [&] {
    const auto component = host.components.find(number);
    return component == host.components.end() ||  // it ran, and has ended already
           component->second.state != Component::State::asked;
  };
  const auto deadline = Deadline::after(timeout_);
  if (deadline.is_never()) changed_.wait(lock, is_answered);
  const bool answered =
      deadline.is_never() || changed_.wait_until(lock, deadline.moment(), is_answered);
  const auto component = host.components.find(number);
  if (component == host.components.end() || component->second.state == Component::State::runs)
    return host.process;
  auto why = answered ? std::move(component->second.why)
                      : "the host process gives no answer; its library may hang";
  host.components.erase(component);
  if (host.components.empty()) retire(host);
  return failed(answered ? 0 : ETIMEDOUT, std::move(why));
}

void HostProcesses::read(Host& host) {
  for (;;) {
    const auto message = guard::receive_message(host.socket.get(), kMostReportBytes);
    const auto report = message ? guard::hosting::decode_report(message->bytes) : std::nullopt;
    if (!report) break;
    const auto* const is_ended = std::get_if<guard::hosting::EndReport>(&*report);
    if (is_ended != nullptr) {
      component_ended(host, is_ended->number);
      continue;
    }
    const auto* const refused = std::get_if<guard::hosting::RefusalReport>(&*report);
    const auto number =
        refused ? refused->number : std::get<guard::hosting::RunReport>(*report).number;
    const Lock lock{mutex_};
    const auto component = host.components.find(number);
    if (component == host.components.end()) continue;  // its execute() has given up
    component->second.state = refused ? Component::State::refused : Component::State::runs;
    if (refused) component->second.why = refused->why;
    changed_.notify_all();
  }
  const Lock lock{mutex_};
  host.is_read = true;
}

void HostProcesses::component_ended(Host& host, std::uint64_t number) {
  Lock lock{mutex_};
  auto component = host.components.extract(number);
  if (component.empty()) return;
  const int process = host.process;
  const auto grace = host.grace;
  const bool is_unwanted = !host.components.empty() && host.unwanted >= host.components.size();
  if (host.components.empty() || is_unwanted) retire(host);
  changed_.notify_all();
  lock.unlock();
  on_ends_({component.mapped().name}, process, kReleased);
  if (is_unwanted) (void)runner_->terminate(process, grace);
}

/// Components that run end with the process; those that are being made are refused. All are
/// reported in one call: after a first report, a domain may release the application, and would take
/// further ends for its own doing.
void HostProcesses::ended(Host& host, int process, const os::ProcessEnd& end) {
  std::vector<std::string> gone;
  Lock lock{mutex_};
  for (auto position = host.components.begin(); position != host.components.end();) {
    auto& component = position->second;
    if (component.state == Component::State::runs) {
      gone.push_back(std::move(component.name));
      position = host.components.erase(position);
      continue;
    }
    component.state = Component::State::refused;
    component.why = "the host process ended: " + os::describe(end);
    ++position;
  }
  retire(host);
  host.has_ended = true;
  changed_.notify_all();
  lock.unlock();
  if (!gone.empty()) on_ends_(gone, process, end);
}

bool HostProcesses::terminate(int process, Nanoseconds grace) {
  {
    const Lock lock{mutex_};
    const auto is_it = [&](const auto& host) { return host->process == process; };
    const auto at = std::ranges::find_if(hosts_, [&](auto& host) { return is_it(host.second); });
    if (at == hosts_.end()) {
      const auto gone = std::ranges::find_if(retired_, is_it);
      if (gone == retired_.end() || (*gone)->has_ended) return false;
    } else {
      auto& host = *at->second;
      host.grace = grace;
      if (++host.unwanted < host.components.size()) return true;
      retire(host);
    }
  }
  (void)runner_->terminate(process, grace);  // the process may have ended by itself
  return true;
}

/// Takes no more components: the host finds its socket closed, and ends unless it hangs; then
/// terminate() or the end of the device ends it. Requires: the lock.
void HostProcesses::retire(Host& host) {
  if (std::exchange(host.is_retired, true)) return;
  if (host.socket) os::shut_down(host.socket.get(), os::Direction::send);
  auto taken = hosts_.extract(host.id);
  retired_.push_back(std::move(taken.mapped()));
}

/// Destroys hosts that have ended. Requires: the lock, which is released while their readers end.
void HostProcesses::forget_gone(Lock& lock) {
  std::vector<std::unique_ptr<Host>> gone;
  std::erase_if(retired_, [&](auto& entry) {
    const bool is_gone = entry->has_ended && entry->is_read && entry->users == 0;
    if (is_gone) gone.push_back(std::move(entry));
    return is_gone;
  });
  lock.unlock();
  gone.clear();
  lock.lock();
}

}  // namespace orbweaver::device
