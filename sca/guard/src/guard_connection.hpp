// SPDX-License-Identifier: Apache-2.0
// The served process's end of the socket to its guard. One thread reads the guard's reports;
// callers send requests, and wait for what this thread notes.
#pragma once
#include <orbweaver/guard/guard.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <set>

#include "message.hpp"

namespace orbweaver::guard {

class Guard::Connection {
 public:
  /// A program from its start to its end.
  struct Running {
    OnEnd on_end;
    std::optional<os::ProcessEnd> end;
  };

  static Result<std::unique_ptr<Connection>, os::StartError> open(const std::string& program);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  Result<int, os::StartError> start(const os::Program& program, Deadline deadline, OnEnd on_end);
  bool send(int process, int signal);
  bool settle(Deadline deadline);
  /// Returns nothing if it does not run.
  std::shared_ptr<Running> find(int process) const;
  std::map<int, std::shared_ptr<Running>> all_running() const;
  std::optional<os::ProcessEnd> wait(const std::shared_ptr<Running>& running, Deadline deadline);
  int process_id() const noexcept { return process_.id(); }
  bool is_lost() const;

 private:
  struct Starting {
    OnEnd on_end;
    std::optional<Result<int, os::StartError>> outcome;
  };

  Connection(os::Process process, os::UniqueFd socket);
  bool send_request(const Request& request, const std::vector<int>& descriptors, Deadline deadline);
  Result<int, os::StartError> wait_for_outcome(std::uint64_t number, Deadline deadline);
  template <class Condition>
  void wait_until(std::unique_lock<os::Mutex>& lock, Deadline deadline, Condition condition);

  void read();
  void note(const StartReply& started);
  void note(const RefusalReply& refused);
  void note(const EndReply& ended);
  void note(const SettleReply& settled);
  void note_outcome(std::uint64_t number, Result<int, os::StartError> outcome);
  void note_loss();

  os::Process process_;
  os::UniqueFd socket_;
  os::Mutex sending_;
  mutable os::Mutex mutex_;  // guards the members below; not held during callbacks
  os::ConditionVariable changed_;
  std::map<std::uint64_t, Starting> starting_;
  std::map<int, std::shared_ptr<Running>> running_;
  std::set<std::uint64_t> settling_;
  std::uint64_t next_number_ = 1;
  bool lost_ = false;
  os::Thread reader_;  // last: it uses all above
};

}  // namespace orbweaver::guard
