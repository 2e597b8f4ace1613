// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/child_processes.hpp>

#include "failed_call.hpp"

#include <orbweaver/os/read_file.hpp>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace orbweaver::os {

namespace {

constexpr std::size_t kMostOfAList = std::size_t{16} << 20;
constexpr std::size_t kMostOfALine = 4096;

std::optional<int> number_at(std::string_view text) noexcept {
  int number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (parsed.ec != std::errc{}) return std::nullopt;
  return number;
}

std::vector<int> numbers_in(std::string_view text) {
  std::vector<int> numbers;
  while (!text.empty()) {
    const auto word = text.substr(0, text.find(' '));
    if (const auto number = number_at(word)) numbers.push_back(*number);
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return numbers;
}

// The name in the second field may hold spaces and parentheses; the parent comes two fields behind
// the last parenthesis.
std::optional<int> parent_of(const std::filesystem::path& process) {
  const auto line = read_file(process / "stat", kMostOfALine);
  if (!line) return std::nullopt;
  const auto name_end = line->rfind(") ");
  if (name_end == std::string::npos || name_end + 4 > line->size()) return std::nullopt;
  return number_at(std::string_view{*line}.substr(name_end + 4));
}

ProcessEnd end_of(int status) noexcept {
  if (WIFSIGNALED(status)) return {ProcessEnd::Kind::killed, WTERMSIG(status)};
  return {ProcessEnd::Kind::exited, WEXITSTATUS(status)};
}

bool has_children() noexcept {
  siginfo_t info{};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

// The list of a thread's children may leave some out while others end.
std::vector<int> all_children() {
  auto children = children_of_this_thread();
  if (children.empty() && has_children()) children = children_of_this_process();
  return children;
}

bool may_not_kill(int child) noexcept { return ::kill(child, SIGKILL) != 0 && errno == EPERM; }

}  // namespace

// QEMU's user mode does not know the option; Linux has it since 3.4, and refuses no value.
Result<void, SystemError> adopt_orphans() noexcept {
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 || errno == EINVAL) return {};
  return failed("prctl");
}

std::vector<int> children_of_this_thread() {
  const auto list = read_file("/proc/thread-self/children", kMostOfAList);
  return list ? numbers_in(*list) : children_of_this_process();
}

std::vector<int> children_of_this_process() {
  std::vector<int> children;
  std::error_code end;
  std::filesystem::directory_iterator process{"/proc", end};
  for (const std::filesystem::directory_iterator none; !end && process != none;
       process.increment(end)) {
    const auto id = number_at(process->path().filename().native());
    if (id && parent_of(process->path()) == ::getpid()) children.push_back(*id);
  }
  return children;
}

std::optional<std::pair<int, ProcessEnd>> reap_one() noexcept {
  int status = 0;
  const auto child = ::waitpid(-1, &status, WNOHANG);
  if (child <= 0) return std::nullopt;
  return std::pair{child, end_of(status)};
}

Result<int, SystemError> start_copy(const std::function<int()>& body) {
  const auto child = ::fork();
  if (child == 0) ::_exit(body());
  if (child < 0) return failed("fork");
  return static_cast<int>(child);
}

void await_child(int child) noexcept {
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

// Each round kills a generation: what a killed child has started becomes a child of this process
// before the wait for the killed one returns.
void kill_all_children() {
  for (;;) {
    const auto children = all_children();
    const auto left = std::ranges::count_if(children, may_not_kill);
    if (std::cmp_equal(left, children.size())) return;
    if (::waitpid(-1, nullptr, 0) < 0 && errno == ECHILD) return;
    while (reap_one()) {
    }
  }
}

}  // namespace orbweaver::os
