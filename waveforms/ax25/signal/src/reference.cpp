// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/reference.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <orbweaver/fm/channel_filter.hpp>
#include <orbweaver/fm/demodulator.hpp>
#include <orbweaver/fm/rate.hpp>
#include <orbweaver/fm/wav.hpp>
#include <orbweaver/recording/reader.hpp>

namespace orbweaver::ax25 {
namespace {

using Complaint = std::unexpected<std::string>;

std::expected<Plan, std::string> plan_for(const recording::Reader& reader, Choices choices) {
  const auto rate = fm::recording_rate(reader.sample_rate_hz(), choices.sample_rate_hz);
  if (!rate) return Complaint(rate.error());
  choices.sample_rate_hz = *rate;
  return make_plan(choices);
}

std::string complaint_about(const ReceptionPlan& plan) {
  if (plan.space_gains_db.empty() || plan.space_gains_db.size() > kMostSlicers) {
    return fmt::format("{} slicers: give 1 to {}", plan.space_gains_db.size(), kMostSlicers);
  }
  return {};
}

Reception summary_of(const AudioReceiver& receiver) {
  Reception reception{.duplicates = receiver.duplicates()};
  for (const auto& deframer : receiver.deframers())
    reception.of_deframers.push_back(deframer.counts());
  return reception;
}

}  // namespace

AudioReceiver::AudioReceiver(double rate, std::span<const double> space_gains_db)
    : filter_(rate), correlator_(rate), merger_(static_cast<std::uint8_t>(space_gains_db.size())) {
  for (const double gain : space_gains_db) {
    slicers_.emplace_back(rate, gain);
    deframers_.emplace_back(static_cast<std::uint8_t>(deframers_.size()));
  }
}

void AudioReceiver::push(std::span<const float> audio, const OnFrame& on_frame) {
  const auto tones = correlator_.push(filter_.push(audio));
  for (std::size_t k = 0; k < slicers_.size(); ++k) {
    for (const auto& frame : merger_.push(deframers_[k].push(slicers_[k].push(tones)))) {
      on_frame(frame);
    }
  }
}

void AudioReceiver::finish(const OnFrame& on_frame) {
  for (const auto& frame : merger_.finish()) on_frame(frame);
}

std::expected<Reception, std::string> receive_recording(const std::filesystem::path& recording,
                                                        const ReceptionPlan& plan,
                                                        const AudioReceiver::OnFrame& on_frame) {
  if (auto complaint = complaint_about(plan); !complaint.empty()) return Complaint(complaint);
  auto reader = recording::Reader::open(recording);
  if (!reader) return Complaint(reader.error().message);
  const auto numbers = plan_for(*reader, plan.choices);
  if (!numbers) return Complaint(fmt::format("{}: {}", recording.string(), numbers.error()));
  fm::ChannelFilter channel(numbers->channel);
  fm::Demodulator demodulator(numbers->channel);
  AudioReceiver receiver(numbers->audio_rate, plan.space_gains_db);
  std::uint64_t frames = 0;
  const auto count = [&](const HeardFrame& frame) { ++frames, on_frame(frame); };
  std::vector<std::complex<float>> packet(std::max<std::size_t>(plan.packet_samples, 1));
  std::uint64_t all = 0;
  for (;;) {
    const auto samples = reader->read(packet);
    if (!samples) return Complaint(samples.error().message);
    if (*samples == 0) break;
    all += *samples;
    receiver.push(demodulator.push(channel.push(std::span(packet).first(*samples))), count);
  }
  receiver.finish(count);
  auto reception = summary_of(receiver);
  reception.samples = all;
  reception.frames = frames;
  reception.warnings = reader->warnings();
  return reception;
}

std::expected<Reception, std::string> receive_audio(const std::filesystem::path& wav,
                                                    const ReceptionPlan& plan,
                                                    const AudioReceiver::OnFrame& on_frame) {
  if (auto complaint = complaint_about(plan); !complaint.empty()) return Complaint(complaint);
  const auto file = fm::read_wav(wav);
  if (!file) return Complaint(file.error().message);
  if (const auto complaint = complaint_about_audio_rate(file->rate_hz); !complaint.empty()) {
    return Complaint(fmt::format("{}: {}", wav.string(), complaint));
  }
  std::vector<float> audio;
  for (const auto sample : file->samples) audio.push_back(static_cast<float>(sample) / 32767);
  AudioReceiver receiver(file->rate_hz, plan.space_gains_db);
  std::uint64_t frames = 0;
  const auto count = [&](const HeardFrame& frame) { ++frames, on_frame(frame); };
  const std::size_t step = std::max<std::size_t>(plan.packet_samples, 1);
  for (std::span<const float> rest(audio); !rest.empty();) {
    const auto packet = rest.first(std::min(step, rest.size()));
    receiver.push(packet, count);
    rest = rest.subspan(packet.size());
  }
  receiver.finish(count);
  auto reception = summary_of(receiver);
  reception.samples = audio.size();
  reception.frames = frames;
  return reception;
}

}  // namespace orbweaver::ax25
