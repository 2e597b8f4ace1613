// How a uses port calls one of its destinations.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/packets/destination.hpp>

#include <optional>
#include <string_view>

namespace orbweaver::ports {

/// The messaging mode of a connection. The lab's modes of the same names: the sender's side decides
/// whether a call waits for its reply; whether the receiver has a worker is the receiver's choice
/// (ProvidesOptions::depth).
enum class Messaging {
  twoway,         ///< waits for the reply
  twoway_worker,  ///< the same: the receiver replies when the packet is in its queue
  oneway,         ///< waits for no reply, whatever the receiver promises: order may be lost
  oneway_worker,  ///< the same
  ordered,        ///< waits for no reply where the receiver's ORB keeps order; else as twoway
};

/// "ordered"; as options spell it.
[[nodiscard]] std::string_view name_of(Messaging messaging) noexcept;
/// Nothing for any other text.
[[nodiscard]] std::optional<Messaging> messaging_of(std::string_view name) noexcept;

/// What a uses port says of a packet beside the call, by itself. Other ORBs ignore it. Metadata are sent
/// always: they go only where a user gave them.
enum class Stamps {
  sent,     ///< its number and, of most, its times: 32 or 72 octets
  omitted,  ///< nothing, for slow links: the receiver knows neither what is missing nor how old it is
};

/// Plain values, read when a connection is made.
struct ConnectionOptions {
  /// The default of `send_timeout`.
  static constexpr Nanoseconds kSendTimeout = std::chrono::seconds(10);

  Messaging messaging = Messaging::ordered;  ///< whether calls wait for replies
  /// When a call without a reply returns.
  ::Messaging::SyncScope sync = ::Messaging::SYNC_WITH_TRANSPORT;
  /// A destination that takes no packet for this long is dead. 0: it may take any time. It begins
  /// when the packet is sent to this destination: those that work in one thread share it.
  Nanoseconds send_timeout = kSendTimeout;
  /// Waits for the reply of this destination before the packet goes to the next one. For those that
  /// call each other while they work, or whose order matters.
  bool awaits_before_next = false;
  /// The connection shares no transport connection with others, so that a slow object of the same
  /// server does not hold it up.
  bool is_private = true;
  Stamps stamps = Stamps::sent;  ///< what goes with each packet besides the samples
  /// Its queue, lifespan and deadline.
  packets::ConnectionSettings queue = {};
};

/// A connection with an id that begins so is a tap: someone looks at the samples, and the radio must not
/// notice. It has tap_options(), whatever the port's options say.
inline constexpr std::string_view kTapPrefix = "tap:";
/// Whether the id begins with kTapPrefix.
[[nodiscard]] bool is_tap(std::string_view id) noexcept;
/// A queue that drops the oldest packet; what has not answered for five seconds is disconnected.
[[nodiscard]] ConnectionOptions tap_options();

/// What a reference must have, so that calls through it are as `options` say.
[[nodiscard]] CORBA::PolicyList policies_of(const ConnectionOptions& options);

}  // namespace orbweaver::ports
