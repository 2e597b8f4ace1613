#include <orbweaver/fm/generator.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include <orbweaver/fm/wav.hpp>
#include <orbweaver/recording/random.hpp>

#include "iq_file.hpp"
#include "programme.hpp"

namespace orbweaver::fm {
namespace {

namespace fs = std::filesystem;
using Complaint = std::unexpected<std::string>;

constexpr std::size_t kBlockSamples = 65536;
constexpr float kCarrier = 0.5F;

/// A plan with nothing left open.
struct Script {
  Plan station;
  ProgrammeAudio audio;
  std::uint64_t samples = 0;
  std::uint64_t audio_samples = 0;
};

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

std::expected<Script, std::string> make_script(const GeneratorPlan& plan) {
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
  return Script{*station,
                ProgrammeAudio(plan.programme, plan.seed, low, high, station->de_emphasis_us),
                count(station->sample_rate), count(station->audio_rate)};
}

/// The carrier's phase at one sample after the other.
class Modulator {
 public:
  explicit Modulator(const Script& script) : script_(script) {}

  std::complex<float> next() {
    const double step = 1.0 / script_.station.sample_rate;
    const std::complex<double> sample = std::polar<double>(kCarrier, turns_ * kTurn);
    const double now = step * static_cast<double>(number_++);
    // Simpson's rule: exact far beyond single precision.
    const double middle = script_.audio.emphasised(now + step / 2);
    const double after = script_.audio.emphasised(now + step);
    const double mean = (before_ + 4 * middle + after) / 6;
    before_ = after;
    turns_ += step * (script_.station.offset + script_.station.deviation * mean);
    turns_ -= std::floor(turns_);
    return {static_cast<float>(sample.real()), static_cast<float>(sample.imag())};
  }

 private:
  static constexpr double kTurn = 2 * std::numbers::pi;

  const Script& script_;
  std::uint64_t number_ = 0;
  double turns_ = 0;
  double before_ = script_.audio.emphasised(0);
};

std::expected<void, std::string> write_iq(const Script& script, const GeneratorPlan& plan,
                                          const fs::path& path) {
  auto file = IqFile::create(path, script.station.sample_rate);
  if (!file) return Complaint(file.error());
  Modulator modulator(script);
  recording::Random random(plan.seed ^ 0xD6E8FEB86659FD93);
  const auto deviation = static_cast<float>(plan.noise);
  std::vector<std::complex<float>> block;
  for (std::uint64_t made = 0; made < script.samples; made += block.size()) {
    block.resize(
        static_cast<std::size_t>(std::min<std::uint64_t>(kBlockSamples, script.samples - made)));
    for (auto& sample : block) {
      const auto noise = normal_pair(random);
      sample = modulator.next() + deviation * std::complex<float>(noise.i, noise.q);
    }
    file->write(block);
  }
  return file->close();
}

std::expected<void, std::string> write_original(const Script& script, const fs::path& path) {
  auto wav = WavWriter::create(path, script.station.audio_rate);
  if (!wav) return Complaint(wav.error().message);
  std::vector<float> block;
  for (std::uint64_t made = 0; made < script.audio_samples; made += block.size()) {
    block.resize(static_cast<std::size_t>(
        std::min<std::uint64_t>(kBlockSamples, script.audio_samples - made)));
    for (std::size_t k = 0; k < block.size(); ++k) {
      block[k] = static_cast<float>(
          script.audio.value(static_cast<double>(made + k) / script.station.audio_rate));
    }
    if (auto written = wav->write(block); !written) return Complaint(written.error().message);
  }
  return {};
}

}  // namespace

std::expected<void, std::string> generate_recording(const GeneratorPlan& plan,
                                                    const fs::path& recording,
                                                    const fs::path& original) {
  const auto script = make_script(plan);
  if (!script) return Complaint(script.error());
  if (auto written = write_iq(*script, plan, recording); !written) return written;
  return write_original(*script, original);
}

}  // namespace orbweaver::fm
