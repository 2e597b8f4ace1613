#include <orbweaver/adsb/magnitude.hpp>

#include <cmath>
#include <cstddef>

namespace orbweaver::adsb {

void magnitude(std::span<const std::int16_t> iq, std::span<std::uint16_t> magnitudes) {
  const std::int16_t* in = iq.data();
  std::uint16_t* out = magnitudes.data();
  const std::size_t samples = magnitudes.size();
  for (std::size_t k = 0; k < samples; ++k) {
    const float i = in[2 * k];
    const float q = in[2 * k + 1];
    // The root is not negative, and at most 46341: this rounds right, and unlike lround is made
    // vector instructions. NOLINTNEXTLINE(bugprone-incorrect-roundings)
    out[k] = static_cast<std::uint16_t>(static_cast<std::int32_t>(std::sqrt(i * i + q * q) + 0.5F));
  }
}

}  // namespace orbweaver::adsb
