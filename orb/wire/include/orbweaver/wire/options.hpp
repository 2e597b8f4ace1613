// SPDX-License-Identifier: Apache-2.0
// All settings of an ORB, with their defaults. orb/corba sets them from -ORB options.
#pragma once
#include <orbweaver/dispatch/sequencer.hpp>
#include <orbweaver/dispatch/watermarks.hpp>
#include <orbweaver/giop/code_sets.hpp>
#include <orbweaver/giop/message.hpp>
#include <orbweaver/giop/reassembler.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/security/tls_settings.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/transport/connection_traits.hpp>
#include <orbweaver/transport/local_peers.hpp>
#include <orbweaver/wire/policies.hpp>
#include <orbweaver/wire/trace.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace orbweaver::wire {

/// The clients to which the text of a servant's exception is sent.
enum class TellClients {
  automatic,  // clients of the same user, over unix sockets and shared memory
  all,
  none,
};

// Padding: the members are ordered by their subject; an ORB has one such object.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding)
struct Options {
  /// The addresses at which the server listens. Empty: TCP on a free port of the loopback, an
  /// abstract unix socket, and shared memory.
  std::vector<transport::Address> endpoints;
  /// The addresses at which the server receives datagrams. Empty: none.
  std::vector<transport::UdpAddress> datagram_endpoints;
  /// The addresses that references carry instead of those above. Port 0 stands for the port of the
  /// first endpoint of that transport. Empty: references carry the addresses above.
  std::vector<transport::TcpAddress> published_endpoints;
  std::vector<transport::TlsAddress> published_tls_endpoints;
  std::vector<transport::UdpAddress> published_datagram_endpoints;
  /// A part of the keys of persistent objects. Programs that use the same endpoint at different
  /// times, but have different objects, must have different names.
  std::string server_name;
  Threading threading = Threading::per_connection;
  Dispatch dispatch = Dispatch::lane;
  unsigned pool_threads = 8;
  os::ThreadTraits thread_traits;
  /// The watermarks of each lane and of the pool's queue.
  dispatch::Watermarks lane_watermarks;
  /// The watermarks of each connection's send queue (SYNC_NONE).
  dispatch::Watermarks send_watermarks{.high_messages = 1024, .low_messages = 512};

  /// How many asynchronous calls may be under way at once on a connection; AsyncWindow says what
  /// happens to one more.
  std::size_t async_calls = 256;

  SyncScope sync_scope = SyncScope::with_transport;
  Overflow overflow = Overflow::block;
  Nanoseconds timeout{0};
  /// How long a call to an object of this ORB waits if the object's POA manager holds requests and
  /// the call has no timeout. Zero: without a limit.
  Nanoseconds hold_timeout = std::chrono::seconds(10);
  bool ordered_delivery = false;
  bool private_connections = false;
  /// The order limits of each object whose adapter has none of its own; see ObjectPolicies.
  dispatch::SequencerLimits order_limits;
  Nanoseconds connect_timeout = std::chrono::seconds(5);
  /// How long a reply waits for a client that does not read; then the connection is closed. And how
  /// many bytes of such replies may wait, for all clients together: never less than
  /// max_message_size.
  Nanoseconds reply_timeout = std::chrono::seconds(10);
  std::size_t late_reply_bytes = 0;
  /// After how long the client, or the server, closes an idle connection; no request is lost
  /// (docs/understand/ordering.md). 0: never.
  Nanoseconds client_idle = std::chrono::seconds(120), server_idle = std::chrono::seconds(180);
  /// How long a server that has closed a connection waits for the client to end it, counted from
  /// the last byte that came. 0: without a limit.
  Nanoseconds server_drain = std::chrono::seconds(30);
  TransportChoice transport = TransportChoice::automatic;
  /// The certificates of this ORB, and when its client side uses TLS.
  security::TlsSettings tls;
  UseOfTls use_of_tls = UseOfTls::prefer;
  /// The files of rules that say which client may call what (security/rules_file.hpp): the first
  /// rule that fits decides, over the files in their order; where none fits, the default of the
  /// last file does. Empty: every client may call everything.
  std::vector<std::string> rules;
  /// The file in which the decisions of the rules are written. Empty: none.
  std::string audit;
  /// Other users of this machine, by unix sockets and shared memory.
  transport::LocalPeers local_peers;
  /// Empty: one-way calls are queued, two-way calls are direct.
  std::optional<Collocation> collocation;

  std::size_t max_message_size = giop::kDefaultMaxMessageSize;
  /// Limits of the values in a message.
  cdr::DecodeLimits decode_limits{.length = 64U << 20,
                                  .memory = kDecodedPerByte * giop::kDefaultMaxMessageSize};
  /// How many bytes of memory a message may take when it is decoded, for each byte of the message,
  /// unless another limit is set. An empty string takes 32 bytes of memory for 4 in the message.
  static constexpr std::size_t kDecodedPerByte = 8;
  /// For each connection: how many messages may be incomplete, and their bytes together.
  std::size_t max_fragmented_messages = 16;
  std::size_t max_fragmented_bytes = SIZE_MAX;  // but at most max_message_size
  /// The highest GIOP 1.x that this ORB offers and uses. It reads all versions that it supports.
  std::uint8_t giop_minor = giop::kHighestMinor;
  /// Larger messages of GIOP 1.2 are sent in fragments of so many bytes. 0: all are sent whole.
  std::size_t fragment_bytes = 0;
  /// The encoding of this program's strings. In ISO 8859-1 every octet is a character, so any
  /// octets may be sent in a sequence<char>.
  giop::NativeText native_text = giop::NativeText::latin1;
  std::size_t max_connections = 1024;
  /// The most connections of one peer. 0: the default, see peer_connection_limit().
  std::size_t max_peer_connections = 0;
  /// The most bytes of messages that have come in part, over all connections of a server. 0: the
  /// default, see unfinished_limit().
  std::size_t max_unfinished_bytes = 0;
  /// How long a client may send nothing before its first message, and inside a message for whose
  /// memory others wait. 0: without a limit.
  Nanoseconds message_timeout = std::chrono::seconds(10);

  /// For a peer on another machine, and a process on this one. By default half of the connections,
  /// so that no single peer takes all.
  [[nodiscard]] std::size_t peer_connection_limit() const noexcept {
    return max_peer_connections > 0 ? max_peer_connections
                                    : std::max<std::size_t>(max_connections / 2, 1);
  }
  /// For all programs of this machine that come over its loopback together: the ORB does not know
  /// which of them a connection is of.
  [[nodiscard]] std::size_t loopback_connection_limit() const noexcept {
    return max_peer_connections > 0 ? max_peer_connections : max_connections;
  }
  /// By default room for some messages of the largest size. Never less than one, so that each can
  /// become whole.
  [[nodiscard]] std::size_t unfinished_limit() const noexcept {
    constexpr std::size_t kMessages = 4;
    if (max_unfinished_bytes > 0) return std::max(max_unfinished_bytes, max_message_size);
    return max_message_size > SIZE_MAX / kMessages ? SIZE_MAX : kMessages * max_message_size;
  }

  [[nodiscard]] giop::ReassemblyLimits reassembly_limits() const noexcept {
    return {max_message_size, max_fragmented_messages, max_fragmented_bytes};
  }

  [[nodiscard]] std::size_t late_reply_limit() const noexcept {
    return std::max(late_reply_bytes, max_message_size);
  }

  Waiting waiting = Waiting::automatic;
  /// The traits of all connections. The ORB sets `poll_time` from `waiting` when it starts.
  transport::ConnectionTraits connection_traits;
  /// Auto mode sets those to false that the machine does not have.
  LocalTransports local_transports;
  /// The options that were given, with their values as written ("-ORBlaneDepth", "64"). Auto mode
  /// does not change them, and says so in its choices.
  std::map<std::string, std::string, std::less<>> given;
  /// Whether each choice (choice.hpp) is logged when it is made.
  bool explain = false;
  Trace trace;
  TellClients tell_clients = TellClients::automatic;
  /// After how long the log names the cause of a wait that may never end: requests at a POA
  /// manager, clients of an ORB that does not serve, a call to a server that sends nothing. Zero:
  /// never.
  Nanoseconds wait_warning = std::chrono::seconds(1);
  /// After how long the log says what a call without a timeout waits for. Zero: never.
  Nanoseconds wait_report = std::chrono::seconds(10);
};

}  // namespace orbweaver::wire
