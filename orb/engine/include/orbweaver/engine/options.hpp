// Everything that can be set when an ORB starts, with its default. Filled by orb/corba from -ORB
// options.
#pragma once
#include <orbweaver/dispatch/sequencer.hpp>
#include <orbweaver/engine/policies.hpp>
#include <orbweaver/flow/watermarks.hpp>
#include <orbweaver/giop/message.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/transport/connection_traits.hpp>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace orbweaver::engine {

// Padding: ordered by what they are about; an ORB has one of them.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding)
struct Options {
  /// Where to listen. Empty: loopback TCP on a free port, and an abstract unix socket and a place
  /// to meet for shared memory of its own.
  std::vector<transport::Address> endpoints;
  /// Where to take datagrams, besides. Empty: nowhere.
  std::vector<transport::UdpAddress> datagram_endpoints;
  Threading threading = Threading::per_connection;
  Dispatch dispatch = Dispatch::lane;
  unsigned pool_threads = 8;
  os::ThreadTraits thread_traits;
  /// Of each lane and of the pool's queue.
  flow::Watermarks lane_watermarks;
  /// Of each connection's send queue (SYNC_NONE).
  flow::Watermarks send_watermarks{.high_messages = 1024, .low_messages = 512};

  SyncScope sync_scope = SyncScope::with_transport;
  Overflow overflow = Overflow::block;
  Nanoseconds timeout{0};
  bool ordered_delivery = false;
  bool private_connections = false;
  /// Of each object whose adapter does not say otherwise; see ObjectPolicies.
  dispatch::SequencerLimits order_limits;
  Nanoseconds connect_timeout = std::chrono::seconds(5);
  /// How long a reply may wait for a client that does not read before its connection is closed.
  Nanoseconds reply_timeout = std::chrono::seconds(10);
  TransportChoice transport = TransportChoice::automatic;
  /// Nothing: one-way queued, two-way direct.
  std::optional<Collocation> collocation;

  std::size_t max_message_size = giop::kDefaultMaxMessageSize;
  std::size_t max_connections = 1024;

  Waiting waiting = Waiting::automatic;
  /// Of all connections. `look` follows `waiting` when the ORB starts.
  transport::ConnectionTraits connection_traits;
  /// Auto mode clears what the machine does not have.
  LocalWays local_ways;
  /// What a person said, as it was written: option and value ("-ORBlaneDepth", "64"). Auto mode
  /// leaves that alone, and says so.
  std::map<std::string, std::string, std::less<>> told;
  /// Whether each choice (choice.hpp) is written as a line of the log when it is made.
  bool explain = false;
};

}  // namespace orbweaver::engine
