// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/truth.hpp>

#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace orbweaver::ax25 {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

std::optional<std::vector<std::uint8_t>> from_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::vector<std::uint8_t> octets;
  for (std::size_t k = 0; k < text.size(); k += 2) {
    const auto high = kDigits.find(text[k]);
    const auto low = kDigits.find(text[k + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    octets.push_back(static_cast<std::uint8_t>(high << 4U | low));
  }
  return octets;
}

std::optional<Transmission> parse_line(const std::string& text) {
  const auto line = nlohmann::json::parse(text, nullptr, false);
  if (!line.is_object() || !line.contains("octets") || !line["octets"].is_string() ||
      !line.contains("channel_hz") || !line["channel_hz"].is_number()) {
    return std::nullopt;
  }
  auto octets = from_hex(line["octets"].get<std::string>());
  if (!octets) return std::nullopt;
  return Transmission{.channel_hz = line["channel_hz"], .octets = *std::move(octets)};
}

}  // namespace

std::expected<std::vector<Transmission>, std::string> read_truth(
    const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) {
    return std::unexpected(fmt::format(
        "{}: cannot be read; give the .sent.jsonl beside a generated recording", path.string()));
  }
  std::vector<Transmission> all;
  for (std::string text; std::getline(file, text);) {
    auto sent = parse_line(text);
    if (!sent) {
      return std::unexpected(
          fmt::format("{}: line {} is no line of ax25-generate; give the .sent.jsonl that it wrote",
                      path.string(), all.size() + 1));
    }
    all.push_back(*std::move(sent));
  }
  return all;
}

Verdict compare(std::span<const Transmission> sent, double channel_hz,
                std::span<const HeardFrame> heard) {
  std::map<std::vector<std::uint8_t>, std::size_t> left;
  Verdict verdict;
  for (const auto& transmission : sent) {
    if (transmission.channel_hz != channel_hz) continue;
    ++left[transmission.octets];
    ++verdict.sent;
  }
  for (const auto& heard_frame : heard) {
    const auto found = left.find(heard_frame.octets);
    const bool is_sent = found != left.end() && found->second > 0;
    if (is_sent) --found->second;
    ++(is_sent ? verdict.received : verdict.others);
  }
  return verdict;
}

}  // namespace orbweaver::ax25
