// The choices that a user makes for calls, objects and connections, and how they combine.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <optional>

namespace orbweaver::wire {

/// When a one-way call returns. CORBA Messaging::SyncScope; the values are those of the
/// specification.
enum class SyncScope : short {
  none = 0,            // once the request is in the connection's bounded send queue
  with_transport = 1,  // once the transport took it
  with_server = 2,     // once the server's ORB validated and accepted it
  with_target = 3,     // once the servant returned
};

/// What becomes of a message (SyncScope::none) that finds its connection's send queue full. That of
/// the message that comes decides; references that share a connection may differ.
enum class Overflow {
  block,        // the caller waits for room, up to its timeout
  fail,         // the call fails with TRANSIENT
  drop_oldest,  // the oldest that waits and was itself sent with drop_oldest is dropped, and
                // counted; if there is none, the caller waits
};

/// Which thread runs a request of an object (Orbweaver's own; chosen when the object is activated).
enum class Dispatch {
  connection,  // the thread that read it
  pool,        // any pool thread: requests may overtake each other
  lane,        // pool threads, one request of an object at a time, in order
};

/// Which threads read connections.
enum class Threading {
  per_connection,  // a thread for each
  pool,            // a few threads for all
};

/// What a call to an object of the same ORB becomes.
enum class Collocation {
  direct,  // a plain call in the caller's thread
  queued,  // into the object's lane, without marshalling
  off,     // as if the object were remote
};

/// Which way to a server that offers several. automatic: on the same host shared memory, then the
/// unix socket, then TCP. udp: one-way requests that want no reply go as datagrams where the server
/// offers that, all others as with automatic.
enum class TransportChoice { automatic, shm, unix_socket, tcp, udp };

/// Transports between processes of one machine that it may not have, as in a sandbox.
struct LocalTransports {
  bool shm = true;  // this process can make memory for it; another may all the same
  bool unix_socket = true;
};

/// What a thread that waits for a peer does.
enum class Waiting {
  automatic,  // what suits the machine
  look,       // looks a while where that was of use lately, then blocks
  block,      // blocks at once
};

/// Overrides of the client side. What is empty is taken from the next: reference, then thread, then
/// ORB.
struct CallPolicies {
  std::optional<SyncScope> sync_scope;
  std::optional<Nanoseconds> timeout;  // RelativeRoundtripTimeout; zero: no limit
  std::optional<Overflow> overflow;
  /// OrderedDelivery: requests carry their place in the reference's stream, and the server hands
  /// them to the servant in that order, whichever threads and connections they come through.
  std::optional<bool> ordered_delivery;
  /// PrivateConnection: the reference shares its connection with no other.
  std::optional<bool> private_connection;
  /// What a call to an object of this ORB becomes; of the reference or thread. Empty: as the ORB's
  /// options say.
  std::optional<Collocation> collocation = {};

  /// These policies, with `weaker` where they say nothing.
  [[nodiscard]] CallPolicies over(const CallPolicies& weaker) const noexcept {
    return {sync_scope ? sync_scope : weaker.sync_scope,
            timeout ? timeout : weaker.timeout,
            overflow ? overflow : weaker.overflow,
            ordered_delivery ? ordered_delivery : weaker.ordered_delivery,
            private_connection ? private_connection : weaker.private_connection,
            collocation ? collocation : weaker.collocation};
  }
};

/// The overrides of the calling thread (CORBA::PolicyCurrent).
[[nodiscard]] CallPolicies& thread_policies() noexcept;

}  // namespace orbweaver::wire
