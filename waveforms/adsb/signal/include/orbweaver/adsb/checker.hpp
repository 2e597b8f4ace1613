// SPDX-License-Identifier: Apache-2.0
// The frame checker: decides by parity which candidates are frames, and decodes them. No bit is
// ever corrected. It remembers the aircraft of the last minute of samples: formats whose parity
// hides the address count only for those, and a position needs the last even and odd report of its
// aircraft.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include <orbweaver/adsb/frame.hpp>

namespace orbweaver::adsb {

/// What became of each candidate; the members add up to the candidates given.
struct CheckerCounts {
  std::array<std::uint64_t, kAcceptanceRules> accepted{};  ///< by Acceptance
  std::uint64_t refused = 0;      ///< parity fails, or the address was not seen before
  std::uint64_t duplicate = 0;    ///< a second slice of a transmission already accepted
  std::uint64_t unsupported = 0;  ///< a downlink format or length that no rule covers

  [[nodiscard]] std::uint64_t frames() const { return accepted[0] + accepted[1] + accepted[2]; }
  bool operator==(const CheckerCounts&) const = default;
};

/// One position report, still in its compact form.
struct PositionReport {
  std::uint64_t sample = 0;
  std::uint32_t latitude = 0;
  std::uint32_t longitude = 0;
};

class FrameChecker {
 public:
  /// The frame, or nothing if the candidate is none or repeats the one before.
  /// Order: candidates come by rising sample. Memory is bounded whatever they contain.
  [[nodiscard]] std::optional<Frame> check(const Candidate& candidate);

  [[nodiscard]] const CheckerCounts& counts() const { return counts_; }

 private:
  struct Aircraft {
    std::uint64_t last_sample = 0;
    std::optional<PositionReport> even;
    std::optional<PositionReport> odd;
  };

  [[nodiscard]] std::optional<Frame> accept(const Candidate& candidate) const;
  [[nodiscard]] bool was_seen(std::uint32_t icao, std::uint64_t sample) const;
  [[nodiscard]] bool repeats_the_last(const Candidate& candidate) const;
  void remember(const Frame& frame);
  void forget_old(std::uint64_t sample);
  void locate(Frame& frame);

  std::unordered_map<std::uint32_t, Aircraft> aircraft_;
  std::optional<std::uint64_t> last_accepted_;
  CheckerCounts counts_;
};

}  // namespace orbweaver::adsb
