// SPDX-License-Identifier: Apache-2.0
#include "emphasis.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include <orbweaver/ax25/plan.hpp>

namespace orbweaver::ax25 {
namespace {

/// The corner of the RC low-pass that weakens the space tone by this much beside the mark tone.
double corner_hz(double weaker_db) {
  const double ratio = std::pow(10, -weaker_db / 10);
  constexpr double kMark = kMarkHz * kMarkHz;
  constexpr double kSpace = kSpaceHz * kSpaceHz;
  return std::sqrt((ratio * kSpace - kMark) / (1 - ratio));
}

}  // namespace

Emphasis::Emphasis(double twist_db, double rate) {
  if (twist_db == 0) return;
  const double pole = std::exp(-2 * std::numbers::pi * corner_hz(std::abs(twist_db)) / rate);
  // The low-pass has the pole; pre-emphasis is its inverse, and has a zero there.
  (twist_db < 0 ? pole_ : before_) = twist_db < 0 ? pole : -pole;
  const auto level = [&](double hz) {
    const auto turn = std::polar(1.0, -2 * std::numbers::pi * hz / rate);
    return std::abs((1.0 + before_ * turn) / (1.0 - pole_ * turn));
  };
  gain_ = 1 / std::max(level(kMarkHz), level(kSpaceHz));
}

double Emphasis::push(double sample) {
  last_out_ = sample + before_ * last_in_ + pole_ * last_out_;
  last_in_ = sample;
  return gain_ * last_out_;
}

}  // namespace orbweaver::ax25
