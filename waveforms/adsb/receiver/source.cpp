#include "source/source.hpp"

#include <orbweaver/adsb/samples.hpp>
#include <orbweaver/component/program.hpp>

#include <stdexcept>

namespace orbweaver::adsb {

namespace {

using property::Kind;

component::Definitions definitions() {
  return {
      component::simple<std::string>(
          "input", {},
          {.description = "recording: .cu8 .cs8 .cs16 .cf32 .sigmf-meta", .kind = Kind::execparam}),
      component::simple<std::uint32_t>("packet_samples", 1024,
                                       {.description = "samples in a packet",
                                        .kind = Kind::execparam,
                                        .range = {{"1", "1000000"}}}),
      component::simple<std::string>(
          "pace", "none",
          {.description = "none: as fast as the receiver takes packets; realtime: 2 MS/s",
           .kind = Kind::execparam,
           .enumeration = {"none", "realtime"}})};
}

Nanoseconds length_of(std::uint64_t samples) {
  return Nanoseconds{static_cast<std::int64_t>(samples * 1'000'000'000 / kSampleRateHz)};
}

void split(std::span<const std::int16_t> pairs, component::PairSamples<std::int16_t>& iq) {
  iq.resize(pairs.size() / 2);
  for (std::size_t k = 0; k < iq.I.size(); ++k) {
    iq.I[k] = pairs[2 * k];
    iq.Q[k] = pairs[2 * k + 1];
  }
}

}  // namespace

Source::Source() : StreamComponent(definitions()) {}

component::Outcome Source::initialize() {
  const auto input = get<std::string>("input");
  if (!input)
    return unexpected(component::Failure{{"the property 'input' names no recording: set it"}});
  auto opened = RecordingReader::open(*input);
  if (!opened) return unexpected(component::Failure{{opened.error().message}});
  recording_.emplace(*std::move(opened));
  packet_samples_ = get<std::uint32_t>("packet_samples").value();
  is_paced_ = get<std::string>("pace").value() == "realtime";
  return {};
}

component::Outcome Source::on_start() {
  started_ = now() - length_of(samples_);
  return {};
}

bool Source::produce(Output& out) {
  pairs_.resize(2 * packet_samples_);
  const auto samples = recording_->read(pairs_);
  if (!samples) throw std::runtime_error(samples.error().message);
  if (*samples == 0) return false;
  split(std::span{pairs_}.first(2 * *samples), out.packet());
  samples_ += *samples;
  // A packet is due when its last sample would have come off the antenna.
  if (is_paced_) out.due(started_ + length_of(samples_));
  return true;
}

}  // namespace orbweaver::adsb

ORBWEAVER_COMPONENT(orbweaver::adsb::Source);
