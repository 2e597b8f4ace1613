// SPDX-License-Identifier: Apache-2.0
#include "loss_lines.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>

namespace orbweaver::component {

namespace {

using packets::Loss;

std::string packets_of(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " packet" : " packets");
}

/// "2 refused, 1 dead"
std::string by_cause(const packets::Losses& lost) {
  std::string text;
  for (std::size_t i = 0; i < packets::kLosses; ++i) {
    const auto loss = static_cast<Loss>(i);
    if (lost.of(loss) == 0 || loss == Loss::left) continue;
    text += (text.empty() ? "" : ", ") + std::to_string(lost.of(loss)) + " " +
            std::string{packets::name_of(loss)};
  }
  return text;
}

std::string fix_of(const packets::Losses& lost, const MessagingChoice& choice) {
  if (lost.of(Loss::refused) > 0)
    return "; if a packet is too large for it, send smaller ones, or raise --orb maxMessageSize";
  if (lost.of(Loss::dead) > 0)
    return "; what takes no packet for call_timeout_ms, " + std::to_string(choice.call_timeout_ms) +
           ", is dead: see what holds it up, or raise call_timeout_ms";
  return {};
}

}  // namespace

std::string named(std::string_view connection, std::string_view port) {
  return "'" + std::string{connection} + "' of port '" + std::string{port} + "'";
}

std::uint64_t lost_by(const packets::ConnectionStatistics& connection) noexcept {
  return connection.lost.all() - connection.lost.of(Loss::left);
}

std::string line_of_losses(std::string_view port, const packets::ConnectionStatistics& connection,
                           const MessagingChoice& choice) {
  const auto lost = lost_by(connection);
  auto line = "the connection " + named(connection.connection, port) + " lost " +
              std::to_string(lost) + " of " + packets_of(lost + connection.flow.packets) + ": " +
              by_cause(connection.lost);
  if (!connection.why.empty()) line += " (" + connection.why + ")";
  return line + fix_of(connection.lost, choice);
}

std::string line_of_missing(std::string_view port, std::uint64_t missing) {
  return packets_of(missing) + " did not come to port '" + std::string{port} +
         "', though its senders sent them: a program on the way refused or lost them; its log says "
         "why";
}

std::string line_of_stall(const MessagingChoice& choice) {
  const auto seconds = std::chrono::duration<double>(choice.stall_timeout()).count();
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", seconds);
  return "process() has been at one packet for " + std::string{text.data()} +
         " s, so that the run would not end: see what it waits for, or raise call_timeout_ms, " +
         std::to_string(choice.call_timeout_ms);
}

std::string line_of_lost_end(std::string_view connection, std::string_view port,
                             const std::string& why, const MessagingChoice& choice) {
  return "the connection " + named(connection, port) + " does not take the end of the stream" +
         (why.empty() ? "" : " (" + why + ")") +
         ", so that the run would not end: see what holds its destination up, or raise "
         "call_timeout_ms, " +
         std::to_string(choice.call_timeout_ms);
}

}  // namespace orbweaver::component
