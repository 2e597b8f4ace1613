// SPDX-License-Identifier: Apache-2.0
// Samples per second of each step of the receiver, and of the three in a row, on one core.
#include <benchmark/benchmark.h>

#include <bit>
#include <vector>

#include <orbweaver/adsb/checker.hpp>
#include <orbweaver/adsb/generator.hpp>
#include <orbweaver/adsb/magnitude.hpp>
#include <orbweaver/adsb/samples.hpp>
#include <orbweaver/adsb/slicer.hpp>
#include <orbweaver/recording/sample_format.hpp>

namespace {

using namespace orbweaver::adsb;
using orbweaver::recording::convert;
using orbweaver::recording::SampleFormat;

constexpr std::size_t kPacket = 8192;
constexpr std::size_t kSamples = 122 * kPacket;

const std::vector<std::uint8_t>& octets() {
  static const auto rendered = [] {
    const GeneratorPlan plan{.seconds = 0.5, .frames = 500};
    return render(plan, plan_frames(plan).value(), 0, kSamples);
  }();
  return rendered;
}

IqPacket convert_all() {
  IqPacket iq(2 * kSamples);
  convert(SampleFormat::cu8, {std::bit_cast<const char*>(octets().data()), octets().size()},
          std::span(iq));
  return iq;
}

MagnitudePacket all_magnitudes() {
  MagnitudePacket magnitudes(kSamples);
  magnitude(convert_all(), magnitudes);
  return magnitudes;
}

void count_samples(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kSamples));
}

void conversion_from_cu8(benchmark::State& state) {
  const std::span raw(std::bit_cast<const char*>(octets().data()), octets().size());
  IqPacket packet(2 * kPacket);
  for (auto _ : state) {
    for (std::size_t at = 0; at < raw.size(); at += packet.size()) {
      convert(SampleFormat::cu8, raw.subspan(at, packet.size()), std::span(packet));
      benchmark::DoNotOptimize(packet.data());
    }
  }
  count_samples(state);
}
BENCHMARK(conversion_from_cu8);

void magnitudes(benchmark::State& state) {
  const IqPacket iq = convert_all();
  MagnitudePacket packet(kPacket);
  for (auto _ : state) {
    for (std::size_t at = 0; at < iq.size(); at += 2 * kPacket) {
      magnitude(std::span(iq).subspan(at, 2 * kPacket), packet);
      benchmark::DoNotOptimize(packet.data());
    }
  }
  count_samples(state);
}
BENCHMARK(magnitudes);

void slicing(benchmark::State& state) {
  const MagnitudePacket all = all_magnitudes();
  Slicer slicer;
  for (auto _ : state) {
    for (std::size_t at = 0; at < all.size(); at += kPacket) {
      benchmark::DoNotOptimize(slicer.push(std::span(all).subspan(at, kPacket)).data());
    }
    benchmark::DoNotOptimize(slicer.finish().data());
  }
  count_samples(state);
}
BENCHMARK(slicing);

void checking(benchmark::State& state) {
  Slicer slicer;
  const auto found = slicer.push(all_magnitudes());
  for (auto _ : state) {
    FrameChecker checker;
    for (const Candidate& candidate : found) benchmark::DoNotOptimize(checker.check(candidate));
  }
  count_samples(state);
}
BENCHMARK(checking);

void whole_chain(benchmark::State& state) {
  const std::span raw(std::bit_cast<const char*>(octets().data()), octets().size());
  IqPacket iq(2 * kPacket);
  MagnitudePacket packet(kPacket);
  for (auto _ : state) {
    Slicer slicer;
    FrameChecker checker;
    for (std::size_t at = 0; at < raw.size(); at += iq.size()) {
      convert(SampleFormat::cu8, raw.subspan(at, iq.size()), std::span(iq));
      magnitude(iq, packet);
      for (const Candidate& candidate : slicer.push(packet)) {
        benchmark::DoNotOptimize(checker.check(candidate));
      }
    }
  }
  count_samples(state);
}
BENCHMARK(whole_chain);

}  // namespace
