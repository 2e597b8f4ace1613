// SPDX-License-Identifier: Apache-2.0
// Watches a domain's name at a naming service of another process. That service may be restarted,
// and any client may unbind the name: then the domain binds it again.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <functional>
#include <string>

#include <orbweaver/registry/claimed_name.hpp>

namespace orbweaver::registry {

class NameWatch {
 public:
  /// Receives one line when a problem with the name begins or changes, and one when the name is
  /// bound again.
  using Report = std::function<void(const std::string& line)>;

  struct Watched {
    NamingRoot names;
    std::string name;
    DomainContext context;
  };

  /// Checks the name after each `period`. Requires: the name is bound.
  NameWatch(Watched watched, Nanoseconds period, Report report);
  /// Ends the watch. Blocks: for calls under way, each limited to five seconds.
  ~NameWatch() = default;
  NameWatch(const NameWatch&) = delete;
  NameWatch& operator=(const NameWatch&) = delete;

 private:
  void work(const std::stop_token& stop);
  void look();
  void say(const std::string& problem);
  void note_bound();

  const Watched watched_;
  const Nanoseconds period_;
  const Report report_;
  std::string said_;   // the last problem, used by the thread alone; empty: none
  os::Thread thread_;  // last, so that it ends first
};

}  // namespace orbweaver::registry
