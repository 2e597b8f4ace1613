// SPDX-License-Identifier: Apache-2.0
// The lines of a component about packets that did not arrive, with their remedies.
#pragma once
#include <orbweaver/component/messaging.hpp>
#include <orbweaver/packets/statistics.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace orbweaver::component {

/// "'c1' of port 'out'"
[[nodiscard]] std::string named(std::string_view connection, std::string_view port);

/// How many packets the connection lost while it was one: what waited when it ended is none of
/// them.
[[nodiscard]] std::uint64_t lost_by(const packets::ConnectionStatistics& connection) noexcept;
/// Requires: the connection of the uses port lost packets.
[[nodiscard]] std::string line_of_losses(std::string_view port,
                                         const packets::ConnectionStatistics& connection,
                                         const MessagingChoice& choice);
/// The line about packets that were sent to a provides port and did not come.
[[nodiscard]] std::string line_of_missing(std::string_view port, std::uint64_t missing);
[[nodiscard]] std::string line_of_stall(const MessagingChoice& choice);
[[nodiscard]] std::string line_of_lost_end(std::string_view connection, std::string_view port,
                                           const std::string& why, const MessagingChoice& choice);

}  // namespace orbweaver::component
