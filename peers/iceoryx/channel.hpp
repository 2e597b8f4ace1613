// SPDX-License-Identifier: Apache-2.0
// One topic of each direction, and what the bench programs put into messages.
#pragma once
#include <iceoryx_posh/popo/untyped_publisher.hpp>
#include <iceoryx_posh/popo/untyped_subscriber.hpp>
#include <iceoryx_posh/popo/wait_set.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace peer {

enum class Kind : std::uint64_t { ping, post, ask_received, deliver, ask_times };

/// At the start of every message; a message is never smaller.
struct Head {
  Kind kind;
  std::int64_t sent_ns;
};

class Channel {
 public:
  enum class Side { client, server };
  /// Fails: ends the program with iceoryx's words if there is no daemon.
  Channel(const std::string& runtime, Side side);

  /// Loans memory, lets `fill` write into it, publishes it. Blocks while the other's queue is full.
  /// Fails: throws std::runtime_error if the daemon's pools have no memory of that size.
  void send(std::size_t bytes, const std::function<void(void*)>& fill);
  /// Hands the next message to `use`, if there is one.
  template <class Use>
  bool poll(Use&& use) {
    auto taken = subscriber_.take();
    if (taken.has_error()) return false;
    use(taken.value());
    subscriber_.release(taken.value());
    return true;
  }
  /// Sleeps until a message is there, or wake_up() is called.
  void sleep();
  /// Ends sleep(), for good. Any thread.
  void wake_up();
  [[nodiscard]] bool is_connected() const;

 private:
  iox::popo::UntypedPublisher publisher_;
  iox::popo::UntypedSubscriber subscriber_;
  iox::popo::WaitSet<1> waits_;
};

}  // namespace peer
