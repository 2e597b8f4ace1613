// SPDX-License-Identifier: Apache-2.0
// Starts programs for the process that the guard serves, and reports their ends.
//
// Every program is a child of this process, and adopts orphans below it. So while a program runs,
// all of its descendants are below it. A child of this process that is no program was left by one
// that has ended: it is killed. Its own children then become children of this process, and are
// killed in turn. So no list of processes is needed.
#pragma once
#include <orbweaver/guard/channel.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "message.hpp"

namespace orbweaver::guard {

class GuardServer {
 public:
  GuardServer(int socket, int served_handle, os::UniqueFd signals)
      : socket_(socket), served_(served_handle), signals_(std::move(signals)) {}

  /// Serves until the other side ends, or a signal other than SIGCHLD comes in.
  void run();

 private:
  enum class Next { serve, stop };

  Next take_message();
  Next take_signal();
  void obey(StartRequest& request, const std::vector<os::UniqueFd>& descriptors);
  void obey(const SignalRequest& request, const std::vector<os::UniqueFd>& descriptors);
  void obey(const SettleRequest& request, const std::vector<os::UniqueFd>& descriptors);
  void obey(const CancelRequest& request, const std::vector<os::UniqueFd>& descriptors);
  void reap();
  void kill_leftovers();
  void answer_settled();
  void send(const Reply& reply) const;

  int socket_, served_;
  os::UniqueFd signals_;
  std::map<int, std::uint64_t> programs_;  // by process; the number of its request
  bool has_leftovers_ = false;
  std::vector<std::uint64_t> settling_;
};

}  // namespace orbweaver::guard
