// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/process.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/sim/disk.hpp>
#include <orbweaver/sim/faults.hpp>
#include <orbweaver/sim/pipe.hpp>
#include <orbweaver/sim/program.hpp>
#include <orbweaver/sim/simulation.hpp>

#include "simulated.hpp"

#include <array>
#include <cerrno>
#include <csignal>

namespace orbweaver::os {

namespace {

using End = ProcessEnd::Kind;

constexpr sim::Time kLoadTime = 100 * sim::kMicrosecond;
constexpr std::array kStartErrors{StartError{}, StartError{StartStep::prepare, EAGAIN},
                                  StartError{StartStep::prepare, ENOMEM},
                                  StartError{StartStep::execute, ETXTBSY}};

unexpected<StartError> refused(StartStep step, int code) noexcept {
  return unexpected{StartError{step, code}};
}

/// In the simulator's memory, as the starter may end before its program has read it.
struct Words {
  std::vector<std::string> words;
};

// The first words of the new process are in its own memory, as those of a program are.
int run(sim::Main main, const Words& given) {
  std::vector<std::string> words;
  for (const auto& word : given.words) words.emplace_back(word.c_str());
  std::vector<char*> pointers;
  for (auto& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return main(static_cast<int>(words.size()), pointers.data());
}

int end_by_itself(std::uint32_t form) {
  if (form == 1) return 1;
  sim::send_signal(sim::this_process(), SIGSEGV);
  return 1;
}

std::shared_ptr<sim::DiskEntry> code_of(const Program& program) {
  if (program.open_file < 0) return sim::disk_here().find(program.file.c_str());
  auto* const opened = file<sim::DiskFile>(program.open_file);
  return opened == nullptr ? nullptr : sim::disk_here().find(opened->path());
}

Result<sim::Main, StartError> main_of(const Program& program) {
  const auto code = code_of(program);
  if (!code) return refused(StartStep::execute, ENOENT);
  if (code->is_folder || (code->mode & 0100U) == 0) return refused(StartStep::execute, EACCES);
  const std::string text{as_text(code->bytes)};
  if (const auto main = sim::program_of(text)) return main;
  return refused(StartStep::execute, ENOEXEC);
}

std::vector<std::shared_ptr<sim::File>> files_of(const Program& program) {
  std::vector<std::shared_ptr<sim::File>> files;
  for (const int descriptor : program.descriptors)
    files.push_back(descriptor < 0 ? std::make_shared<sim::NullFile>() : sim::file_of(descriptor));
  while (files.size() < 3) files.push_back(std::make_shared<sim::NullFile>());
  return files;
}

Words words_of(const Program& program) {
  Words words;
  for (const auto& argument : program.arguments) words.words.emplace_back(argument.c_str());
  if (words.words.empty()) words.words.emplace_back(program.file.c_str());
  return words;
}

std::string last_step(const std::string& path) { return path.substr(path.rfind('/') + 1).c_str(); }

sim::Process& start_loaded(const Program& program, sim::Main main) {
  sim::ChildTraits traits{.name = last_step(program.file),
                          .files = files_of(program),
                          .has_own_group = program.group != ProcessGroup::callers,
                          .adopts = program.orphans == Orphans::to_the_program,
                          .signal_at_parents_end = program.signal_at_starters_end};
  const auto early = sim::fault_of(sim::Kind::ends_at_once, 3);
  return sim::start_child(std::move(traits), [main, early, words = words_of(program)] {
    return early == 0 ? run(main, words) : end_by_itself(early);
  });
}

ProcessEnd end_of(sim::Exit exit) noexcept {
  return {exit.is_killed ? End::killed : End::exited, exit.value};
}

sim::Process* process_at(int handle) noexcept {
  auto* const opened = file<sim::ProcessFile>(handle);
  return opened == nullptr ? nullptr : &opened->process();
}

}  // namespace

Result<Process, StartError> start(const Program& program) {
  int id = 0;
  auto handle = in_system([&]() -> Result<UniqueFd, StartError> {
    sim::sleep_until(sim::virtual_now() + kLoadTime);
    const auto form = sim::fault_of(sim::Kind::start_fails, kStartErrors.size());
    if (form != 0) return unexpected{kStartErrors[form]};
    const auto main = main_of(program);
    if (!main) return unexpected{main.error()};
    auto& process = start_loaded(program, *main);
    id = sim::id_of(process);
    return UniqueFd{sim::add_file(std::make_shared<sim::ProcessFile>(process))};
  });
  if (!handle) return unexpected{handle.error()};
  return Process{id, *std::move(handle)};
}

Process::~Process() {
  if (!handle_ || end_) return;
  (void)send(SIGKILL);
  (void)wait(Deadline::never());
}

Result<std::optional<ProcessEnd>, SystemError> Process::wait(Deadline deadline) noexcept {
  if (end_) return end_;
  const auto ended = wait_until_ready(handle_.get(), Readiness::readable, deadline);
  if (!ended) return unexpected{ended.error()};
  if (!*ended) return std::nullopt;
  const auto reaped = in_system([&] { return sim::reap(id_); });
  if (!reaped) return unexpected{SystemError{ECHILD, "waitid"}};
  end_ = end_of(reaped->second);
  return end_;
}

Result<void, SystemError> Process::send(int signal) const noexcept {
  return in_system([&]() -> Result<void, SystemError> {
    auto* const process = end_ ? nullptr : process_at(handle_.get());
    if (process == nullptr) return unexpected{SystemError{ESRCH, "pidfd_send_signal"}};
    sim::send_signal(*process, signal);
    return {};
  });
}

Result<ProcessEnd, SystemError> Process::terminate(Nanoseconds grace) noexcept {
  (void)send(SIGTERM);
  auto end = wait(Deadline::at(now() + grace));
  if (end && !*end) {
    (void)send(SIGKILL);
    end = wait(Deadline::never());
  }
  if (!end) return unexpected{end.error()};
  return **end;
}

int Process::release() noexcept {
  handle_.reset();
  return std::exchange(id_, 0);
}

Result<UniqueFd, SystemError> open_process(int id) noexcept {
  return in_system([&]() -> Result<UniqueFd, SystemError> {
    auto* const process = sim::process_of(id);
    if (process == nullptr) return unexpected{SystemError{ESRCH, "pidfd_open"}};
    return add(std::make_shared<sim::ProcessFile>(*process));
  });
}

}  // namespace orbweaver::os
