// SPDX-License-Identifier: Apache-2.0
#include "kept_state.hpp"

#include <orbweaver/os/life_line.hpp>
#include <orbweaver/os/paths.hpp>

#include <cerrno>
#include <system_error>
#include <utility>

namespace orbweaver::domain {

namespace {

namespace fs = std::filesystem;

constexpr Nanoseconds kTriesAgain = std::chrono::seconds{1};
constexpr std::size_t kMostDigits = 20;

fs::path lock_of(fs::path state) { return state += ".lock"; }

/// Resolves symbolic links, so that two names of one file have one lock.
fs::path without_links(const fs::path& path) {
  std::error_code error;
  auto result = os::weakly_canonical(path, error);
  return error ? path : result;
}

std::string owner_of(const fs::path& lock) {
  const auto process = os::read_claimed_file(lock, kMostDigits);
  return process && !process->empty() ? "process " + *process : "another process";
}

std::string why_not_claimed(const fs::path& state, const os::SystemError& error) {
  const auto lock = lock_of(state);
  if (error.code != EAGAIN)
    return "--state: the state cannot be kept: " + lock.string() + ": " + os::describe(error);
  return "--state: " + state.string() + " is the state of a domain that runs: " + owner_of(lock) +
         "; give each domain a file of its own";
}

}  // namespace

Result<std::unique_ptr<KeptState>, std::string> KeptState::open(fs::path path,
                                                                OnProblem on_problem) {
  path = without_links(path);
  auto claim = os::ClaimedFile::make(lock_of(path), std::to_string(os::process_id()));
  if (!claim) return unexpected(why_not_claimed(path, claim.error()));
  std::unique_ptr<KeptState> kept_state{
      new KeptState{path, *std::move(claim), std::move(on_problem)}};
  auto read = kept_state->file_.read();
  if (!read) return unexpected(std::move(read.error()));
  kept_state->read_ = *std::move(read);
  if (const auto done = kept_state->file_.write_again(); !done)
    return unexpected("--state: the state cannot be kept: " + done.error());
  kept_state->thread_ =
      os::Thread{[it = kept_state.get()](const std::stop_token& stop) { it->write_again(stop); }};
  return kept_state;
}

void KeptState::set_installed(std::vector<std::string> files) {
  const std::scoped_lock lock{mutex_};
  note("which applications are installed is not kept", file_.set_installed(std::move(files)));
}

void KeptState::set_application(const std::string& name, const ApplicationRecord* record) {
  const std::scoped_lock lock{mutex_};
  note("application '" + name + "' is not kept",
       record != nullptr ? file_.set_application(*record) : file_.remove_application(name));
}

std::optional<std::string> KeptState::problem() const {
  const std::scoped_lock lock{mutex_};
  return problem_;
}

/// Notes whether a write failed, and reports a change. Requires: mutex_ held.
void KeptState::note(const std::string& what, const Result<void, std::string>& done) {
  const bool was_well = !problem_;
  if (done)
    problem_.reset();
  else
    problem_ = what + ": " + done.error();
  if (was_well && done) return;
  on_problem_(problem_);
  changed_.notify_all();
}

void KeptState::write_again(const std::stop_token& stop) {
  std::unique_lock lock{mutex_};
  while (!stop.stop_requested()) {
    changed_.wait(lock, stop, [this] { return problem_.has_value(); });
    changed_.wait_for(lock, stop, kTriesAgain, [] { return false; });
    if (!problem_ || !file_.write_again()) continue;
    note({}, {});
  }
}

}  // namespace orbweaver::domain
