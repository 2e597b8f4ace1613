// SPDX-License-Identifier: Apache-2.0
// A component on a bench, for its tests: no domain, no profiles, no files.
//
//   testing::Bench<Gain> gain({{"gain", "2"}});
//   gain.push({1, -0.5, 3});                     // the only input; of several:
//                                                push<SamplesIn>(...)
//   gain.take() == std::vector<float>{2, -1, 6}  // the only output; of several: take<SamplesOut>()
//
//   a packet                std::vector<T>; of complex samples {.I = ..., .Q = ...}
//   end(); all()            the end of the stream goes through; all samples up to it
//   a source                all() alone: it runs to its end
//   set("gain", 3.0F)       what on_settings() refuses is thrown, with its words
//   component()             the class itself
//   lines()                 what it has printed
//
// If a packet or a line does not come within kPatience, the test fails, with the error that the
// component printed.
#pragma once
#include <orbweaver/component/make_parts.hpp>
#include <orbweaver/component/testing/bench_base.hpp>
#include <orbweaver/component/testing/bench_ports.hpp>

#include <initializer_list>
#include <string>
#include <tuple>
#include <utility>

namespace orbweaver::component::testing {

/// Threads: one. Throws as the functions of BenchBase do.
template <class Class>
class Bench : public BenchBase {
  using Pushers = detail::PortsOf<Class, detail::Pusher, detail::Direction::in>;
  using Takers = detail::PortsOf<Class, detail::Taker, detail::Direction::out>;

 public:
  /// The only input of the component, or the only output; void if there is another number of them.
  /// Both are defaults of push() and so on, as is OnlyOut.
  using OnlyIn = detail::Only<Pushers>;
  using OnlyOut = detail::Only<Takers>;

  /// Makes a component, and connects all of its ports. All throw what BenchBase throws, for a
  /// property that the component does not have or take.
  Bench() : Bench(Properties{}) {}
  Bench(std::initializer_list<resource::ExecParameter> properties)
      : Bench(Properties(properties)) {}
  explicit Bench(const Properties& properties) : BenchBase(&make_parts<Class>, properties) {
    std::apply([&](auto&... entry) { (entry.open(adapter(), port(entry.name())), ...); }, pushers_);
    std::apply([&](auto&... entry) { (connect(entry.name(), entry.open(adapter())), ...); },
               takers_);
  }
  ~Bench() {
    std::apply([](auto&... entry) { (entry.close(), ...); }, takers_);
    end_component();
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  /// The component under test. Threads: its hooks and process() may run meanwhile.
  [[nodiscard]] Class& component() { return static_cast<Class&>(BenchBase::component()); }

  /// A packet goes in. Blocks: until the component has taken it. Throws std::runtime_error: it does
  /// not.
  template <class In_ = OnlyIn>
  void push(const Samples<In_>& samples) {
    start_if_new();
    auto& pusher = std::get<detail::Pusher<In_>>(pushers_);
    if (!pusher.push(samples)) fail(std::string{In_::name} + ": the component took no packet");
  }
  /// The end of the stream goes in, at every input where it has not gone yet.
  void end() {
    start_if_new();
    std::apply([](auto&... entry) { (entry.push_end(), ...); }, pushers_);
  }
  /// The next packet that comes out. Throws std::runtime_error: none comes, or the stream is over.
  template <class Out_ = OnlyOut>
  [[nodiscard]] Samples<Out_> take() {
    start_if_new();
    auto& taker = std::get<detail::Taker<Out_>>(takers_);
    Samples<Out_> samples;
    if (const auto got = taker.take(samples); got != detail::Got::packet)
      fail(std::string{Out_::name} + detail::why(got));
    return samples;
  }
  /// The samples of all packets that come out up to the end of the stream, in one piece. Throws
  /// std::runtime_error: the end does not come.
  template <class Out_ = OnlyOut>
  [[nodiscard]] Samples<Out_> all() {
    start_if_new();
    auto& taker = std::get<detail::Taker<Out_>>(takers_);
    Samples<Out_> samples;
    auto got = detail::Got::packet;
    while (got == detail::Got::packet) got = taker.take(samples);
    if (got != detail::Got::end) fail(std::string{Out_::name} + detail::why(got));
    return samples;
  }

 private:
  Pushers pushers_;
  Takers takers_;
};

}  // namespace orbweaver::component::testing
