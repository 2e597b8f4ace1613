// SPDX-License-Identifier: Apache-2.0
// The choices that a program makes for calls, objects and connections, and how they combine.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <optional>

namespace orbweaver::wire {

/// When a one-way call returns. CORBA Messaging::SyncScope; the values are those of the
/// specification.
enum class SyncScope : short {
  none = 0,            // once the request is in the connection's bounded send queue
  with_transport = 1,  // once the transport has taken it
  with_server = 2,     // once the server's ORB has validated and accepted it
  with_target = 3,     // once the servant has returned
};

/// How a connection treats a new message (SyncScope::none) when its send queue is full. References
/// that share a connection may have different settings; the one of the new message counts.
enum class Overflow {
  block,        // the caller waits for room, up to its timeout
  fail,         // the call fails with TRANSIENT
  drop_oldest,  // the oldest waiting message that was sent with drop_oldest, too, is dropped and
                // counted; if there is none, the caller waits
};

/// Which thread runs a request of an object. Chosen when the object is activated; an extension of
/// Orbweaver.
enum class Dispatch {
  connection,  // the thread that has read it
  pool,        // any pool thread: requests may overtake each other
  lane,        // pool threads, one request of an object at a time, in order
};

/// Which threads read connections.
enum class Threading {
  per_connection,  // a thread for each
  pool,            // a few threads for all
};

/// How a call to an object of the same ORB is made.
enum class Collocation {
  direct,  // a plain call in the caller's thread
  queued,  // into the object's lane, without marshalling
  off,     // as if the object were remote
};

/// Which transport to use if a server offers several.
/// automatic: on the same host shared memory, else the unix socket, else TLS, else TCP; see
/// UseOfTls.
/// udp: one-way requests without a reply are sent as datagrams if the server offers it; all other
/// requests as with automatic.
enum class TransportChoice { automatic, shm, unix_socket, tls, tcp, udp };

/// When a client uses TLS. Shared memory and unix sockets need none: the system names the peer.
enum class UseOfTls {
  require,  // a call over the network is made by TLS, or fails
  prefer,   // by TLS where the reference offers it and this side has trusted authorities; such a
            // server is never called by plain TCP instead
  off,      // never
};

/// The transports between processes of one machine. A machine may not have them, as in a sandbox.
struct LocalTransports {
  bool shm = true;  // this process can make shared memory; another process may use it in any case
  bool unix_socket = true;
};

/// How a thread waits for a peer.
enum class Waiting {
  automatic,  // what suits the machine
  look,       // polls for a while if that was of use lately, then blocks
  block,      // blocks at once
};

/// When a call of a two-way operation that returns nothing is sent like a one-way, without
/// response_expected. The DII has the same choice: INV_NO_RESPONSE, CORBA 3.3 Part 1, 11.2.2.
enum class NoResponse {
  never,       // the client waits for each reply
  if_ordered,  // where the server promises order and flow control (giop::kTagKeepsOrder)
  always,      // whatever the server promises
};

/// Overrides of the client side. An empty value is taken from the next level: first the reference,
/// then the thread, then the ORB.
struct CallPolicies {
  std::optional<SyncScope> sync_scope;
  std::optional<Nanoseconds> timeout;  // RelativeRoundtripTimeout; zero: no limit
  std::optional<Overflow> overflow;
  /// OrderedDelivery: each request has its number in the reference's series. The server calls the
  /// servant in that order, whatever threads and connections the requests come through.
  std::optional<bool> ordered_delivery;
  /// PrivateConnection: no other reference uses the connection of this one.
  std::optional<bool> private_connection;
  /// How a call to an object of this ORB is made; for a reference or a thread. Empty: as the ORB's
  /// options say.
  std::optional<Collocation> collocation = {};
  /// The setting of the reference or the thread. Empty: the ORB's counts.
  std::optional<NoResponse> no_response = {};

  /// These policies; those that are empty are taken from `weaker`.
  [[nodiscard]] CallPolicies over(const CallPolicies& weaker) const noexcept {
    return {sync_scope ? sync_scope : weaker.sync_scope,
            timeout ? timeout : weaker.timeout,
            overflow ? overflow : weaker.overflow,
            ordered_delivery ? ordered_delivery : weaker.ordered_delivery,
            private_connection ? private_connection : weaker.private_connection,
            collocation ? collocation : weaker.collocation,
            no_response ? no_response : weaker.no_response};
  }
};

/// The overrides of the calling thread (CORBA::PolicyCurrent).
[[nodiscard]] CallPolicies& thread_policies() noexcept;

}  // namespace orbweaver::wire
