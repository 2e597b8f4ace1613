// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/checker.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

#include <orbweaver/adsb/crc.hpp>
#include <orbweaver/adsb/samples.hpp>

#include "bit_field.hpp"
#include "compact_position.hpp"
#include "fields.hpp"

namespace orbweaver::adsb {
namespace {

constexpr std::uint64_t kRememberSamples = std::uint64_t{60} * kSampleRateHz;
constexpr std::uint64_t kPositionPairSamples = std::uint64_t{10} * kSampleRateHz;
// No two transmissions that begin within half a preamble of each other can both be read.
constexpr std::uint64_t kSameTransmissionSamples = 8;
constexpr std::size_t kMostAircraft = 4096;
// Code label 0 carries interrogator codes 0 to 15; labels 1 to 4 carry surveillance codes 1 to 63.
constexpr std::uint32_t kInterrogatorCodes = 80;

std::uint64_t distance(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

}  // namespace

std::optional<Frame> FrameChecker::check(const Candidate& candidate) {
  const unsigned format = downlink_format(candidate.octets);
  if (!is_known_format(format) || candidate.length != frame_octets(format)) {
    ++counts_.unsupported;
    return std::nullopt;
  }
  if (repeats_the_last(candidate)) {
    ++counts_.duplicate;
    return std::nullopt;
  }
  auto frame = accept(candidate);
  if (!frame) {
    ++counts_.refused;
    return std::nullopt;
  }
  ++counts_.accepted[std::to_underlying(frame->acceptance)];
  last_accepted_ = candidate.sample;
  remember(*frame);
  decode_fields(*frame);
  locate(*frame);
  return frame;
}

std::optional<Frame> FrameChecker::accept(const Candidate& candidate) const {
  const std::uint32_t residual =
      parity_residual(std::span(candidate.octets).first(candidate.length));
  Frame frame;
  frame.raw = candidate;
  frame.format = downlink_format(candidate.octets);
  frame.icao = bit_field(candidate.octets, 9, 24);
  const bool has_plain_parity = frame.format == 17 || frame.format == 18;

  if (frame.format == 11 && residual != 0 && residual < kInterrogatorCodes) {
    frame.acceptance = Acceptance::interrogator;
  } else if (frame.format != 11 && !has_plain_parity) {
    frame.acceptance = Acceptance::address;
    frame.icao = residual;
  } else {
    if (residual != 0) return std::nullopt;
    return frame;
  }
  if (!was_seen(frame.icao, candidate.sample)) return std::nullopt;
  return frame;
}

bool FrameChecker::was_seen(std::uint32_t icao, std::uint64_t sample) const {
  const auto found = aircraft_.find(icao);
  return found != aircraft_.end() &&
         distance(sample, found->second.last_sample) <= kRememberSamples;
}

bool FrameChecker::repeats_the_last(const Candidate& candidate) const {
  return last_accepted_ && distance(candidate.sample, *last_accepted_) < kSameTransmissionSamples;
}

void FrameChecker::remember(const Frame& frame) {
  if (!shows_address(frame)) return;
  if (aircraft_.size() >= kMostAircraft && !aircraft_.contains(frame.icao)) {
    forget_old(frame.raw.sample);
  }
  aircraft_[frame.icao].last_sample = frame.raw.sample;
}

void FrameChecker::forget_old(std::uint64_t sample) {
  std::erase_if(aircraft_, [sample](const auto& entry) {
    return distance(sample, entry.second.last_sample) > kRememberSamples;
  });
  if (aircraft_.size() < kMostAircraft) return;
  aircraft_.erase(std::ranges::min_element(
      aircraft_, {}, [](const auto& entry) { return entry.second.last_sample; }));
}

void FrameChecker::locate(Frame& frame) {
  const auto reported = reported_position(frame);
  const auto found = aircraft_.find(frame.icao);
  if (!reported || found == aircraft_.end()) return;
  Aircraft& aircraft = found->second;
  auto& mine = reported->parity == Parity::even ? aircraft.even : aircraft.odd;
  mine = {frame.raw.sample, reported->compact.latitude, reported->compact.longitude};
  if (!aircraft.even || !aircraft.odd) return;
  const auto& [even_at, even_latitude, even_longitude] = *aircraft.even;
  const auto& [odd_at, odd_latitude, odd_longitude] = *aircraft.odd;
  if (distance(even_at, odd_at) > kPositionPairSamples) return;
  frame.position =
      position_of({even_latitude, even_longitude}, {odd_latitude, odd_longitude}, reported->parity);
}

}  // namespace orbweaver::adsb
