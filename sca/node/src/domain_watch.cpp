// SPDX-License-Identifier: Apache-2.0
#include "domain_watch.hpp"

#include <utility>

namespace orbweaver::node {

namespace {

constexpr int kAsksForNode = 10;  // the node is asked for once in so many questions

}  // namespace

DomainWatch::DomainWatch(DomainLink& link, ManagerRef node, Nanoseconds interval,
                         std::function<void()> register_again)
    : link_(&link),
      node_(std::move(node)),
      interval_(interval),
      register_again_(std::move(register_again)) {}

std::optional<std::string> DomainWatch::await_loss(const std::stop_token& stop) {
  bool was_unreachable = false;
  while (true) {
    auto broken = link_->await_break(was_unreachable ? interval_ / 2 : interval_, stop);
    if (stop.stop_requested()) return {};
    if (broken) return broken;
    const auto domain = link_->domain();
    if (!domain) return "it was left";
    const auto presence = ask(domain);
    const bool is_unreachable = presence == Presence::unreachable;
    if (presence == Presence::lost || (is_unreachable && was_unreachable)) return why_;
    was_unreachable = is_unreachable;
  }
}

DomainWatch::Presence DomainWatch::ask(const DomainRef& domain) {
  try {
    return ask_for_node(domain);
  } catch (const CORBA::OBJECT_NOT_EXIST&) {
    why_ = "it was started again, or ended: its object does not exist any more";
    return Presence::lost;
  } catch (const CORBA::COMM_FAILURE& broken) {
    why_ = "it cannot be reached: " + program::text_of(broken);
  } catch (const CORBA::TRANSIENT& broken) {
    why_ = "it cannot be reached: " + program::text_of(broken);
  } catch (const CORBA::Exception&) {  // the domain answered, or is busy: it is there
    return Presence::there;
  }
  return Presence::unreachable;
}

DomainWatch::Presence DomainWatch::ask_for_node(const DomainRef& domain) {
  if (domain->_non_existent()) throw CORBA::OBJECT_NOT_EXIST();
  if (++asked_ % kAsksForNode != 0 || !link_->is_listed()) return Presence::there;
  if (!DomainLink::has(domain, node_)) {
    why_ = "it does not have this node any more";
    return Presence::lost;
  }
  register_again_();
  return Presence::there;
}

}  // namespace orbweaver::node
