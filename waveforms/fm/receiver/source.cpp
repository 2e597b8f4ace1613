#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include <orbweaver/fm/generator.hpp>
#include <orbweaver/fm/rate.hpp>
#include <orbweaver/recording/reader.hpp>

#include "../properties.hpp"
#include "source.hpp"

namespace orbweaver::fm::components {
namespace {

using component::simple;

component::Definitions properties_of_source() {
  auto all = station_properties();
  auto seconds = details("Length of a generated station", "s");
  seconds.range = {"0.01", "3600"};
  auto noise = details("Standard deviation of I and Q of a generated station");
  noise.range = {"0", "1"};
  auto samples = details("In a packet");
  samples.range = {"1", "1000000"};
  auto pace = details("none: as fast as the receiver takes them; realtime: at the sample rate");
  pace.enumeration = {"none", "realtime"};
  all.insert(all.begin(),
             simple<std::string>("input", {},
                                 details("Recording: .cu8 .cs8 .cs16 .cf32 .sigmf-meta; without "
                                         "one a station is generated")));
  all.push_back(offset_property());
  all.push_back(de_emphasis_property());
  all.push_back(simple<double>("seconds", 5, std::move(seconds)));
  all.push_back(simple<std::uint32_t>("seed", 1, details("Of a generated station")));
  all.push_back(simple<double>("noise", 0, std::move(noise)));
  all.push_back(simple<std::uint32_t>("packet_samples", 1024, std::move(samples)));
  all.push_back(simple<std::string>("pace", "none", std::move(pace)));
  all.push_back(working_folder_property());
  return all;
}

}  // namespace

Source::Source() : StreamComponent(properties_of_source()) {}

component::Outcome Source::initialize() {
  const auto input = get<std::string>("input").value_or("");
  auto opened = input.empty() ? generate_station() : open_recording(file_named(*this, input));
  if (!opened) return unexpected(component::Failure{{opened.error()}});
  read_ = *std::move(opened);
  packet_.resize(get<std::uint32_t>("packet_samples").value());
  is_paced_ = get<std::string>("pace") == "realtime";
  return {};
}

std::expected<Source::Read, std::string> Source::open_recording(
    const std::filesystem::path& input) {
  auto opened = recording::Reader::open(input);
  if (!opened) return std::unexpected(opened.error().message);
  const auto rate =
      recording_rate(opened->sample_rate_hz(), get<std::uint32_t>("sample_rate").value());
  if (!rate) return std::unexpected(input.string() + ": " + rate.error());
  rate_hz_ = *rate;
  const auto reader = std::make_shared<recording::Reader>(*std::move(opened));
  return [reader](std::span<std::complex<float>> iq) -> std::expected<std::size_t, std::string> {
    const auto samples = reader->read(iq);
    if (!samples) return std::unexpected(samples.error().message);
    return *samples;
  };
}

std::expected<Source::Read, std::string> Source::generate_station() {
  auto made = Station::make({.choices = choices_of(*this),
                             .seconds = get<double>("seconds").value(),
                             .seed = get<std::uint32_t>("seed").value(),
                             .noise = get<double>("noise").value()});
  if (!made) return std::unexpected("a station cannot be generated: " + made.error());
  rate_hz_ = made->plan().sample_rate;
  const auto station = std::make_shared<Station>(*std::move(made));
  return [station](std::span<std::complex<float>> iq) -> std::expected<std::size_t, std::string> {
    return station->read(iq);
  };
}

Nanoseconds Source::played() const {
  return Nanoseconds{static_cast<std::int64_t>(samples_ * 1'000'000'000 / rate_hz_)};
}

component::Outcome Source::on_start() {
  started_ = now() - played();
  return {};
}

bool Source::produce(Output& out) {
  const auto samples = read_(packet_);
  if (!samples) throw std::runtime_error(samples.error());
  if (*samples == 0) return false;
  auto& iq = out.packet();
  iq.resize(*samples);
  for (std::size_t k = 0; k < *samples; ++k) {
    iq.I[k] = packet_[k].real();
    iq.Q[k] = packet_[k].imag();
  }
  samples_ += *samples;
  // A packet is due when its last sample would have come off the antenna.
  if (is_paced_) out.due(started_ + played());
  return true;
}

void Source::finish(Output&) { print(station_line(*this)); }

nlohmann::json Source::figures() const { return {{"samples", samples_}}; }

}  // namespace orbweaver::fm::components
