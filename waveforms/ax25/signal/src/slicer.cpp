// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/slicer.hpp>

#include <cmath>

#include <orbweaver/ax25/plan.hpp>

namespace orbweaver::ax25 {
namespace {

// How much of its distance from its place stays when the tone changes; found by counting frames at
// several noises.
constexpr double kInertia = 0.74;

}  // namespace

double BitClock::step_at(double rate) { return kBaud / rate; }

bool BitClock::tick(double changed_before) {
  phase_ += step_;
  const bool is_due = phase_ >= 0.5;
  if (is_due) phase_ -= 1;
  if (changed_before >= 0) {
    const double at_change = phase_ - step_ * changed_before;
    phase_ -= (1 - kInertia) * at_change;
  }
  return is_due;
}

Slicer::Slicer(double rate, double space_gain_db)
    : rate_(rate),
      space_gain_(static_cast<float>(std::pow(10, space_gain_db / 20))),
      clock_(rate) {}

std::uint64_t Slicer::now_ns() const {
  return static_cast<std::uint64_t>(static_cast<double>(samples_) * 1e9 / rate_);
}

const LineBits& Slicer::push(std::span<const Tones> tones) {
  bits_.bits.clear();
  for (const auto& [mark, space] : tones) {
    const float now = mark - space_gain_ * space;
    const bool is_mark = now >= 0;
    const bool has_changed = is_mark != (before_ >= 0);
    const double changed_before = has_changed ? double{now} / (double{now} - before_) : -1;
    ++samples_;
    if (clock_.tick(changed_before)) bits_.bits.push_back({now_ns(), is_mark});
    before_ = now;
  }
  bits_.reached_ns = now_ns();
  return bits_;
}

}  // namespace orbweaver::ax25
