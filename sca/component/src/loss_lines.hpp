// SPDX-License-Identifier: Apache-2.0
// Makes the lines of a component about packets that did not arrive, with their remedies.
#pragma once
#include <orbweaver/component/messaging.hpp>
#include <orbweaver/packets/statistics.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace orbweaver::component {

/// "'c1' of port 'out'"
[[nodiscard]] std::string named(std::string_view connection, std::string_view port);

/// Returns how many packets the connection lost, without those that waited when it ended.
[[nodiscard]] std::uint64_t lost_by(const packets::ConnectionStatistics& connection) noexcept;
/// Requires: the connection of the uses port lost packets.
[[nodiscard]] std::string line_of_losses(std::string_view port,
                                         const packets::ConnectionStatistics& connection,
                                         const MessagingChoice& choice);
/// Returns the line about packets that were sent to a provides port and did not arrive.
[[nodiscard]] std::string line_of_missing(std::string_view port, std::uint64_t missing);
[[nodiscard]] std::string line_of_stall(const MessagingChoice& choice);
[[nodiscard]] std::string line_of_lost_end(std::string_view connection, std::string_view port,
                                           const std::string& why, const MessagingChoice& choice);

}  // namespace orbweaver::component
