// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/slicer.hpp>

#include <algorithm>

#include "bit_slicer.hpp"
#include "preamble.hpp"

namespace orbweaver::adsb {
namespace {

// Large packets are scanned in pieces of this size, so that scores stay in the first-level cache.
constexpr std::size_t kPiece = 2048;
// A position needs the sample before it, and those of a long frame from it on.
constexpr std::size_t kBefore = 1;

}  // namespace

Slicer::Slicer() {
  window_.reserve(kBefore + kLongFrameSamples + kPiece);
  scores_.reserve(kPiece + 2);
  restart();
}

void Slicer::restart() {
  window_.assign(kBefore, 0);
  first_sample_ = 0;
}

std::span<const Candidate> Slicer::push(std::span<const std::uint16_t> magnitudes) {
  found_.clear();
  append(magnitudes);
  return found_;
}

std::span<const Candidate> Slicer::finish() {
  constexpr std::array<std::uint16_t, kLongFrameSamples> kSilence{};
  found_.clear();
  append(kSilence);
  restart();
  return found_;
}

void Slicer::append(std::span<const std::uint16_t> magnitudes) {
  while (!magnitudes.empty()) {
    const auto piece = magnitudes.first(std::min(kPiece, magnitudes.size()));
    window_.insert(window_.end(), piece.begin(), piece.end());
    scan();
    magnitudes = magnitudes.subspan(piece.size());
  }
}

void Slicer::scan() {
  if (window_.size() < kBefore + kLongFrameSamples) return;
  const std::size_t positions = window_.size() - kBefore - kLongFrameSamples + 1;
  scores_.resize(positions + 2);
  score_preambles(window_.data(), scores_);

  for (std::size_t at = kBefore; at < kBefore + positions; ++at) {
    const std::int32_t score = scores_[at];
    if (score <= 0 || score <= scores_[at - 1] || score < scores_[at + 1]) continue;
    if (auto candidate = slice_frame(window_.data() + at)) {
      candidate->sample = first_sample_ + at - kBefore;
      found_.push_back(*candidate);
    }
  }
  window_.erase(window_.begin(), window_.begin() + static_cast<std::ptrdiff_t>(positions));
  first_sample_ += positions;
}

}  // namespace orbweaver::adsb
