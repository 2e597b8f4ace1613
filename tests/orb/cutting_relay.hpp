// SPDX-License-Identifier: Apache-2.0
// A network whose TCP connections break: between a client and a server it forwards frames until it
// is asked to cut, which loses what is under way.
#pragma once
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/transport/connection.hpp>

#include <array>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "raw_peer.hpp"

namespace orbweaver::orb_test {

class CuttingRelay {
 public:
  explicit CuttingRelay(const std::string& reference) : ior_(*giop::parse_reference(reference)) {
    auto profile = *giop::read_iiop_profile(ior_.profiles.at(0));
    server_ = transport::TcpAddress{profile.host, profile.port};
    listen({"127.0.0.1", 0});
    profile.host = "127.0.0.1";
    profile.port = port();
    profile.components.clear();
    ior_.profiles.at(0) = giop::make_profile(profile);
    acceptor_ = std::jthread([this] { accept(); });
  }
  /// A relay that listens at `at` and leads to `server`, which need not listen yet.
  CuttingRelay(const transport::TcpAddress& at, transport::Address server)
      : server_(std::move(server)) {
    listen(at);
    acceptor_ = std::jthread([this] { accept(); });
  }
  ~CuttingRelay() {
    listener_->stop();
    acceptor_.join();
    shut_down_all();
  }
  CuttingRelay(const CuttingRelay&) = delete;
  CuttingRelay& operator=(const CuttingRelay&) = delete;

  [[nodiscard]] std::uint16_t port() const {
    return std::get<transport::TcpAddress>(listener_->address()).port;
  }
  /// How many connections it has forwarded.
  [[nodiscard]] std::size_t connections() {
    const std::lock_guard lock(mutex_);
    return lines_.size();
  }
  /// Of the object, by way of this relay.
  [[nodiscard]] std::string reference() const { return giop::to_string(ior_); }
  /// Breaks every connection there is.
  void cut() {
    const std::lock_guard lock(mutex_);
    if (may_cut_) shut_down_all();
  }
  void stop_cutting() {
    const std::lock_guard lock(mutex_);
    may_cut_ = false;
  }

 private:
  struct Line {
    std::unique_ptr<transport::Connection> client, server;
    std::jthread up, down;
  };

  // A line whose forwarders still waited for its ends would keep them for as long as these may be
  // idle.
  void shut_down_all() {
    for (auto& line : lines_) {
      line.client->shutdown();
      line.server->shutdown();
    }
  }
  void listen(const transport::TcpAddress& at) {
    listener_ = std::move(*transport::listen(at, giop_rule()));
  }
  void accept() {
    while (auto client = listener_->accept()) {
      auto server = transport::connect(server_, giop_rule(), Deadline::never());
      if (!server) continue;
      const std::lock_guard lock(mutex_);
      auto& line = lines_.emplace_back();
      line.client = std::move(*client);
      line.server = std::move(*server);
      line.up = std::jthread([&line] { forward(*line.client, *line.server); });
      line.down = std::jthread([&line] { forward(*line.server, *line.client); });
    }
  }
  static void forward(transport::Connection& from, transport::Connection& to) {
    while (auto frame = from.receive(Deadline::never()))
      if (!to.send(std::array{frame->bytes()}, Deadline::never())) break;
    from.shutdown();
    to.shutdown();
  }

  giop::Ior ior_;
  transport::Address server_;
  std::unique_ptr<transport::Listener> listener_;
  std::mutex mutex_;
  std::list<Line> lines_;
  bool may_cut_ = true;
  std::jthread acceptor_;
};

}  // namespace orbweaver::orb_test
