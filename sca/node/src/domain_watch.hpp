// SPDX-License-Identifier: Apache-2.0
// How a node notices that its domain is gone, was started again, or does not have the node any
// more. It asks the domain once an interval:
//
//   the domain is there               nothing changes; each tenth time it is asked for the node
//   it has the node                   its devices are registered again, as one may have been lost
//   its object does not exist         it is lost: another process has its address
//   it cannot be reached              it is asked once more, half an interval later; then it is
//                                     lost
//   it does not answer in time        it may be busy: nothing changes
//   it does not have the node         it is lost: it gave the node up, as while a link was cut
//   a registration did not reach it   it is lost, as it may not have what was registered
#pragma once
#include <functional>

#include "domain_link.hpp"

namespace orbweaver::node {

/// For one thread.
class DomainWatch {
 public:
  /// `link` must outlive it. `register_again` is called whenever the domain said that it has the
  /// node.
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
