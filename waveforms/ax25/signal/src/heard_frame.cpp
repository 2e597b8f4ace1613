// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/heard_frame.hpp>

#include "network_order.hpp"

namespace orbweaver::ax25 {
namespace {

constexpr std::size_t kTime = 8;
constexpr std::size_t kFrameHeader = kTime + 1 + 2;
constexpr std::size_t kFindingsHeader = 1 + kTime;

bool has_fitting_length(std::size_t octets) {
  return octets >= kLeastFrameOctets && octets <= kMostFrameOctets;
}

}  // namespace

void append_octets(std::vector<std::uint8_t>& octets, std::span<const HeardFrame> frames) {
  for (const auto& frame : frames) {
    append_number<kTime>(octets, frame.time_ns);
    octets.push_back(frame.slicers);
    append_number<2>(octets, frame.octets.size());
    octets.insert(octets.end(), frame.octets.begin(), frame.octets.end());
  }
}

void append_octets(std::vector<std::uint8_t>& octets, const Findings& findings) {
  octets.push_back(findings.slicer);
  append_number<kTime>(octets, findings.reached_ns);
  append_octets(octets, findings.frames);
}

std::optional<std::vector<HeardFrame>> read_frames(std::span<const std::uint8_t> octets) {
  std::vector<HeardFrame> frames;
  while (!octets.empty()) {
    if (octets.size() < kFrameHeader) return std::nullopt;
    const auto length = static_cast<std::size_t>(number_in(octets.subspan(kTime + 1, 2)));
    if (!has_fitting_length(length) || octets.size() < kFrameHeader + length) return std::nullopt;
    const auto content = octets.subspan(kFrameHeader, length);
    frames.push_back(
        {number_in(octets.first(kTime)), octets[kTime], {content.begin(), content.end()}});
    octets = octets.subspan(kFrameHeader + length);
  }
  return frames;
}

std::optional<Findings> read_findings(std::span<const std::uint8_t> octets) {
  if (octets.size() < kFindingsHeader || octets[0] >= kMostSlicers) return std::nullopt;
  auto frames = read_frames(octets.subspan(kFindingsHeader));
  if (!frames) return std::nullopt;
  return Findings{octets[0], number_in(octets.subspan(1, kTime)), *std::move(frames)};
}

}  // namespace orbweaver::ax25
