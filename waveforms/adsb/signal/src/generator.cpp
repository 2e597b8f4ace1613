// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/generator.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <orbweaver/adsb/format.hpp>
#include <orbweaver/adsb/samples.hpp>
#include <orbweaver/recording/random.hpp>

#include "chip_renderer.hpp"
#include "traffic.hpp"

namespace orbweaver::adsb {
namespace {

namespace fs = std::filesystem;
using recording::NoisePair;
using recording::Random;

constexpr std::size_t kBlockSamples = 65536;
constexpr std::size_t kMostAircraft = 12;
// A frame, or two that overlap, and the pause behind, so that frames of different slots never
// touch.
constexpr double kSlotSamples = 300;
constexpr double kOverlapSlotSamples = 540;

std::uint64_t total_samples(const GeneratorPlan& plan) {
  return static_cast<std::uint64_t>(std::llround(plan.seconds * kSampleRateHz));
}

std::vector<Transponder> make_traffic(Random& random) {
  std::vector<Transponder> traffic;
  for (std::size_t number = 0; number < kMostAircraft; ++number) {
    traffic.emplace_back(number, random);
  }
  return traffic;
}

TrueFrame make_frame(const GeneratorPlan& plan, double start, const Octets& content,
                     Random& random) {
  TrueFrame frame;
  frame.start_sample = start;
  // Equal shares of decibels, as distances in the air make many weak frames and few strong ones.
  frame.amplitude = plan.weakest * std::pow(plan.strongest / plan.weakest, random.between(0, 1));
  frame.carrier_offset_hz = random.between(-plan.carrier_offset_hz, plan.carrier_offset_hz);
  frame.phase_rad = random.between(0, 2 * std::numbers::pi);
  frame.length = content.length;
  frame.octets = content.octets;
  return frame;
}

/// A time of its own for one frame, or for two that overlap.
struct Slot {
  double start = 0;
  bool overlap = false;

  [[nodiscard]] double samples() const { return overlap ? kOverlapSlotSamples : kSlotSamples; }
};

/// `count` slots, `overlapping` of them for two frames, in random order and one after the other.
std::vector<Slot> choose_slots(std::size_t count, std::size_t overlapping, Random& random) {
  std::vector<Slot> slots(count);
  double end = kFilterReach;
  for (std::size_t k = 0; k < count; ++k) {
    slots[k].overlap = random.below(count - k) < overlapping;
    if (slots[k].overlap) --overlapping;
    slots[k].start = end;
    end += slots[k].samples();
  }
  return slots;
}

double end_of(const std::vector<Slot>& slots) {
  return (slots.empty() ? 0 : slots.back().start + slots.back().samples()) + kFilterReach;
}

/// Spreads the surplus of time at random between the slots.
void spread(std::vector<Slot>& slots, double surplus, Random& random) {
  std::vector<double> delays(slots.size());
  for (double& delay : delays) delay = random.between(0, surplus);
  std::ranges::sort(delays);
  for (std::size_t k = 0; k < slots.size(); ++k) slots[k].start += delays[k];
}

std::vector<TrueFrame> fill_slots(const GeneratorPlan& plan, const std::vector<Slot>& slots,
                                  Random& random) {
  auto traffic = make_traffic(random);
  std::vector<TrueFrame> frames;
  const auto send = [&](double start) {
    auto& sender = traffic[random.below(traffic.size())];
    frames.push_back(make_frame(plan, start, sender.next_frame(), random));
  };
  for (const Slot& slot : slots) {
    send(slot.start);
    if (slot.overlap) send(slot.start + random.between(1, frame_samples(frames.back()) - 1));
  }
  return frames;
}

void mark_overlaps(std::vector<TrueFrame>& frames) {
  for (std::size_t k = 1; k < frames.size(); ++k) {
    TrueFrame& before = frames[k - 1];
    if (before.start_sample + frame_samples(before) < frames[k].start_sample) continue;
    before.overlapped = true;
    frames[k].overlapped = true;
  }
}

std::uint8_t quantise(float value) {
  return static_cast<std::uint8_t>(std::clamp(std::lround(value * 127.5F + 127.5F), 0L, 255L));
}

std::string truth_line(const TrueFrame& frame) {
  const Candidate raw{.length = frame.length, .octets = frame.octets};
  return nlohmann::ordered_json{
      {"start_sample", frame.start_sample},           {"hex", to_hex(raw)},
      {"df", downlink_format(frame.octets)},          {"amplitude", frame.amplitude},
      {"carrier_offset_hz", frame.carrier_offset_hz}, {"overlapped", frame.overlapped}}
      .dump();
}

std::expected<void, RecordingError> finish_writing(std::ofstream& file, const fs::path& path) {
  file.close();
  if (file) return {};
  return std::unexpected(RecordingError{
      fmt::format("{}: cannot be written; check the folder and its free space", path.string())});
}

std::expected<void, RecordingError> write_samples(const GeneratorPlan& plan,
                                                  const std::vector<TrueFrame>& frames,
                                                  const fs::path& path) {
  std::ofstream file(path, std::ios::binary);
  const std::uint64_t samples = total_samples(plan);
  for (std::uint64_t first = 0; first < samples && file; first += kBlockSamples) {
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(kBlockSamples, samples - first));
    const auto octets = render(plan, frames, first, count);
    file.write(reinterpret_cast<const char*>(octets.data()),
               static_cast<std::streamsize>(octets.size()));
  }
  return finish_writing(file, path);
}

std::expected<void, RecordingError> write_truth(const std::vector<TrueFrame>& frames,
                                                const fs::path& path) {
  std::ofstream file(path);
  for (const TrueFrame& frame : frames) file << truth_line(frame) << '\n';
  return finish_writing(file, path);
}

std::string complaint_about(const GeneratorPlan& plan) {
  const auto in_order = [](double low, double value, double high) {
    return low <= value && value <= high;  // false for NaN too
  };
  if (!in_order(1e-3, plan.seconds, 3600)) return "seconds must lie between 0.001 and 3600";
  if (static_cast<double>(plan.frames) > plan.seconds * 10'000) {
    return "more than 10000 frames a second do not fit; allow more seconds";
  }
  if (!in_order(0, plan.noise, 1)) return "noise must lie between 0 and 1";
  if (!in_order(0, plan.overlap, 1)) return "overlap must lie between 0 and 1";
  if (!in_order(0, plan.carrier_offset_hz, 1e6))
    return "carrier offset must lie between 0 and 1 MHz";
  if (!in_order(1e-3, plan.weakest, plan.strongest) || plan.strongest > 1) {
    return "amplitudes must lie between 0.001 and 1, the weakest first";
  }
  return {};
}

}  // namespace

std::expected<std::vector<TrueFrame>, std::string> plan_frames(const GeneratorPlan& plan) {
  if (auto complaint = complaint_about(plan); !complaint.empty()) return std::unexpected(complaint);
  const auto overlapping =
      static_cast<std::size_t>(std::floor(static_cast<double>(plan.frames) * plan.overlap / 2));
  Random random(plan.seed);
  auto slots = choose_slots(plan.frames - overlapping, overlapping, random);
  const double surplus = static_cast<double>(total_samples(plan)) - end_of(slots);
  if (surplus < 0) {
    return std::unexpected(fmt::format("{} frames do not fit into {} s; allow at least {:.3f} s",
                                       plan.frames, plan.seconds,
                                       end_of(slots) / kSampleRateHz + 0.001));
  }
  spread(slots, surplus, random);
  auto frames = fill_slots(plan, slots, random);
  mark_overlaps(frames);
  return frames;
}

std::vector<std::uint8_t> render(const GeneratorPlan& plan, const std::vector<TrueFrame>& frames,
                                 std::uint64_t first, std::size_t samples) {
  std::vector<Iq> block(samples);
  // Each block has noise of its own seed, so that any block can be rendered alone.
  Random random(plan.seed ^ (first + 1) * 0xD6E8FEB86659FD93);
  const auto deviation = static_cast<float>(plan.noise);
  for (Iq& sample : block) {
    const NoisePair noise = normal_pair(random);
    sample = {deviation * noise.i, deviation * noise.q};
  }

  const double reach = kLongFrameOctets * 16 + 16 + 2.0 * kFilterReach;
  const auto from = std::ranges::lower_bound(frames, static_cast<double>(first) - reach, {},
                                             &TrueFrame::start_sample);
  const double until = static_cast<double>(first + samples) + kFilterReach;
  for (auto frame = from; frame != frames.end() && frame->start_sample < until; ++frame) {
    add_frame(*frame, first, block);
  }

  std::vector<std::uint8_t> octets;
  octets.reserve(2 * samples);
  for (const Iq& sample : block) {
    octets.push_back(quantise(sample.i));
    octets.push_back(quantise(sample.q));
  }
  return octets;
}

std::expected<std::vector<TrueFrame>, RecordingError> generate_recording(
    const GeneratorPlan& plan, const fs::path& recording) {
  auto frames = plan_frames(plan);
  if (!frames) return std::unexpected(RecordingError{frames.error()});
  if (auto written = write_samples(plan, *frames, recording); !written) {
    return std::unexpected(written.error());
  }
  if (auto written = write_truth(*frames, truth_path(recording)); !written) {
    return std::unexpected(written.error());
  }
  return *std::move(frames);
}

fs::path truth_path(const fs::path& recording) {
  return fs::path(recording).replace_extension(".frames.jsonl");
}

}  // namespace orbweaver::adsb
