// Everything that can be set when an ORB starts, with its default. Filled by orb/corba from -ORB
// options.
#pragma once
#include <orbweaver/dispatch/sequencer.hpp>
#include <orbweaver/flow/watermarks.hpp>
#include <orbweaver/giop/code_sets.hpp>
#include <orbweaver/giop/message.hpp>
#include <orbweaver/giop/reassembler.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/transport/connection_traits.hpp>
#include <orbweaver/wire/policies.hpp>
#include <orbweaver/wire/trace.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace orbweaver::wire {

/// Which clients are given the reason a servant threw, in words.
enum class TellClients {
  automatic,  // those of the same user, by unix sockets and shared memory
  all,
  none,
};

// Padding: ordered by what they are about; an ORB has one of them.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding)
struct Options {
  /// Where to listen. Empty: loopback TCP on a free port, and an abstract unix socket and a place
  /// to meet for shared memory of its own.
  std::vector<transport::Address> endpoints;
  /// Where to take datagrams, besides. Empty: nowhere.
  std::vector<transport::UdpAddress> datagram_endpoints;
  /// In the keys of persistent objects: programs that share an endpoint over time, but not their
  /// objects, have different ones.
  std::string server_name;
  Threading threading = Threading::per_connection;
  Dispatch dispatch = Dispatch::lane;
  unsigned pool_threads = 8;
  os::ThreadTraits thread_traits;
  /// Of each lane and of the pool's queue.
  flow::Watermarks lane_watermarks;
  /// Of each connection's send queue (SYNC_NONE).
  flow::Watermarks send_watermarks{.high_messages = 1024, .low_messages = 512};

  /// Asynchronous calls that may be under way at once on a connection; see AsyncWindow for one
  /// more.
  std::size_t async_calls = 256;

  SyncScope sync_scope = SyncScope::with_transport;
  Overflow overflow = Overflow::block;
  Nanoseconds timeout{0};
  /// How long a call without a timeout of its own waits for the POA manager of an object of this
  /// ORB that holds requests. Zero: without end.
  Nanoseconds hold_timeout = std::chrono::seconds(10);
  bool ordered_delivery = false;
  bool private_connections = false;
  /// Of each object whose adapter does not say otherwise; see ObjectPolicies.
  dispatch::SequencerLimits order_limits;
  Nanoseconds connect_timeout = std::chrono::seconds(5);
  /// How long a reply may wait for a client that does not read before its connection is closed, and
  /// how many bytes of such replies for all clients together; never less than max_message_size.
  Nanoseconds reply_timeout = std::chrono::seconds(10);
  std::size_t late_reply_bytes = 0;
  /// After which a connection that is of no use is closed, by the client or by the server: in an
  /// order that loses no request (docs/ordering.md). 0: never.
  Nanoseconds client_idle = std::chrono::seconds(120), server_idle = std::chrono::seconds(180);
  /// How long a server that has closed a connection waits for the client's end, from when the last
  /// byte came. 0: for ever.
  Nanoseconds server_drain = std::chrono::seconds(30);
  TransportChoice transport = TransportChoice::automatic;
  /// Nothing: one-way queued, two-way direct.
  std::optional<Collocation> collocation;

  std::size_t max_message_size = giop::kDefaultMaxMessageSize;
  /// Of the values in a message.
  cdr::DecodeLimits decode_limits{.length = 64U << 20,
                                  .memory = kDecodedPerByte * giop::kDefaultMaxMessageSize};
  /// What a message may become in memory, if nobody said another limit: strings that are empty take
  /// 32 bytes for 4.
  static constexpr std::size_t kDecodedPerByte = 8;
  /// Of each connection: messages of which part has come, and their bytes together.
  std::size_t max_fragmented_messages = 16;
  std::size_t max_fragmented_bytes = SIZE_MAX;  // but never more than max_message_size
  /// The highest GIOP 1.x that this ORB offers and uses; it reads all that it knows.
  std::uint8_t giop_minor = giop::kHighestMinor;
  /// Messages of GIOP 1.2 that are larger leave in fragments of so many bytes. 0: all leave whole.
  std::size_t fragment_bytes = 0;
  /// What the strings of this program are written in. In ISO 8859-1 every octet is a character, so
  /// that samples in a sequence<char> arrive at any ORB.
  giop::NativeText native_text = giop::NativeText::latin1;
  std::size_t max_connections = 1024;

  [[nodiscard]] giop::ReassemblyLimits reassembly_limits() const noexcept {
    return {max_message_size, max_fragmented_messages, max_fragmented_bytes};
  }

  [[nodiscard]] std::size_t late_reply_limit() const noexcept {
    return std::max(late_reply_bytes, max_message_size);
  }

  Waiting waiting = Waiting::automatic;
  /// Of all connections. `look` follows `waiting` when the ORB starts.
  transport::ConnectionTraits connection_traits;
  /// Auto mode clears what the machine does not have.
  LocalTransports local_transports;
  /// The options that the user gave, as written: option and value ("-ORBlaneDepth", "64"). Auto
  /// mode does not change them, and reports so.
  std::map<std::string, std::string, std::less<>> given;
  /// Whether each choice (choice.hpp) is written as a line of the log when it is made.
  bool explain = false;
  Trace trace;
  TellClients tell_clients = TellClients::automatic;
  /// After which the log names the cause where something waits that perhaps waits for ever:
  /// requests at a POA manager, clients of an ORB that does not serve, a call to a server that says
  /// nothing. Zero: never.
  Nanoseconds wait_warning = std::chrono::seconds(1);
  /// After which the log says what a call without a timeout waits for. Zero: never.
  Nanoseconds wait_report = std::chrono::seconds(10);
};

}  // namespace orbweaver::wire
