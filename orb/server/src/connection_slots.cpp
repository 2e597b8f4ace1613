// SPDX-License-Identifier: Apache-2.0
#include "connection_slots.hpp"

#include <orbweaver/os/socket.hpp>
#include <orbweaver/transport/connection.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace orbweaver::server {

namespace {

bool is_loopback(std::string_view host) noexcept {
  constexpr std::array<std::string_view, 3> kBeginnings{"127.", "[::1]", "[::ffff:127."};
  return std::ranges::any_of(kBeginnings,
                             [host](std::string_view begin) { return host.starts_with(begin); });
}

}  // namespace

// "tcp:192.0.2.1:4711" is of the peer 192.0.2.1, whatever its port. The system names the process
// that connects by a unix socket or shared memory, unless it is in another container. All processes
// of another user count as one peer, so that they do not take all slots together.
PeerIdentity identity_of(const transport::Connection& connection) {
  constexpr std::string_view kTcp = "tcp:", kTls = "tls:";
  const auto peer = connection.peer();
  if (peer.starts_with(kTcp) || peer.starts_with(kTls)) {
    auto host = peer.substr(kTcp.size(), peer.rfind(':') - kTcp.size());
    const bool is_here = is_loopback(host);
    return {std::move(host), is_here};
  }
  const auto process = os::peer_process(connection.descriptor());
  if (!process) return {peer, true};
  const bool is_stranger = os::peer_of(connection.descriptor()) != os::Peer::same_user;
  if (is_stranger || process->process == 0) return {"user " + std::to_string(process->user), false};
  return {"process " + std::to_string(process->process), false};
}

ConnectionSlots::Answer ConnectionSlots::take(Slot& slot, const PeerIdentity& peer) {
  std::list<Slot*> node{&slot};
  std::shared_ptr<SlotHolder> silent;  // let go of without the lock
  {
    const Lock lock(mutex_);
    put_in(slot, node, peer, lock);
    const auto is_peer_full = [&] { return slot.of_peer_->second > bound_of(peer); };
    const auto is_all_full = [&] { return in_order_.size() > bounds_.all; };
    if (is_peer_full() || is_all_full())
      silent = free_one(lock, [&, must_be_of_its_peer = is_peer_full()](const Slot& other) {
        return &other != &slot && (!must_be_of_its_peer || other.of_peer_ == slot.of_peer_);
      });
    if (is_peer_full() || is_all_full()) {
      const auto answer = is_peer_full() ? Answer::peer_full : Answer::all_full;
      remove(slot, lock);
      return answer;
    }
  }
  if (silent) silent->end_silent(SlotHolder::Lack::slots);
  return Answer::taken;
}

bool ConnectionSlots::end_silent_ones(TimePoint since) {
  constexpr std::size_t kPart = 16;
  const auto most = std::max<std::size_t>(bounds_.all / kPart, 1);
  std::vector<std::shared_ptr<SlotHolder>> silent;  // let go of without the lock
  silent.reserve(most);
  {
    const Lock lock(mutex_);
    while (silent.size() < most) {
      auto one = free_one(lock, [since](const Slot& slot) { return slot.since_ <= since; });
      if (!one) break;
      silent.push_back(std::move(one));
    }
  }
  for (const auto& one : silent) one->end_silent(SlotHolder::Lack::descriptors);
  return !silent.empty();
}

/// Requires: lock held.
void ConnectionSlots::put_in(Slot& slot, std::list<Slot*>& node, const PeerIdentity& peer,
                             const Lock&) {
  slot.of_peer_ = of_peers_.try_emplace(peer.name, 0).first;
  ++slot.of_peer_->second;
  slot.in_order_ = node.begin();
  in_order_.splice(in_order_.end(), node);
  slot.since_ = now();
  slot.is_in_ = true;
}

/// Requires: lock held.
template <class MayGo>
std::shared_ptr<SlotHolder> ConnectionSlots::free_one(const Lock& lock, MayGo may_go) noexcept {
  for (auto* const slot : in_order_) {
    if (!may_go(*slot)) continue;
    if (!slot->change_from_silent(Slot::State::gave_way)) continue;
    remove(*slot, lock);
    return slot->holder_.keep_slot();
  }
  return nullptr;
}

/// Requires: lock held.
void ConnectionSlots::remove(Slot& slot, const Lock&) noexcept {
  if (!std::exchange(slot.is_in_, false)) return;
  in_order_.erase(slot.in_order_);
  if (--slot.of_peer_->second == 0) of_peers_.erase(slot.of_peer_);
}

void ConnectionSlots::leave(Slot& slot) noexcept {
  const Lock lock(mutex_);
  remove(slot, lock);
}

}  // namespace orbweaver::server
