#include "sample_format.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace orbweaver::adsb {
namespace {

constexpr float kFullScale = 32767;

std::uint32_t octet(const char* in, std::size_t at) { return static_cast<std::uint8_t>(in[at]); }

void convert_cu8(const char* in, std::span<std::int16_t> iq) {
  std::int16_t* out = iq.data();
  const std::size_t values = iq.size();
  for (std::size_t k = 0; k < values; ++k) {
    // Zero lies between 127 and 128.
    const int twice = 2 * static_cast<std::uint8_t>(in[k]) - 255;
    out[k] = static_cast<std::int16_t>(twice * 128);
  }
}

void convert_cs8(const char* in, std::span<std::int16_t> iq) {
  std::int16_t* out = iq.data();
  const std::size_t values = iq.size();
  for (std::size_t k = 0; k < values; ++k) {
    out[k] = static_cast<std::int16_t>(static_cast<signed char>(in[k]) * 256);
  }
}

void convert_cs16(const char* in, std::span<std::int16_t> iq) {
  for (std::size_t k = 0; k < iq.size(); ++k) {
    iq[k] = static_cast<std::int16_t>(octet(in, 2 * k) | octet(in, 2 * k + 1) << 8);
  }
}

Conversion convert_cf32(const char* in, std::span<std::int16_t> iq) {
  Conversion result;
  for (std::size_t k = 0; k < iq.size(); ++k) {
    const float value =
        std::bit_cast<float>(octet(in, 4 * k) | octet(in, 4 * k + 1) << 8 |
                             octet(in, 4 * k + 2) << 16 | octet(in, 4 * k + 3) << 24);
    const bool finite = std::isfinite(value);
    result.not_numbers += finite ? 0U : 1U;
    result.clipped += finite && std::abs(value) > 1 ? 1U : 0U;
    const float scaled = finite ? std::clamp(value, -1.0F, 1.0F) * kFullScale : 0.0F;
    iq[k] = static_cast<std::int16_t>(std::lround(scaled));
  }
  return result;
}

}  // namespace

Conversion convert(SampleFormat format, std::span<const char> octets, std::span<std::int16_t> iq) {
  switch (format) {
    case SampleFormat::cu8:
      convert_cu8(octets.data(), iq);
      break;
    case SampleFormat::cs8:
      convert_cs8(octets.data(), iq);
      break;
    case SampleFormat::cs16:
      convert_cs16(octets.data(), iq);
      break;
    case SampleFormat::cf32:
      return convert_cf32(octets.data(), iq);
  }
  return {};
}

}  // namespace orbweaver::adsb
