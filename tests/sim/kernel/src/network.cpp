// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/network.hpp>

#include <orbweaver/sim/faults.hpp>
#include <orbweaver/sim/points.hpp>
#include <orbweaver/sim/simulation.hpp>

#include "state.hpp"

#include <algorithm>
#include <cerrno>

namespace orbweaver::sim {

Node& node_named(const std::string& name) {
  for (const auto& node : the_run().nodes)
    if (node->name == name) return *node;
  auto& node = *the_run().nodes.emplace_back(std::make_unique<Node>());
  node.name = name.c_str();
  return node;
}

Node* find_node(const std::string& host, Node& from) {
  if (host.empty() || host == "localhost" || host.starts_with("127.") || host == "::1" ||
      host == from.name)
    return &from;
  for (const auto& node : the_run().nodes)
    if (node->name == host) return node.get();
  return nullptr;
}

Listener::Listener(Node& node, StreamKind kind, std::uint16_t port, std::string path) noexcept
    : node_(node), kind_(kind), port_(port), path_(std::move(path)) {
  if (kind_ == StreamKind::tcp)
    node_.tcp[port_] = this;
  else
    node_.unix_paths[path_] = this;
}

Listener::~Listener() { leave_node(); }

void Listener::leave_node() noexcept {
  if (const auto found = node_.tcp.find(port_);
      kind_ == StreamKind::tcp && found != node_.tcp.end() && found->second == this)
    node_.tcp.erase(found);
  if (const auto found = node_.unix_paths.find(path_);
      kind_ == StreamKind::unix_socket && found != node_.unix_paths.end() && found->second == this)
    node_.unix_paths.erase(found);
}

// As shutdown() of a listener: it takes no more, and the threads that wait see it.
void Listener::stop() noexcept {
  is_stopped_ = true;
  leave_node();
  waiting_.clear();
  changed();
}

void Listener::offer(std::shared_ptr<StreamSocket> socket) {
  waiting_.push_back(std::move(socket));
  changed();
}

std::shared_ptr<StreamSocket> Listener::accept(int& error) {
  while (!is_readable()) (void)wait_in(waiters(), kNever, "accepts");
  error = EINVAL;
  if (is_stopped_) return nullptr;
  constexpr std::array kErrors{0, EMFILE, ECONNABORTED, ENOMEM};
  if (const auto form = fault_of(Kind::accept_fails, kErrors.size()); form != 0) {
    error = kErrors[form];
    if (error == ECONNABORTED) waiting_.pop_front();
    return nullptr;
  }
  auto socket = std::move(waiting_.front());
  waiting_.pop_front();
  return socket;
}

DatagramSocket::DatagramSocket(Node& node, std::uint16_t port) noexcept : node_(node), port_(port) {
  if (port_ != 0) node_.udp[port_] = this;
}

DatagramSocket::~DatagramSocket() {
  if (const auto found = node_.udp.find(port_); found != node_.udp.end() && found->second == this)
    node_.udp.erase(found);
}

void DatagramSocket::aim(Node& node, std::uint16_t port) noexcept {
  target_ = &node;
  target_port_ = port;
}

namespace {

constexpr std::size_t kMostDatagramBytes = std::size_t{1} << 20U;

void carry(Node& target, std::uint16_t port, std::vector<std::byte> datagram,
           void (DatagramSocket::*arrive)(std::vector<std::byte>)) {
  const auto found = target.udp.find(port);
  if (found != target.udp.end()) (found->second->*arrive)(std::move(datagram));
}

}  // namespace

void DatagramSocket::send(std::vector<std::byte> datagram) {
  if (target_ == nullptr) return;
  trace().add(Event::datagram, target_port_, datagram.size());
  if (fault(Kind::datagram_lost)) return;
  auto& target = *target_;
  const auto port = target_port_;
  if (fault(Kind::datagram_twice)) carry(target, port, datagram, &DatagramSocket::arrive);
  auto time = fault(Kind::datagram_late) ? kMillisecond : Time{0};
  time += travel_time();
  if (time == 0) return carry(target, port, std::move(datagram), &DatagramSocket::arrive);
  call_at(virtual_now() + time, [&target, port, datagram = std::move(datagram)]() mutable {
    carry(target, port, std::move(datagram), &DatagramSocket::arrive);
  });
}

// What does not fit is lost, as on a real socket.
void DatagramSocket::arrive(std::vector<std::byte> datagram) {
  if (is_stopped_ || bytes_ + datagram.size() > kMostDatagramBytes) return;
  bytes_ += datagram.size();
  waiting_.push_back(std::move(datagram));
  changed();
}

std::size_t DatagramSocket::receive(std::span<std::byte> space) {
  while (!is_readable()) (void)wait_in(waiters(), kNever, "waits for a datagram");
  if (waiting_.empty()) return 0;
  const auto datagram = std::move(waiting_.front());
  waiting_.pop_front();
  bytes_ -= datagram.size();
  const auto size = std::min(space.size(), datagram.size());
  std::copy_n(datagram.begin(), size, space.begin());
  return size;
}

void DatagramSocket::stop() noexcept {
  is_stopped_ = true;
  changed();
}

}  // namespace orbweaver::sim
