// SPDX-License-Identifier: Apache-2.0
// A step of a receiver that is made for the rate of its samples: the one that comes with them, else
// the one that a user chose.
#pragma once

#include <optional>
#include <stdexcept>
#include <utility>

namespace orbweaver::fm {

template <class Step>
class AtRate {
 public:
  /// The rate of samples that come without one, in Hz; none: they are refused. The step is made
  /// anew.
  void choose(std::optional<double> rate) {
    chosen_ = rate;
    reset();
  }

  /// The step for samples of the rate that is `stated` with them. `make(rate)` gives it, the first
  /// time, after reset(), and where the rate has changed. Owns: the reference holds until the next
  /// call. Throws std::runtime_error, with one line: no rate is known; what `make` throws.
  template <class Make>
  [[nodiscard]] Step& at(std::optional<double> stated, const Make& make) {
    const auto rate = stated ? stated : chosen_;
    if (!rate) {
      throw std::runtime_error(
          "the packets do not state their sample rate, and none is set; set the property "
          "sample_rate, or let the source state it");
    }
    if (!step_ || made_for_ != rate) {
      step_.reset();
      step_.emplace(make(*rate));
      made_for_ = rate;
    }
    return *step_;
  }

  /// The rate of the last samples, or the one that was chosen, as far as one is known.
  [[nodiscard]] std::optional<double> rate() const { return made_for_ ? made_for_ : chosen_; }

  /// The step is made anew for the next samples, as they are of another stream.
  void reset() { step_.reset(); }

 private:
  std::optional<double> chosen_;
  std::optional<double> made_for_;
  std::optional<Step> step_;
};

}  // namespace orbweaver::fm
