// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/fm/comparison.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "interpolation.hpp"

namespace orbweaver::fm {
namespace {

using Signal = std::vector<double>;

constexpr double kEdgeSeconds = 0.05;
constexpr double kLongestDelaySeconds = 0.1;
constexpr double kLeastSeconds = 0.1;         ///< that must remain between the edges
constexpr double kDelaySearchSeconds = 0.25;  ///< of the received audio, to find the delay
constexpr std::size_t kCandidates = 6;

Signal to_signal(const WavFile& wav) {
  Signal signal;
  for (const auto sample : wav.samples) signal.push_back(sample / 32767.0);
  return signal;
}

/// The received samples that count.
struct Stretch {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// What least squares say of received = gain * original + rest.
struct Fit {
  double gain = 0;
  double signal = 0;
  double rest = 0;
};

Fit fit(std::span<const double> received, std::span<const double> original) {
  const double cross = std::inner_product(received.begin(), received.end(), original.begin(), 0.0);
  const double energy = std::inner_product(original.begin(), original.end(), original.begin(), 0.0);
  const double all = std::inner_product(received.begin(), received.end(), received.begin(), 0.0);
  if (energy == 0) return {.rest = all};
  const double signal = cross * cross / energy;
  return {cross / energy, signal, std::max(all - signal, 0.0)};
}

class Search {
 public:
  Search(const Signal& received, const Signal& original, double rate)
      : received_(received), original_(original), rate_(rate) {}

  /// Within half a sample or so. A programme of few tones is like itself at many delays, and one
  /// that is right but for half a sample may look worse than a wrong one: so the best few are
  /// looked at more closely.
  [[nodiscard]] double coarse_delay(Stretch all) const {
    const auto count = std::min(all.count, samples(kDelaySearchSeconds));
    const Stretch part{all.first + (all.count - count) / 2, count};
    double best = 0, least_rest = std::numeric_limits<double>::infinity();
    for (const auto candidate : candidates(part)) {
      const double delay = improve(part, static_cast<double>(candidate), {0.5, 0.2});
      const double rest = fit_at(part, delay).rest;
      if (rest < least_rest) std::tie(best, least_rest) = std::pair{delay, rest};
    }
    return best;
  }

  /// The delay near `delay` with the least rest.
  [[nodiscard]] double fine_delay(Stretch stretch, double delay) const {
    return improve(stretch, delay, {0.5, 0.2, 0.05, 0.01, 0.002});
  }

  [[nodiscard]] Fit fit_at(Stretch stretch, double delay) const {
    const auto original =
        interpolate(original_, static_cast<double>(stretch.first) - delay, 1, stretch.count);
    return fit(std::span(received_).subspan(stretch.first, stretch.count), original);
  }

 private:
  [[nodiscard]] std::size_t samples(double seconds) const {
    return static_cast<std::size_t>(seconds * rate_);
  }
  [[nodiscard]] Fit fit_whole(Stretch stretch, std::size_t delay) const {
    return fit(std::span(received_).subspan(stretch.first, stretch.count),
               std::span(original_).subspan(stretch.first - delay, stretch.count));
  }

  /// Whole delays at which the original is most like the received audio.
  [[nodiscard]] std::vector<std::size_t> candidates(Stretch part) const {
    std::vector<double> signal;
    const auto longest = std::min(samples(kLongestDelaySeconds), part.first);
    for (std::size_t delay = 0; delay <= longest; ++delay) {
      signal.push_back(fit_whole(part, delay).signal);
    }
    std::vector<std::size_t> peaks;
    for (std::size_t k = 0; k < signal.size(); ++k) {
      const bool rises = k == 0 || signal[k] >= signal[k - 1];
      const bool falls = k + 1 == signal.size() || signal[k] >= signal[k + 1];
      if (rises && falls) peaks.push_back(k);
    }
    std::ranges::sort(peaks, std::ranges::greater{}, [&](std::size_t k) { return signal[k]; });
    peaks.resize(std::min(peaks.size(), kCandidates));
    return peaks;
  }

  /// A parabola through three, ever closer.
  [[nodiscard]] double improve(Stretch stretch, double delay,
                               std::initializer_list<double> steps) const {
    for (const double step : steps) {
      const double left = fit_at(stretch, delay - step).rest;
      const double middle = fit_at(stretch, delay).rest;
      const double right = fit_at(stretch, delay + step).rest;
      const double bend = left - 2 * middle + right;
      if (bend > 0) delay += step * std::clamp((left - right) / (2 * bend), -1.0, 1.0);
    }
    return delay;
  }

  const Signal& received_;
  const Signal& original_;
  double rate_;
};

}  // namespace

std::expected<Comparison, std::string> compare(const WavFile& received, const WavFile& original) {
  const double rate = received.rate_hz;
  const Signal signal = to_signal(received);
  const double ratio = original.rate_hz / rate;
  const auto length =
      static_cast<std::size_t>(static_cast<double>(original.samples.size()) / ratio);
  const Signal sent = interpolate(to_signal(original), 0, ratio, length);

  const auto edge = static_cast<std::size_t>(kEdgeSeconds * rate);
  const std::size_t both = std::min(signal.size(), sent.size());
  if (static_cast<double>(both) < 2 * static_cast<double>(edge) + kLeastSeconds * rate) {
    return std::unexpected("less than 0.2 s of audio in common; give longer ones");
  }
  const Stretch stretch{edge, both - 2 * edge};
  const Search search(signal, sent, rate);
  const double delay = search.fine_delay(stretch, search.coarse_delay(stretch));
  const Fit best = search.fit_at(stretch, delay);
  if (best.gain == 0) return std::unexpected("nothing of the original is in the received audio");
  return Comparison{10 * std::log10(best.signal / std::max(best.rest, 1e-30)), 1e3 * delay / rate,
                    20 * std::log10(std::abs(best.gain))};
}

}  // namespace orbweaver::fm
