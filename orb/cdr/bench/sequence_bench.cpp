// sequence<double>: encode and decode against two memcpy, which is as fast as memory allows.
// The counts are elements. `fresh` decodes into a new vector each time, as an in parameter does.
#include <benchmark/benchmark.h>
#include <orbweaver/cdr/codec.hpp>

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

BENCHMARK(two_memcpy)->Arg(1024)->Arg(1 << 20);
BENCHMARK_CAPTURE(encode_and_decode, native, kNativeOrder, std::size_t{0})->Arg(1024)->Arg(1 << 20);
BENCHMARK_CAPTURE(encode_and_decode, foreign, kForeignOrder, std::size_t{0})
    ->Arg(1024)
    ->Arg(1 << 20);
BENCHMARK(encode_and_decode_fresh)->Arg(1024)->Arg(1 << 20);

}  // namespace
}  // namespace orbweaver::cdr
