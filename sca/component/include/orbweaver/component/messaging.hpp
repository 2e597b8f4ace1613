// SPDX-License-Identifier: Apache-2.0
// How a component's ports send and receive: properties that each component has, so that any domain
// can set them. All but log_level are execute parameters, as ports are made before the component is
// configured.
//
//   messaging        string    oneway, oneway-worker, twoway, twoway-worker, ordered (default)
//   sync             string    none, transport (default), server, target: when a call without a
//                              reply returns; only with uses ports
//   queue_depth      ulong     packets that wait in each provides port in the modes with a worker,
//                              or that are in a parallel component; only with provides ports
//   call_timeout_ms  ulong     a destination that takes no packet for this long is dead; so long is
//                              waited for packets that the end overtook. 0: no limit for the first,
//                              5 s for the second
//   parallel         ulong     threads that process at once, and one more that hands on in order;
//                              0: none; only without state
//   explain          boolean   the result line says what the ORB chose, and why
//   connections      string    what single ports and connections do otherwise (connections.hpp)
//   log_level        string    debug, info (default), warning, error, off: of log() (logger.hpp);
//                              while the component runs, too
#pragma once
#include <orbweaver/component/definitions.hpp>
#include <orbweaver/component/stream_parts.hpp>
#include <orbweaver/ports/provides_port.hpp>
#include <orbweaver/ports/uses_port.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace orbweaver::component {

/// The facts about a class on which the set of these properties depends.
struct MessagingShape {
  bool has_inputs = false, has_outputs = false;
  State state = State::kept;
  std::string_view connections = {};  // the default of the property; outlives the shape
};

[[nodiscard]] Definitions messaging_properties(const MessagingShape& shape);
/// The component's own properties, followed by those of messaging.
[[nodiscard]] Definitions with_messaging(Definitions own, const MessagingShape& shape);
/// The sync scope that the property `sync` spells so; nothing for any other text.
[[nodiscard]] std::optional<::Messaging::SyncScope> scope_named(std::string_view name) noexcept;

struct MessagingChoice {
  static constexpr Nanoseconds kEndTimeout = std::chrono::seconds(5);

  ports::Messaging mode = ports::Messaging::ordered;
  ::Messaging::SyncScope sync = ::Messaging::SYNC_WITH_TRANSPORT;
  std::size_t queue_depth = 64;
  std::uint32_t call_timeout_ms = 5000;
  unsigned parallel = 0;
  bool explain = false;
  std::string connections;  ///< for ConnectionChoices

  /// Whether packets of a connection come in the order in which they were sent.
  [[nodiscard]] bool keeps_order() const noexcept {
    return mode != ports::Messaging::oneway && mode != ports::Messaging::oneway_worker;
  }
  [[nodiscard]] bool has_worker() const noexcept {
    return mode == ports::Messaging::oneway_worker || mode == ports::Messaging::twoway_worker;
  }
  /// How long the end of the stream waits for packets that it overtook.
  [[nodiscard]] Nanoseconds end_timeout() const noexcept {
    return call_timeout_ms == 0 ? kEndTimeout
                                : Nanoseconds{std::chrono::milliseconds(call_timeout_ms)};
  }
  /// How long the end of the stream waits for a destination that is dead, before the run is given
  /// up.
  [[nodiscard]] Nanoseconds stall_timeout() const noexcept { return 3 * end_timeout(); }
  [[nodiscard]] ports::ConnectionOptions sending() const;
  /// The options of provides ports. A parallel component has no queue in front of it, as its window
  /// holds the packets.
  [[nodiscard]] ports::ProvidesOptions receiving() const;
};

/// Reads the properties. A property that the component does not have has its default.
[[nodiscard]] MessagingChoice messaging_of(const resource::PropertyStore& properties);

}  // namespace orbweaver::component
