// SPDX-License-Identifier: Apache-2.0
// The components of one host process. The main thread receives the device's requests and begins
// components. The ending thread destroys components that were released, since the release runs on a
// thread of the ORB that still uses the component.
#pragma once
#include "hosted_component.hpp"

#include <orbweaver/guard/channel.hpp>
#include <orbweaver/guard/hosting/message.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <cstdint>
#include <deque>
#include <map>

namespace orbweaver::host {

class Host {
 public:
  explicit Host(int socket);
  ~Host() = default;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  /// Begins a component, and answers the device.
  void run(const guard::hosting::RunRequest& request, std::vector<os::UniqueFd> descriptors);
  /// Releases all, and ends the ORB. Call it once, at the end.
  HostedComponent::End end();

 private:
  [[nodiscard]] Result<void, std::string> begin(const guard::hosting::RunRequest& request,
                                                std::vector<os::UniqueFd> descriptors);
  void need_orb(const std::vector<std::string>& words);
  void report(const guard::hosting::Report& report);
  void note_release(std::uint64_t number);
  void take_away(const std::stop_token& stop);
  void end_component(HostedComponent& component);

  const int socket_;
  std::shared_ptr<CORBA::ORB> orb_;
  Adapter adapter_;
  os::Mutex sending_;
  os::Mutex mutex_;  // of what follows
  os::ConditionVariableAny changed_;
  std::map<std::uint64_t, std::unique_ptr<HostedComponent>> components_;
  std::deque<std::uint64_t> released_;
  os::Atomic<HostedComponent::End> end_ = HostedComponent::End::clean;
  os::Thread ending_;
};

}  // namespace orbweaver::host
