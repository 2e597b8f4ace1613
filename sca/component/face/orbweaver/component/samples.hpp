// SPDX-License-Identifier: Apache-2.0
// The samples of a packet that a component makes.
#pragma once
#include <orbweaver/component/port.hpp>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace orbweaver::component {

/// Complex samples to send; of stereoSound: left and right.
template <class T>
struct PairSamples {
  /// Both may differ in length.
  std::vector<T> I, Q;

  /// Gives both parts this length.
  void resize(std::size_t count) {
    I.resize(count);
    Q.resize(count);
  }
  /// Takes the samples from complex numbers.
  void assign(std::span<const std::complex<T>> samples) {
    resize(samples.size());
    for (std::size_t k = 0; k < samples.size(); ++k) {
      I[k] = samples[k].real();
      Q[k] = samples[k].imag();
    }
  }
  /// Removes all samples of both parts; keeps the memory.
  void clear() noexcept {
    I.clear();
    Q.clear();
  }
  [[nodiscard]] bool empty() const noexcept { return I.empty() && Q.empty(); }
};

/// The container of samples for ports with this interface: std::vector<T>, or PairSamples<T>.
template <class Interface>
using SamplesOf = std::conditional_t<ports::DataInterface<Interface>::family == ports::Family::pair,
                                     PairSamples<typename ports::DataInterface<Interface>::Sample>,
                                     std::vector<typename ports::DataInterface<Interface>::Sample>>;
/// The container of samples for the port In or Out.
template <class Port_>
using Samples = SamplesOf<typename Port_::Interface>;

// ---- for the base ----

template <class T>
[[nodiscard]] std::size_t count_of(const std::vector<T>& samples) noexcept {
  return samples.size();
}
template <class T>
[[nodiscard]] std::size_t count_of(const PairSamples<T>& samples) noexcept {
  return std::max(samples.I.size(), samples.Q.size());
}

}  // namespace orbweaver::component
