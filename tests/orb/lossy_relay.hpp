// SPDX-License-Identifier: Apache-2.0
// What a bad network does to datagrams: between a client and a server it loses, doubles and
// displaces them, as a seed says, and counts what it did.
#pragma once
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/transport/datagram.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>

namespace orbweaver::orb_test {

struct Mischief {
  unsigned seed = 1;
  unsigned lose_percent = 0, double_percent = 0, displace_percent = 0;
  /// A displaced datagram lets at most so many others pass.
  unsigned most_displaced = 1;
};

/// Forwards from a port of its own to where `reference` takes datagrams.
class LossyRelay {
 public:
  LossyRelay(const std::string& reference, Mischief mischief)
      : ior_(*giop::parse_reference(reference)), mischief_(mischief), random_(mischief.seed) {
    auto profile = *giop::read_iiop_profile(ior_.profiles.at(0));
    for (auto& component : profile.components) {
      const auto endpoint = giop::read_udp_component(component);
      if (!endpoint) continue;
      out_ = std::move(*transport::DatagramSender::open({endpoint->host, endpoint->port}));
      in_ = std::move(*transport::DatagramReceiver::open({"127.0.0.1", 0}));
      component = giop::make_component(giop::UdpEndpoint{"127.0.0.1", in_->address().port});
    }
    ior_.profiles.at(0) = giop::make_profile(profile);
    thread_ = std::jthread([this] { run(); });
  }
  ~LossyRelay() { in_->stop(); }
  LossyRelay(const LossyRelay&) = delete;
  LossyRelay& operator=(const LossyRelay&) = delete;

  /// Of the object, but its datagrams go through here.
  [[nodiscard]] std::string reference() const { return giop::to_string(ior_); }
  /// Holds what is displaced back no longer.
  void let_all_go() {
    const std::lock_guard lock(mutex_);
    while (!displaced_.empty()) release_first();
  }

  std::atomic<std::uint64_t> received{0}, forwarded{0}, lost{0}, doubled{0};

 private:
  struct Displaced {
    Frame datagram;
    unsigned others_left;
  };

  void run() {
    while (auto datagram = in_->receive()) {
      const std::lock_guard lock(mutex_);
      pass(std::move(*datagram));
      ++received;
    }
  }
  void pass(Frame datagram) {
    if (happens(mischief_.lose_percent)) {
      ++lost;
      return;
    }
    if (happens(mischief_.displace_percent)) {
      displaced_.push_back(
          {datagram, 1 + static_cast<unsigned>(random_() % mischief_.most_displaced)});
      return;
    }
    forward(datagram);
    if (happens(mischief_.double_percent)) {
      ++doubled;
      forward(datagram);
    }
  }
  void forward(const Frame& datagram) {
    EXPECT_TRUE(out_->send(std::array{datagram.bytes()}));
    ++forwarded;
    for (auto& one : displaced_)
      if (one.others_left > 0) --one.others_left;
    while (!displaced_.empty() && displaced_.front().others_left == 0) release_first();
  }
  void release_first() {
    const Frame datagram = std::move(displaced_.front().datagram);
    displaced_.pop_front();
    EXPECT_TRUE(out_->send(std::array{datagram.bytes()}));
    ++forwarded;
  }
  bool happens(unsigned percent) { return random_() % 100 < percent; }

  giop::Ior ior_;
  Mischief mischief_;
  std::mt19937 random_;
  std::mutex mutex_;
  std::deque<Displaced> displaced_;
  std::unique_ptr<transport::DatagramSender> out_;
  std::unique_ptr<transport::DatagramReceiver> in_;
  std::jthread thread_;
};

}  // namespace orbweaver::orb_test
