// SPDX-License-Identifier: Apache-2.0
// How a node notices that its domain is gone, was restarted, or does not have the node any more. It
// asks the domain once in each interval:
//
//   the domain exists                  no change; each tenth time, the domain is asked for the node
//   it has the node                    the node's devices are registered again, as one may be lost
//   its object does not exist          it is lost: another process has its address
//   it cannot be reached               it is asked again after half an interval; then it is lost
//   it does not answer in time         no change: it may be busy
//   it does not have the node          it is lost: it removed the node, as after a cut link
//   a registration did not reach it    it is lost, as it may not have that device or service
#pragma once
#include <functional>

#include "domain_link.hpp"

namespace orbweaver::node {

/// Threads: one.
class DomainWatch {
 public:
  /// `link` must outlive it. `register_again` is called whenever the domain answered that it has
  /// the node.
  DomainWatch(DomainLink& link, ManagerRef node, Nanoseconds interval,
              std::function<void()> register_again);

  /// Returns why the domain is lost; nothing if stop is requested. Blocks: until then, and for a
  /// call that is under way.
  [[nodiscard]] std::optional<std::string> await_loss(const std::stop_token& stop);

 private:
  enum class Presence { there, unreachable, lost };
  [[nodiscard]] Presence ask(const DomainRef& domain);
  [[nodiscard]] Presence ask_for_node(const DomainRef& domain);

  DomainLink* link_;
  const ManagerRef node_;
  const Nanoseconds interval_;
  const std::function<void()> register_again_;
  int asked_ = 0;
  std::string why_;
};

}  // namespace orbweaver::node
