// SPDX-License-Identifier: Apache-2.0
// sequence<double>: encode and decode against two memcpy, which is as fast as memory allows.
// The counts are elements. `fresh` decodes into a new vector each time, as an in parameter does.
#include <benchmark/benchmark.h>
#include <orbweaver/base/clock.hpp>
#include <orbweaver/cdr/codec.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace orbweaver::cdr {
namespace {

constexpr ByteOrder kForeignOrder =
    kNativeOrder == ByteOrder::little ? ByteOrder::big : ByteOrder::little;

std::vector<double> samples(const benchmark::State& state) {
  std::vector<double> values(static_cast<std::size_t>(state.range(0)));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i) / 3;
  return values;
}

void count_bytes(benchmark::State& state) {
  state.SetBytesProcessed(state.iterations() * state.range(0) *
                          static_cast<std::int64_t>(2 * sizeof(double)));
}

void two_memcpy(benchmark::State& state) {
  const auto source = samples(state);
  auto wire = source;
  auto target = source;
  const std::size_t size = source.size() * sizeof(double);
  for (auto _ : state) {
    std::memcpy(wire.data(), source.data(), size);
    benchmark::DoNotOptimize(wire.data());
    benchmark::ClobberMemory();
    std::memcpy(target.data(), wire.data(), size);
    benchmark::DoNotOptimize(target.data());
    benchmark::ClobberMemory();
  }
  count_bytes(state);
}

void encode_and_decode(benchmark::State& state, ByteOrder order, std::size_t misplaced) {
  const auto source = samples(state);
  std::vector<double> target;
  Encoder encoder{order};
  for (auto _ : state) {
    encoder.clear();
    for (std::size_t i = 0; i < misplaced; ++i) encoder.put_octet(0);
    encode(encoder, source);
    benchmark::ClobberMemory();
    Decoder decoder{encoder.bytes().subspan(misplaced), order};
    decode(decoder, target);
    benchmark::DoNotOptimize(target.data());
    benchmark::ClobberMemory();
    if (!decoder.ok()) state.SkipWithError("the sequence did not come back");
  }
  count_bytes(state);
}

void encode_and_decode_fresh(benchmark::State& state) {
  const auto source = samples(state);
  Encoder encoder;
  for (auto _ : state) {
    encoder.clear();
    encode(encoder, source);
    benchmark::ClobberMemory();
    Decoder decoder{encoder.bytes()};
    const auto target = decode<std::vector<double>>(decoder);
    benchmark::DoNotOptimize(target.data());
    benchmark::ClobberMemory();
  }
  count_bytes(state);
}

// ---- wherever buffers lie ----
//
// Some processors copy slowly where source and target overlap in their offset in a page. So a
// message is encoded at each offset in a page that CDR allows a double, and the slowest counts.

constexpr std::size_t kPage = 4096;

// The least of some tries, so that what others take of the machine is left out.
template <class Body>
double least_seconds(std::size_t bytes, Body body) {
  constexpr std::size_t kBytesOfATry = std::size_t{512} * 1024;
  constexpr int kTries = 5;
  const auto repetitions = std::max(std::size_t{1}, kBytesOfATry / bytes);
  auto least = Nanoseconds::max();
  for (int i = 0; i < kTries; ++i) {
    const auto begun = now();
    for (std::size_t n = 0; n < repetitions; ++n) body();
    least = std::min(least, now() - begun);
  }
  return std::chrono::duration<double>(least).count() / static_cast<double>(repetitions);
}

// Memory that begins with a page.
class Pages {
 public:
  explicit Pages(std::size_t size)
      : memory_(static_cast<std::byte*>(std::aligned_alloc(kPage, size)), &std::free) {
    std::memset(memory_.get(), 1, size);
  }
  [[nodiscard]] std::byte* at(std::size_t offset) const noexcept { return memory_.get() + offset; }

 private:
  std::unique_ptr<std::byte, decltype(&std::free)> memory_;
};

void two_memcpy_best_placed(benchmark::State& state) {
  const auto size = static_cast<std::size_t>(state.range(0)) * sizeof(double);
  const Pages source{size}, wire{size + kPage}, target{size};
  for (auto _ : state) {
    auto best = std::numeric_limits<double>::max();
    for (std::size_t offset = 0; offset < kPage; offset += 256) {
      best = std::min(best, least_seconds(size, [&] {
                        std::memcpy(wire.at(offset), source.at(0), size);
                        benchmark::ClobberMemory();
                        std::memcpy(target.at(0), wire.at(offset), size);
                        benchmark::ClobberMemory();
                      }));
    }
    state.SetIterationTime(best);
  }
}

// The elements lie at each offset when they are encoded, and when they are decoded; the wire stays.
void encode_and_decode_worst_placed(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const auto size = count * sizeof(double);
  const Pages source{size + kPage}, target{size + kPage};
  Encoder encoder;
  for (auto _ : state) {
    double worst = 0;
    for (std::size_t offset = 0; offset < kPage; offset += sizeof(double)) {
      const std::span values{reinterpret_cast<const double*>(source.at(offset)), count};
      const std::span decoded{reinterpret_cast<double*>(target.at(offset)), count};
      worst = std::max(worst, least_seconds(size, [&] {
                         encoder.clear();
                         encoder.put_array(values);
                         benchmark::ClobberMemory();
                         Decoder{encoder.bytes()}.get_array(decoded);
                         benchmark::ClobberMemory();
                       }));
    }
    state.SetIterationTime(worst);
  }
}

BENCHMARK(two_memcpy)->Arg(1024)->Arg(1 << 20);
BENCHMARK_CAPTURE(encode_and_decode, native, kNativeOrder, std::size_t{0})->Arg(1024)->Arg(1 << 20);
BENCHMARK_CAPTURE(encode_and_decode, foreign, kForeignOrder, std::size_t{0})
    ->Arg(1024)
    ->Arg(1 << 20);
BENCHMARK(encode_and_decode_fresh)->Arg(1024)->Arg(1 << 20);
BENCHMARK(two_memcpy_best_placed)->Arg(1024)->Arg(1 << 17)->UseManualTime()->Iterations(1);
BENCHMARK(encode_and_decode_worst_placed)->Arg(1024)->Arg(1 << 17)->UseManualTime()->Iterations(1);

}  // namespace
}  // namespace orbweaver::cdr
