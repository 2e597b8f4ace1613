// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/fm/generator.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include <orbweaver/fm/wav.hpp>
#include <orbweaver/recording/iq_file.hpp>
#include <orbweaver/recording/random.hpp>

#include "programme.hpp"

namespace orbweaver::fm {
namespace {

namespace fs = std::filesystem;
using Complaint = std::unexpected<std::string>;

constexpr std::size_t kBlockSamples = 65536;
constexpr float kCarrier = 0.5F;

std::string complaint_about(const GeneratorPlan& plan, double low, double high, double highest) {
  const auto in_order = [](double least, double value, double most) {
    return least <= value && value <= most;  // false for NaN too
  };
  if (!in_order(0.01, plan.seconds, 3600)) return "seconds must lie between 0.01 and 3600";
  if (!in_order(0, plan.noise, 1)) return "noise must lie between 0 and 1";
  if (!in_order(1, low, high) || !in_order(low, high, highest)) {
    return fmt::format("audio must lie between 1 and {:.0f} Hz, the lowest first", highest);
  }
  return {};
}

}  // namespace

/// A plan with nothing left open.
struct Station::Script {
  Plan station;
  ProgrammeAudio audio;
  std::uint64_t samples = 0;
  std::uint64_t audio_samples = 0;
  std::uint64_t noise_seed = 0;
  float noise = 0;
};

/// The samples of the carrier, with noise.
class Station::Modulator {
 public:
  explicit Modulator(const Script& script)
      : script_(script), random_(script.noise_seed), before_(script.audio.emphasised(0)) {}

  [[nodiscard]] std::uint64_t left() const { return script_.samples - number_; }

  std::complex<float> next() {
    const auto carrier = std::polar<double>(kCarrier, turns_ * kTurn);
    const std::complex<float> sample{static_cast<float>(carrier.real()),
                                     static_cast<float>(carrier.imag())};
    advance();
    const auto noise = normal_pair(random_);
    return sample + script_.noise * std::complex<float>(noise.i, noise.q);
  }

 private:
  static constexpr double kTurn = 2 * std::numbers::pi;

  void advance() {
    const double step = 1.0 / script_.station.sample_rate;
    const double now = step * static_cast<double>(number_++);
    // Simpson's rule: exact far beyond single precision.
    const double middle = script_.audio.emphasised(now + step / 2);
    const double after = script_.audio.emphasised(now + step);
    const double mean = (before_ + 4 * middle + after) / 6;
    before_ = after;
    turns_ += step * (script_.station.offset + script_.station.deviation * mean);
    turns_ -= std::floor(turns_);
  }

  const Script& script_;
  recording::Random random_;
  std::uint64_t number_ = 0;
  double turns_ = 0;
  double before_;
};

Station::Station(std::unique_ptr<Script> script)
    : script_(std::move(script)), modulator_(std::make_unique<Modulator>(*script_)) {}
Station::~Station() = default;
Station::Station(Station&&) noexcept = default;
Station& Station::operator=(Station&&) noexcept = default;

std::expected<Station, std::string> Station::make(const GeneratorPlan& plan) {
  const auto station = make_plan(plan.choices);
  if (!station) return Complaint(station.error());
  const bool narrow = plan.choices.band == Band::narrow;
  const double usual = std::min(narrow ? 3e3 : 12e3, station->audio_pass);
  const double high = plan.high_hz != 0 ? plan.high_hz : usual;
  const double low = plan.low_hz != 0 ? plan.low_hz : (narrow ? 300 : 50);
  if (auto complaint = complaint_about(plan, low, high, station->audio_pass); !complaint.empty()) {
    return Complaint(complaint);
  }
  const auto count = [&](double rate) {
    return static_cast<std::uint64_t>(std::llround(plan.seconds * rate));
  };
  return Station(std::make_unique<Script>(Script{
      *station, ProgrammeAudio(plan.programme, plan.seed, low, high, station->de_emphasis_us),
      count(station->sample_rate), count(station->audio_rate), plan.seed ^ 0xD6E8FEB86659FD93,
      static_cast<float>(plan.noise)}));
}

std::size_t Station::read(std::span<std::complex<float>> iq) {
  const auto count =
      static_cast<std::size_t>(std::min<std::uint64_t>(iq.size(), modulator_->left()));
  for (auto& sample : iq.first(count)) sample = modulator_->next();
  return count;
}

const Plan& Station::plan() const { return script_->station; }

std::vector<float> Station::original() const {
  std::vector<float> audio(static_cast<std::size_t>(script_->audio_samples));
  for (std::size_t k = 0; k < audio.size(); ++k) {
    audio[k] = static_cast<float>(
        script_->audio.value(static_cast<double>(k) / script_->station.audio_rate));
  }
  return audio;
}

std::expected<void, std::string> generate_recording(const GeneratorPlan& plan,
                                                    const fs::path& recording_path,
                                                    const fs::path& original) {
  auto station = Station::make(plan);
  if (!station) return Complaint(station.error());
  auto file = recording::IqFile::create(recording_path, station->plan().sample_rate,
                                        "A generated FM station");
  if (!file) return Complaint(file.error());
  std::vector<std::complex<float>> block(kBlockSamples);
  while (const auto count = station->read(block)) file->write(std::span(block).first(count));
  if (auto closed = file->close(); !closed) return closed;
  auto wav = WavWriter::create(original, station->plan().audio_rate);
  if (!wav) return Complaint(wav.error().message);
  if (auto written = wav->write(station->original()); !written) {
    return Complaint(written.error().message);
  }
  return {};
}

}  // namespace orbweaver::fm
