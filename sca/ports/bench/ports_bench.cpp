// SPDX-License-Identifier: Apache-2.0
// Port to port against the bare ORB call with the same payload, transport and policies, by turns in
// one run; fan-out; and what is allocated for a packet.
//
//   ports_bench [--benchmark_filter=...]
//
// `ratio` is the median over the blocks of port to port ÷ bare call. Both ends are in this process,
// each with an ORB of its own; pin it with taskset. A block of one-ways ends when the last packet
// was received.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/ports/provides_port.hpp>
#include <orbweaver/ports/uses_port.hpp>

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

namespace orbweaver::ports {
namespace {

using Interface = standardInterfaces::realDouble;
using Reference = CORBA::object_reference<Interface>;

class BenchOrb {
 public:
  explicit BenchOrb(const std::vector<std::string>& words = {}) : orb(CORBA::ORB_init(words)) {
    poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    poa->the_POAManager()->activate();
  }
  ~BenchOrb() { orb->destroy(); }
  BenchOrb(const BenchOrb&) = delete;
  BenchOrb& operator=(const BenchOrb&) = delete;

  std::shared_ptr<CORBA::ORB> orb;
  CORBA::object_reference<PortableServer::POA> poa;
};

/// How many packets came; what waits for them looks, as it measures.
struct Count {
  alignas(64) std::atomic<std::uint64_t> value{0};
  void await(std::uint64_t wanted) const {
    while (value.load(std::memory_order_acquire) < wanted) std::this_thread::yield();
  }
};

class BareServant final : public CORBA::servant_traits<Interface>::views_type {
 public:
  explicit BareServant(Count& count) : count_(count) {}
  void pushPacket(View<double>) override { count_.value.fetch_add(1, std::memory_order_release); }

 private:
  Count& count_;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// A receiver and a sender with a way of each kind to it.
class Setup {
 public:
  Setup(const std::string& transport, Messaging messaging, std::size_t fan_out)
      : sender_({"-ORBtransport", transport}) {
    ConnectionOptions options{.messaging = messaging};
    const auto id = receiver_.poa->activate_object(std::make_shared<BareServant>(bare_count));
    bare = corba::with_policies(
        corba::StubFactory::unchecked_narrow<Interface>(seen(receiver_.poa->id_to_reference(id))),
        policies_of(options));
    UsesOptions uses_options;
    uses_options.connection = options;
    uses_.emplace(uses_options);
    for (std::size_t i = 0; i < fan_out; ++i) {
      provides_.push_back(
          std::make_unique<ProvidesPort<Interface>>(ProvidesOptions{}, [this](auto&, const auto&) {
            port_count.value.fetch_add(1, std::memory_order_release);
          }));
      uses_->connect(seen(provides_.back()->activate(receiver_.poa)), std::to_string(i));
    }
  }

  double time_bare(std::span<const double> payload, std::uint64_t calls) {
    const auto wanted = bare_count.value.load() + calls;
    const auto begun = monotonic_ns();
    for (std::uint64_t i = 0; i < calls; ++i) bare->pushPacket(payload);
    bare_count.await(wanted);
    return static_cast<double>(monotonic_ns() - begun);
  }
  double time_port(std::span<const double> payload, std::uint64_t calls) {
    const auto wanted = port_count.value.load() + calls * provides_.size();
    const auto begun = monotonic_ns();
    for (std::uint64_t i = 0; i < calls; ++i) uses_->push(payload);
    port_count.await(wanted);
    return static_cast<double>(monotonic_ns() - begun);
  }

  Count bare_count, port_count;
  Reference bare;

 private:
  CORBA::object_reference<CORBA::Object> seen(
      const CORBA::object_reference<CORBA::Object>& object) {
    return sender_.orb->string_to_object(receiver_.orb->object_to_string(object));
  }

  BenchOrb receiver_, sender_;
  std::vector<std::unique_ptr<ProvidesPort<Interface>>> provides_;
  std::optional<UsesPort<Interface>> uses_;
};

constexpr std::array<const char*, 3> kTransports{"unix", "tcp", "shm"};
constexpr std::uint64_t kCallsInABlock = 2000;

void name(benchmark::State& state, Messaging messaging) {
  state.SetLabel(std::string{name_of(messaging)} + " " +
                 kTransports.at(static_cast<std::size_t>(state.range(1))) + " " +
                 std::to_string(state.range(2) * 8) + " B");
}

void port_to_port(benchmark::State& state) {
  const auto messaging = state.range(0) == 0 ? Messaging::twoway : Messaging::ordered;
  Setup setup(kTransports.at(static_cast<std::size_t>(state.range(1))), messaging, 1);
  const std::vector<double> payload(static_cast<std::size_t>(state.range(2)), 1.0);
  setup.time_bare(payload, kCallsInABlock);
  setup.time_port(payload, kCallsInABlock);
  std::vector<double> ratios, bare_times, port_times;
  std::uint64_t bare_allocations = 0, port_allocations = 0, blocks = 0;
  for (auto _ : state) {
    const auto before = allocations.load();
    bare_times.push_back(setup.time_bare(payload, kCallsInABlock));
    const auto between = allocations.load();
    port_times.push_back(setup.time_port(payload, kCallsInABlock));
    port_allocations += allocations.load() - between;
    bare_allocations += between - before;
    ratios.push_back(port_times.back() / bare_times.back());
    state.SetIterationTime(port_times.back() / 1e9);
    ++blocks;
  }
  const auto calls = static_cast<double>(blocks * kCallsInABlock);
  state.counters["ratio"] = median(ratios);
  state.counters["bare_ns"] = median(bare_times) / kCallsInABlock;
  state.counters["port_ns"] = median(port_times) / kCallsInABlock;
  state.counters["bare_allocations"] = static_cast<double>(bare_allocations) / calls;
  state.counters["port_allocations"] = static_cast<double>(port_allocations) / calls;
  name(state, messaging);
}

void fan_out_to_four(benchmark::State& state) {
  const auto messaging = state.range(0) == 0 ? Messaging::twoway : Messaging::ordered;
  const auto* const transport = kTransports.at(static_cast<std::size_t>(state.range(1)));
  Setup one(transport, messaging, 1), four(transport, messaging, 4);
  const std::vector<double> payload(static_cast<std::size_t>(state.range(2)), 1.0);
  one.time_port(payload, kCallsInABlock);
  four.time_port(payload, kCallsInABlock);
  std::vector<double> ratios;
  for (auto _ : state) {
    const auto single = one.time_port(payload, kCallsInABlock);
    const auto all = four.time_port(payload, kCallsInABlock);
    ratios.push_back(all / single);
    state.SetIterationTime(all / 1e9);
  }
  state.counters["ratio"] = median(ratios);
  name(state, messaging);
}

// mode (two-way, ordered) x transport x doubles
const std::vector<std::vector<std::int64_t>> kPoints{{0, 1}, {0, 1, 2}, {0, 1024}};

BENCHMARK(port_to_port)->ArgsProduct(kPoints)->UseManualTime()->Iterations(21);
BENCHMARK(fan_out_to_four)->ArgsProduct({{0, 1}, {0}, {0, 1024}})->UseManualTime()->Iterations(11);

}  // namespace
}  // namespace orbweaver::ports
