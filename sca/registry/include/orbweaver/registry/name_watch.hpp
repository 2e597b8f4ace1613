// SPDX-License-Identifier: Apache-2.0
// A domain's name at a naming service of another process, looked at again and again: the service
// may be started again, and any client may unbind the name. Then the domain binds it again.
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
  /// One line: what is wrong with the name, once until it changes; that it is bound again.
  using Report = std::function<void(const std::string& line)>;

  struct Watched {
    NamingRoot names;
    std::string name;
    DomainContext context;
  };

  /// Requires: the name is bound. Looks at it after each `period`.
  NameWatch(Watched watched, Nanoseconds period, Report report);
  /// Looks no more. Blocks: for calls under way, each of which is bounded by five seconds.
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
  std::string said_;   // the last problem; empty: there is none. Of the thread alone
  os::Thread thread_;  // last, so that it ends first
};

}  // namespace orbweaver::registry
