// SPDX-License-Identifier: Apache-2.0
// Third step: what the demodulator gives becomes audio: de-emphasis, low-pass, the audio rate,
// gain.
#pragma once

#include <memory>
#include <span>

#include <orbweaver/fm/plan.hpp>

namespace orbweaver::fm {

class Audio {
 public:
  explicit Audio(const Plan& plan);
  ~Audio();
  Audio(Audio&&) noexcept;
  Audio& operator=(Audio&&) noexcept;

  /// The audio that these samples complete, in order; full scale is +-1. It is the same however the
  /// signal is cut into calls. Owns: the view holds until the next call.
  [[nodiscard]] std::span<const float> push(std::span<const float> signal);

 private:
  class Chain;
  std::unique_ptr<Chain> chain_;
};

}  // namespace orbweaver::fm
