// SPDX-License-Identifier: Apache-2.0
// Small runs of the simulator, and what a test carries out of one. What a simulated thread makes
// lies in its process's memory and is gone with it: a test looks at numbers, after the run.
#pragma once
#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace orbweaver::sim {

/// Without a fault, each thread runs until it waits.
inline Outcome run_calm(const std::function<void()>& body) {
  return simulate({.replay = std::vector<Decision>{}}, body);
}

/// As run_calm(), but these choices are made.
inline Outcome run_with(std::vector<Decision> decisions, const std::function<void()>& body) {
  return simulate({.replay = std::move(decisions)}, body);
}

/// By chance: each of `kinds` once in `rate` occasions.
inline Settings by_chance(std::uint64_t seed, std::uint32_t rate, std::vector<Kind> kinds) {
  Settings settings{.seed = seed};
  for (const auto kind : kinds) settings.rates[static_cast<std::size_t>(kind)] = rate;
  return settings;
}

/// The law that was broken; "" for none.
inline std::string broken_law(const Outcome& outcome) {
  return outcome.failure ? outcome.failure->law : "";
}

inline std::string report_of(const Outcome& outcome) {
  return outcome.failure ? outcome.failure->text : "";
}

/// Memory that the compiler does not leave out, as it may where nothing of it is used.
inline void* take(std::size_t size) {
  void* volatile place = ::operator new(size);
  return place;
}

/// Notes that outlive the processes which make them.
template <class T>
class Notes {
 public:
  void add(T value) {
    const KernelMemory kernel;
    values_.push_back(value);
  }
  [[nodiscard]] const std::vector<T>& values() const noexcept { return values_; }

 private:
  std::vector<T> values_;
};

}  // namespace orbweaver::sim
