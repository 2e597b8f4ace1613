// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/generator.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <list>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <orbweaver/ax25/format.hpp>
#include <orbweaver/recording/iq_file.hpp>
#include <orbweaver/recording/random.hpp>

#include "transmitter.hpp"

namespace orbweaver::ax25 {
namespace {

namespace fs = std::filesystem;
using Complaint = std::unexpected<std::string>;

constexpr std::size_t kBlockSamples = 65536;
constexpr double kSilenceBehind = 0.2;  ///< seconds: filters empty, mergers wait

std::string truth_line(const Transmission& sent) {
  nlohmann::ordered_json line;
  line["start_s"] = sent.start_s;
  line["end_s"] = sent.end_s;
  line["channel_hz"] = sent.channel_hz;
  line["amplitude"] = sent.amplitude;
  line["frequency_error_hz"] = sent.frequency_error_hz;
  line["twist_db"] = sent.twist_db;
  line["overlapped"] = sent.is_overlapped;
  line["octets"] = to_hex(sent.octets);
  if (const auto frame = parse_frame(sent.octets)) line["text"] = to_text(*frame);
  return line.dump();
}

std::expected<void, std::string> write_truth(const std::vector<Transmission>& all,
                                             const fs::path& path) {
  std::ofstream file(path);
  for (const auto& sent : all) file << truth_line(sent) << '\n';
  file.close();
  if (file) return {};
  return Complaint(
      fmt::format("{}: cannot be written; check its folder and the free space", path.string()));
}

}  // namespace

/// All transmitters, and the noise.
class Traffic::Air {
 public:
  Air(const GeneratorPlan& plan, std::vector<Transmission> transmissions)
      : transmissions_(std::move(transmissions)),
        random_(plan.seed ^ 0xD6E8FEB86659FD93),
        noise_(static_cast<float>(plan.noise)),
        rate_(plan.sample_rate_hz),
        deviation_hz_(plan.deviation_hz) {
    const auto last = std::ranges::max_element(transmissions_, {}, &Transmission::end_s);
    samples_ = static_cast<std::uint64_t>(std::ceil((last->end_s + kSilenceBehind) * rate_));
  }

  std::size_t read(std::span<std::complex<float>> iq) {
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(iq.size(), samples_ - number_));
    for (auto& sample : iq.first(count)) sample = next();
    return count;
  }

  [[nodiscard]] const std::vector<Transmission>& transmissions() const { return transmissions_; }
  [[nodiscard]] std::uint64_t samples() const { return samples_; }

 private:
  std::complex<float> next() {
    begin_transmissions();
    const auto noise = recording::normal_pair(random_);
    std::complex<float> sum{noise_ * noise.i, noise_ * noise.q};
    for (auto& transmitter : on_air_) sum += transmitter.next();
    on_air_.remove_if([](const auto& entry) { return entry.has_ended(); });
    ++number_;
    return sum;
  }

  void begin_transmissions() {
    while (waiting_ || begun_ < transmissions_.size()) {
      if (!waiting_) waiting_.emplace(transmissions_[begun_++], deviation_hz_, rate_);
      if (waiting_->first_sample() > number_) return;
      on_air_.push_back(*std::move(waiting_));
      waiting_.reset();
    }
  }

  std::vector<Transmission> transmissions_;
  recording::Random random_;
  float noise_;
  double rate_;
  double deviation_hz_;
  std::uint64_t samples_ = 0;
  std::uint64_t number_ = 0;
  std::size_t begun_ = 0;
  std::optional<Transmitter> waiting_;  ///< the next to begin
  std::list<Transmitter> on_air_;
};

Traffic::Traffic(std::unique_ptr<Air> air) : air_(std::move(air)) {}
Traffic::~Traffic() = default;
Traffic::Traffic(Traffic&&) noexcept = default;
Traffic& Traffic::operator=(Traffic&&) noexcept = default;

std::expected<Traffic, std::string> Traffic::make(const GeneratorPlan& plan) {
  auto transmissions = plan_transmissions(plan);
  if (!transmissions) return Complaint(transmissions.error());
  return Traffic(std::make_unique<Air>(plan, *std::move(transmissions)));
}

std::size_t Traffic::read(std::span<std::complex<float>> iq) { return air_->read(iq); }
const std::vector<Transmission>& Traffic::transmissions() const { return air_->transmissions(); }
std::uint64_t Traffic::samples() const { return air_->samples(); }

std::expected<std::vector<Transmission>, std::string> generate_recording(const GeneratorPlan& plan,
                                                                         const fs::path& path) {
  auto traffic = Traffic::make(plan);
  if (!traffic) return Complaint(traffic.error());
  auto file = recording::IqFile::create(path, plan.sample_rate_hz, "Generated AX.25 stations");
  if (!file) return Complaint(file.error());
  std::vector<std::complex<float>> block(kBlockSamples);
  while (const auto count = traffic->read(block)) file->write(std::span(block).first(count));
  if (auto closed = file->close(); !closed) return Complaint(closed.error());
  auto written = write_truth(traffic->transmissions(), truth_path(path));
  if (!written) return Complaint(written.error());
  return traffic->transmissions();
}

fs::path truth_path(const fs::path& recording) {
  return fs::path(recording).replace_extension(".sent.jsonl");
}

}  // namespace orbweaver::ax25
