// SPDX-License-Identifier: Apache-2.0
// How a uses port calls one of its destinations.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/packets/destination.hpp>

#include <optional>
#include <string_view>

namespace orbweaver::ports {

/// The messaging mode of a connection; the lab's modes have the same names. The uses port decides
/// whether a call waits for its reply. The provides port decides whether it has a worker, by the
/// depth of its queue (ProvidesOptions::queue).
enum class Messaging {
  twoway,         ///< waits for the reply
  twoway_worker,  ///< as twoway; the receiver replies when the packet is in its queue
  oneway,         ///< waits for no reply, whatever the receiver promises: order may be lost
  oneway_worker,  ///< as oneway; the receiver has a queue
  ordered,        ///< waits for no reply where the receiver's ORB keeps order; else as twoway
};

/// The mode as options spell it, such as "twoway-worker".
[[nodiscard]] std::string_view name_of(Messaging messaging) noexcept;
/// The mode that options spell so; nothing for any other text.
[[nodiscard]] std::optional<Messaging> messaging_of(std::string_view name) noexcept;

/// Whether a uses port sends a stamp with each call. Other ORBs ignore it. Metadata of a packet are
/// always sent, whatever is chosen here.
enum class Stamps {
  sent,     ///< the number of the packet and mostly its times: 32 or 72 octets
  omitted,  ///< no stamp, for slow links: the receiver knows neither losses nor the age of packets
};

/// Plain values, read when a connection is made.
struct ConnectionOptions {
  /// The default of `send_timeout`.
  static constexpr Nanoseconds kSendTimeout = std::chrono::seconds(10);

  Messaging messaging = Messaging::ordered;  ///< whether calls wait for replies
  /// When a call without a reply returns.
  ::Messaging::SyncScope sync = ::Messaging::SYNC_WITH_TRANSPORT;
  /// A destination that does not take a packet for this long counts as dead. 0: no limit. The time
  /// begins when the packet is sent to this destination; destinations whose servants run in one
  /// thread share it.
  Nanoseconds send_timeout = kSendTimeout;
  /// The port waits for this destination's reply before it sends the packet to the next
  /// destination. For destinations that call each other while they process a packet, or that have
  /// to process it one after the other.
  bool awaits_before_next = false;
  /// The connection shares no transport connection with others, so that a slow object of the same
  /// server does not hold it up.
  bool is_private = true;
  Stamps stamps = Stamps::sent;  ///< whether a stamp goes with each packet
  /// The queue, lifespan and deadline of the connection.
  packets::ConnectionSettings queue = {};
};

/// A connection whose id begins so is a tap: its receiver looks at the samples, and must not slow
/// the radio down. It has tap_options(), whatever the port's options say.
inline constexpr std::string_view kTapPrefix = "tap:";
/// Whether the id begins with kTapPrefix.
[[nodiscard]] bool is_tap(std::string_view id) noexcept;
/// A queue that drops the oldest packet. A receiver that does not answer for five seconds is
/// disconnected.
[[nodiscard]] ConnectionOptions tap_options();

/// The policies of a reference whose calls are as `options` say.
[[nodiscard]] CORBA::PolicyList policies_of(const ConnectionOptions& options);

}  // namespace orbweaver::ports
