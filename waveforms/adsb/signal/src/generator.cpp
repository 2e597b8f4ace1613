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

#include "chip_renderer.hpp"
#include "random.hpp"
#include "traffic.hpp"

namespace orbweaver::adsb {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlockSamples = 65536;
constexpr std::size_t kMostAircraft = 12;
// A frame and the pause behind it, so that frames without overlap never touch.
constexpr double kSlotSamples = 300;

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

/// Starts at random, one in each slot; the surplus of time is spread between the slots.
std::vector<double> slot_starts(std::size_t count, double samples, Random& random) {
  std::vector<double> starts(count);
  for (double& start : starts) {
    start = random.between(0, samples - static_cast<double>(count) * kSlotSamples);
  }
  std::ranges::sort(starts);
  for (std::size_t k = 0; k < count; ++k) {
    starts[k] += static_cast<double>(k) * kSlotSamples + kFilterReach;
  }
  return starts;
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
  const auto samples = static_cast<double>(total_samples(plan));
  const auto overlapping =
      static_cast<std::size_t>(std::floor(static_cast<double>(plan.frames / 2) * plan.overlap));
  const std::size_t slots = plan.frames - overlapping;
  if (static_cast<double>(slots) * kSlotSamples + 2 * kFilterReach > samples) {
    return std::unexpected(fmt::format(
        "{} frames do not fit into {} s; allow at least {:.3f} s", plan.frames, plan.seconds,
        (static_cast<double>(slots) * kSlotSamples + 10) / kSampleRateHz));
  }

  Random random(plan.seed);
  auto traffic = make_traffic(random);
  std::vector<TrueFrame> frames;
  std::size_t left_to_overlap = overlapping;
  const auto starts = slot_starts(slots, samples - 2 * kFilterReach, random);
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const auto send = [&](double start) {
      auto& sender = traffic[random.below(traffic.size())];
      frames.push_back(make_frame(plan, start, sender.next_frame(), random));
    };
    send(starts[slot]);
    if (random.below(slots - slot) >= left_to_overlap) continue;
    --left_to_overlap;
    send(starts[slot] + random.between(1, frame_samples(frames.back()) - 1));
  }
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

  const double reach = kLongFrameOctets * 16 + 16 + 2 * kFilterReach;
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
