// First component: plays a recording, as fast as the receiver takes it or as a radio would.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include <orbweaver/component/stream_component.hpp>
#include <orbweaver/fm/rate.hpp>
#include <orbweaver/recording/reader.hpp>

#include "../properties.hpp"

namespace orbweaver::fm::components {

using IqOut = component::Out<"iq_out", standardInterfaces::complexFloat>;

[[nodiscard]] inline component::Definitions source_properties() {
  auto samples = details("In a packet");
  samples.range = {"1", "1000000"};
  auto pace = details("none: as fast as the receiver takes them; realtime: at the sample rate");
  pace.enumeration = {"none", "realtime"};
  return {
      component::simple<std::string>("input", {},
                                     details("Recording: .cu8 .cs8 .cs16 .cf32 .sigmf-meta")),
      component::simple<std::uint32_t>("sample_rate", 240'000, details("Of the recording", "Hz")),
      component::simple<std::uint32_t>("packet_samples", 1024, std::move(samples)),
      component::simple<std::string>("pace", "none", std::move(pace))};
}

class Source final : public component::StreamComponent<IqOut> {
 public:
  Source() : StreamComponent(source_properties()) {}

  /// Opens the recording. Fails: with the line of its reader, or if it is of another rate.
  component::Outcome initialize() override {
    const auto input = get<std::string>("input");
    if (!input) return failure("the property 'input' names no recording: set it");
    auto opened = recording::Reader::open(*input);
    if (!opened) return failure(opened.error().message);
    const auto chosen = get<std::uint32_t>("sample_rate").value_or(0);
    const auto rate = recording_rate(opened->sample_rate_hz(), chosen);
    if (!rate) return failure(*input + ": " + rate.error());
    rate_hz_ = *rate;
    packet_.resize(get<std::uint32_t>("packet_samples").value_or(1024));
    is_paced_ = get<std::string>("pace") == "realtime";
    reader_ = *std::move(opened);
    return {};
  }

 private:
  static component::Outcome failure(std::string line) {
    return unexpected(component::Failure{{std::move(line)}});
  }
  [[nodiscard]] Nanoseconds played() const {
    return Nanoseconds{static_cast<std::int64_t>(samples_ * 1'000'000'000 / rate_hz_)};
  }

  component::Outcome on_start() override {
    started_ = now() - played();
    return {};
  }

  bool produce(Output& out) override {
    const auto samples = reader_->read(packet_);
    if (!samples) throw std::runtime_error(samples.error().message);
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

  [[nodiscard]] nlohmann::json figures() const override { return {{"samples", samples_}}; }

  std::optional<recording::Reader> reader_;
  std::vector<std::complex<float>> packet_;
  std::uint32_t rate_hz_ = 0;
  bool is_paced_ = false;
  TimePoint started_;
  std::uint64_t samples_ = 0;
};

}  // namespace orbweaver::fm::components
