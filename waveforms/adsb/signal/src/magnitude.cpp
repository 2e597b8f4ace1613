// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/magnitude.hpp>

#include <cmath>
#include <cstddef>

namespace orbweaver::adsb {

namespace {

// The root is not negative, and at most 46341: this rounds right, and unlike lround is made vector
// instructions.
inline std::uint16_t length_of(float i, float q) {
  // NOLINTNEXTLINE(bugprone-incorrect-roundings)
  return static_cast<std::uint16_t>(static_cast<std::int32_t>(std::sqrt(i * i + q * q) + 0.5F));
}

}  // namespace

void magnitude(std::span<const std::int16_t> iq, std::span<std::uint16_t> magnitudes) {
  const std::int16_t* in = iq.data();
  std::uint16_t* out = magnitudes.data();
  const std::size_t samples = magnitudes.size();
  for (std::size_t k = 0; k < samples; ++k) out[k] = length_of(in[2 * k], in[2 * k + 1]);
}

void magnitude(std::span<const std::int16_t> i, std::span<const std::int16_t> q,
               std::span<std::uint16_t> magnitudes) {
  const std::int16_t* const real = i.data();
  const std::int16_t* const imaginary = q.data();
  std::uint16_t* out = magnitudes.data();
  const std::size_t samples = magnitudes.size();
  for (std::size_t k = 0; k < samples; ++k) out[k] = length_of(real[k], imaginary[k]);
}

}  // namespace orbweaver::adsb
