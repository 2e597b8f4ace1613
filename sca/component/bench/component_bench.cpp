// SPDX-License-Identifier: Apache-2.0
// A pipeline of three components: how long a packet takes, and what is allocated for it, ORB
// included.
//
//   component_bench [--benchmark_filter=...]
//
// All are in this process, each with an ORB of its own. The first packets are not counted: there
// buffers grow.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

#include "../testing/running_component.hpp"

namespace {

// relaxed: only the number matters
std::atomic<std::uint64_t> allocations{0};

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* const memory = std::malloc(std::max<std::size_t>(size, 1))) return memory;
  throw std::bad_alloc{};
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace orbweaver::component {
namespace {

constexpr std::uint32_t kPackets = 30'000, kNotCounted = 10'000;
constexpr std::array kModes{"twoway", "twoway-worker", "ordered"};

using SamplesIn = In<"samples_in", standardInterfaces::realShort>;
using SamplesOut = Out<"samples_out", standardInterfaces::realShort>;

class Ramp final : public StreamComponent<SamplesOut> {
  bool produce(Output& out) override {
    out.packet().assign(1024, static_cast<std::int16_t>(made_ % 1000));
    return ++made_ < kPackets;
  }
  std::uint32_t made_ = 0;
};

class Copier final : public StreamComponent<SamplesIn, SamplesOut> {
 public:
  Copier() : StreamComponent({}, State::none) {}

 private:
  void process(const Input& in, Output& out) override {
    out.packet().assign(in.samples().begin(), in.samples().end());
  }
};

/// Notes what was allocated when packets that count began to come, and in the end.
class Counter final : public StreamComponent<SamplesIn> {
 public:
  void wait() const { is_over_.wait(false); }
  [[nodiscard]] double for_each(double of_all) const { return of_all / (kPackets - kNotCounted); }
  std::uint64_t allocated = 0;
  Nanoseconds lasted{0};

 private:
  void process(const Input&, Output&) override {
    if (++came_ != kNotCounted) return;
    began_ = now();
    before_ = allocations.load();
  }
  void finish(Output&) override {
    allocated = allocations.load() - before_;
    lasted = now() - began_;
    is_over_ = true;
    is_over_.notify_all();
  }
  std::uint32_t came_ = 0;
  std::uint64_t before_ = 0;
  TimePoint began_;
  std::atomic<bool> is_over_{false};
};

/// One that prints nothing.
template <class Class>
struct Silent : testing::Running<Class> {
  explicit Silent(testing::Parameters parameters)
      : testing::Running<Class>(CORBA::ORB_init(std::vector<std::string>{}), std::move(parameters),
                                true, nowhere()) {}
  static std::FILE* nowhere() {
    static std::FILE* const file = std::fopen("/dev/null", "w");
    return file;
  }
};

void pipeline(benchmark::State& state) {
  const std::string mode = kModes.at(static_cast<std::size_t>(state.range(0)));
  const auto parallel = std::to_string(state.range(1));
  for (auto _ : state) {
    Silent<Counter> counter({{"messaging", mode}});
    Silent<Copier> copier({{"messaging", mode}, {"parallel", parallel}});
    Silent<Ramp> ramp({{"messaging", mode}});
    copier.connect("samples_out", counter, "samples_in");
    ramp.connect("samples_out", copier, "samples_in");
    (void)ramp.component().start();
    counter.component().wait();
    const auto& sink = counter.component();
    state.SetIterationTime(std::chrono::duration<double>(sink.lasted).count());
    state.counters["ns_for_each"] = sink.for_each(static_cast<double>(sink.lasted.count()));
    state.counters["allocations_for_each"] = sink.for_each(static_cast<double>(sink.allocated));
  }
  state.SetLabel(mode + (parallel == "0" ? "" : ", parallel " + parallel));
}
BENCHMARK(pipeline)->ArgsProduct({{0, 1, 2}, {0, 2}})->UseManualTime()->Iterations(1);

}  // namespace
}  // namespace orbweaver::component
