// SPDX-License-Identifier: Apache-2.0
// Which station sends what, when and how.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <orbweaver/ax25/generator.hpp>
#include <orbweaver/ax25/heard_frame.hpp>
#include <orbweaver/ax25/plan.hpp>

#include "emphasis.hpp"
#include "keying.hpp"
#include "stations.hpp"

namespace orbweaver::ax25 {
namespace {

using Complaint = std::unexpected<std::string>;

constexpr double kShortestGap = 0.05;
constexpr double kLongestGap = 0.25;
constexpr std::size_t kMostFrames = 10'000;
constexpr std::size_t kMostStations = 1000;

bool in_order(double low, double value, double high) {
  return low <= value && value <= high;  // false for NaN too
}

std::string complaint_about(const GeneratorPlan& plan) {
  if (plan.frames < 1 || plan.frames > kMostFrames) {
    return fmt::format("{} frames: give 1 to {}", plan.frames, kMostFrames);
  }
  if (plan.stations < 1 || plan.stations > kMostStations) {
    return fmt::format("{} stations: give 1 to {}", plan.stations, kMostStations);
  }
  if (!in_order(0, plan.noise, 1)) return "noise must lie between 0 and 1";
  if (!in_order(0, plan.overlap, 1)) return "overlap must lie between 0 and 1";
  if (!in_order(0, plan.twist_db, kMostTwistDb)) {
    return fmt::format("twist must lie between 0 and {} dB", kMostTwistDb);
  }
  if (!in_order(0, plan.frequency_error_hz, 3000)) {
    return "the error of the carrier must lie between 0 and 3000 Hz";
  }
  if (!in_order(500, plan.deviation_hz, 5000)) return "deviation must lie between 500 and 5000 Hz";
  if (!in_order(0.001, plan.weakest, plan.strongest) || !in_order(0, plan.strongest, 1)) {
    return "amplitudes must lie between 0.001 and 1, the weakest first";
  }
  if (plan.channels_hz.empty()) return "no channel: give at least one";
  const auto has_fitting_length = [](const auto& octets) {
    return octets.size() >= kLeastFrameOctets && octets.size() <= kMostFrameOctets;
  };
  if (!std::ranges::all_of(plan.content, has_fitting_length)) {
    return fmt::format("a frame to send has less than {} or more than {} octets", kLeastFrameOctets,
                       kMostFrameOctets);
  }
  for (const double channel : plan.channels_hz) {
    const auto new_plan = make_plan({plan.sample_rate_hz, channel});
    if (!new_plan) return new_plan.error();
  }
  return {};
}

class Planner {
 public:
  explicit Planner(const GeneratorPlan& plan)
      : plan_(plan), random_(plan.seed), free_from_s_(plan.channels_hz.size(), 0.0) {
    for (std::size_t k = 0; k < plan.stations; ++k) stations_.push_back(make_up_station());
  }

  std::vector<Transmission> all() {
    const std::size_t count = plan_.content.empty() ? plan_.frames : plan_.content.size();
    for (std::size_t number = 0; number < count; ++number) add(number);
    std::ranges::stable_sort(made_, {}, &Transmission::start_s);
    return std::move(made_);
  }

 private:
  Station make_up_station() {
    Station station;
    station.address = make_up_address(random_);
    station.amplitude = random_.between(plan_.weakest, plan_.strongest);
    station.frequency_error_hz =
        random_.between(-plan_.frequency_error_hz, plan_.frequency_error_hz);
    station.twist_db = random_.between(-plan_.twist_db, plan_.twist_db);
    return station;
  }

  void add(std::size_t number) {
    const Station& station = stations_[random_.below(stations_.size())];
    auto octets = plan_.content.empty() ? octets_of(make_up_frame(station.address, number, random_))
                                        : plan_.content[number];
    const std::size_t channel = number % plan_.channels_hz.size();
    const double start = start_on(channel);
    const double end = start + static_cast<double>(key(octets).size()) / kBaud;
    made_.push_back({start, end, plan_.channels_hz[channel], station.amplitude,
                     station.frequency_error_hz, station.twist_db, false, std::move(octets)});
    mark_overlap(channel, number, start);
    free_from_s_[channel] = std::max(free_from_s_[channel], end);
  }

  double start_on(std::size_t channel) {
    const double gap = random_.between(kShortestGap, kLongestGap);
    const bool overlaps = random_.between(0, 1) < plan_.overlap;
    const double free_from = free_from_s_[channel];
    return overlaps && free_from > 1 ? free_from - gap : free_from + gap;
  }

  void mark_overlap(std::size_t channel, std::size_t number, double start) {
    if (start >= free_from_s_[channel]) return;
    made_[number].is_overlapped = true;
    made_[number - plan_.channels_hz.size()].is_overlapped = true;
  }

  const GeneratorPlan& plan_;
  recording::Random random_;
  std::vector<Station> stations_;
  std::vector<double> free_from_s_;  ///< of each channel
  std::vector<Transmission> made_;
};

}  // namespace

std::expected<std::vector<Transmission>, std::string> plan_transmissions(
    const GeneratorPlan& plan) {
  if (auto complaint = complaint_about(plan); !complaint.empty()) return Complaint(complaint);
  return Planner(plan).all();
}

}  // namespace orbweaver::ax25
