// SPDX-License-Identifier: Apache-2.0
// Samples per second of each step of the receiver, and of all in a row, on one core.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <complex>
#include <span>
#include <vector>

#include <orbweaver/ax25/generator.hpp>
#include <orbweaver/ax25/reference.hpp>
#include <orbweaver/fm/channel_filter.hpp>
#include <orbweaver/fm/demodulator.hpp>

namespace {

using namespace orbweaver::ax25;

constexpr std::size_t kPacket = 8192;

struct Signals {
  Plan plan = make_plan({}).value();
  std::vector<std::complex<float>> iq, channel;
  std::vector<float> audio, band;
  std::vector<Tones> tones;
};

template <class View>
auto copy(View view) {
  return std::vector(view.begin(), view.end());
}

const Signals& signals() {
  static const auto made = [] {
    Signals all;
    auto traffic = Traffic::make({.frames = 2}).value();
    all.iq.resize(traffic.samples());
    (void)traffic.read(all.iq);
    all.channel = copy(orbweaver::fm::ChannelFilter(all.plan.channel).push(all.iq));
    all.audio = copy(orbweaver::fm::Demodulator(all.plan.channel).push(all.channel));
    all.band = copy(AudioFilter(all.plan.audio_rate).push(all.audio));
    all.tones = copy(Correlator(all.plan.audio_rate).push(all.band));
    return all;
  }();
  return made;
}

template <class Step, class Sample>
void run(benchmark::State& state, Step& step, const std::vector<Sample>& in) {
  for (auto _ : state) {
    for (std::span<const Sample> rest(in); !rest.empty();) {
      const auto packet = rest.first(std::min(kPacket, rest.size()));
      auto&& result = step.push(packet);
      benchmark::DoNotOptimize(&result);
      rest = rest.subspan(packet.size());
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(in.size()));
}

void channel_filter(benchmark::State& state) {
  orbweaver::fm::ChannelFilter step(signals().plan.channel);
  run(state, step, signals().iq);
}

void demodulator(benchmark::State& state) {
  orbweaver::fm::Demodulator step(signals().plan.channel);
  run(state, step, signals().channel);
}

void audio_filter(benchmark::State& state) {
  AudioFilter step(signals().plan.audio_rate);
  run(state, step, signals().audio);
}

void correlator(benchmark::State& state) {
  Correlator step(signals().plan.audio_rate);
  run(state, step, signals().band);
}

void slicer(benchmark::State& state) {
  Slicer step(signals().plan.audio_rate, 0);
  run(state, step, signals().tones);
}

void all_steps(benchmark::State& state) {
  const auto ignore = [](const HeardFrame& frame) { benchmark::DoNotOptimize(&frame); };
  for (auto _ : state) {
    orbweaver::fm::ChannelFilter channel(signals().plan.channel);
    orbweaver::fm::Demodulator demodulator(signals().plan.channel);
    AudioReceiver receiver(signals().plan.audio_rate, kSpaceGainsDb);
    receiver.push(demodulator.push(channel.push(signals().iq)), ignore);
    receiver.finish(ignore);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(signals().iq.size()));
}

BENCHMARK(channel_filter);
BENCHMARK(demodulator);
BENCHMARK(audio_filter);
BENCHMARK(correlator);
BENCHMARK(slicer);
BENCHMARK(all_steps);

}  // namespace
