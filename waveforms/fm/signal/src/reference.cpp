// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/fm/reference.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <orbweaver/fm/rate.hpp>
#include <orbweaver/fm/wav.hpp>
#include <orbweaver/recording/reader.hpp>

namespace orbweaver::fm {
namespace {

using Complaint = std::unexpected<std::string>;

std::expected<Plan, std::string> plan_for(const recording::Reader& reader, Choices choices) {
  const auto rate = recording_rate(reader.sample_rate_hz(), choices.sample_rate_hz);
  if (!rate) return Complaint(rate.error());
  choices.sample_rate_hz = *rate;
  return make_plan(choices);
}

std::expected<Reception, std::string> receive(recording::Reader& reader, const Plan& plan,
                                              std::size_t packet_samples, WavWriter& wav) {
  Receiver receiver(plan);
  Reception reception{.plan = plan};
  std::vector<std::complex<float>> packet(std::max<std::size_t>(packet_samples, 1));
  for (;;) {
    const auto samples = reader.read(packet);
    if (!samples) return Complaint(samples.error().message);
    if (*samples == 0) break;
    reception.samples += *samples;
    const auto written = wav.write(receiver.push(std::span(packet).first(*samples)));
    if (!written) return Complaint(written.error().message);
  }
  reception.audio_samples = wav.samples();
  reception.warnings = reader.warnings();
  return reception;
}

}  // namespace

std::expected<Reception, std::string> receive_recording(const std::filesystem::path& recording,
                                                        const Choices& choices,
                                                        std::size_t packet_samples,
                                                        const std::filesystem::path& wav) {
  auto reader = recording::Reader::open(recording);
  if (!reader) return Complaint(reader.error().message);
  const auto plan = plan_for(*reader, choices);
  if (!plan) return Complaint(fmt::format("{}: {}", recording.string(), plan.error()));
  auto writer = WavWriter::create(wav, plan->audio_rate);
  if (!writer) return Complaint(writer.error().message);
  auto reception = receive(*reader, *plan, packet_samples, *writer);
  if (reception && writer->clipped() != 0) {
    reception->warnings.push_back(
        fmt::format("{}: {} samples beyond full scale were clipped; lower the gain", wav.string(),
                    writer->clipped()));
  }
  return reception;
}

}  // namespace orbweaver::fm
