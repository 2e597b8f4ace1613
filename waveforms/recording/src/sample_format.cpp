// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/recording/sample_format.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>

namespace orbweaver::recording {
namespace {

constexpr float kFullScale = 32767;

std::uint32_t octet(const char* in, std::size_t at) { return static_cast<std::uint8_t>(in[at]); }

template <class Value>
Value scaled(int value) {
  if constexpr (std::is_same_v<Value, float>) {
    return static_cast<float>(value) / kFullScale;
  } else {
    return static_cast<Value>(value);
  }
}

template <class Value>
void convert_cu8(const char* in, std::span<Value> iq) {
  Value* out = iq.data();
  const std::size_t values = iq.size();
  for (std::size_t k = 0; k < values; ++k) {
    // Zero lies between 127 and 128.
    const int twice = 2 * static_cast<std::uint8_t>(in[k]) - 255;
    out[k] = scaled<Value>(twice * 128);
  }
}

template <class Value>
void convert_cs8(const char* in, std::span<Value> iq) {
  Value* out = iq.data();
  const std::size_t values = iq.size();
  for (std::size_t k = 0; k < values; ++k) {
    out[k] = scaled<Value>(static_cast<signed char>(in[k]) * 256);
  }
}

template <class Value>
void convert_cs16(const char* in, std::span<Value> iq) {
  for (std::size_t k = 0; k < iq.size(); ++k) {
    iq[k] = scaled<Value>(static_cast<std::int16_t>(octet(in, 2 * k) | octet(in, 2 * k + 1) << 8));
  }
}

float float_at(const char* in, std::size_t k) {
  return std::bit_cast<float>(octet(in, 4 * k) | octet(in, 4 * k + 1) << 8 |
                              octet(in, 4 * k + 2) << 16 | octet(in, 4 * k + 3) << 24);
}

Conversion convert_cf32(const char* in, std::span<std::int16_t> iq) {
  Conversion result;
  for (std::size_t k = 0; k < iq.size(); ++k) {
    const float value = float_at(in, k);
    const bool finite = std::isfinite(value);
    result.not_numbers += finite ? 0U : 1U;
    result.clipped += finite && std::abs(value) > 1 ? 1U : 0U;
    const float clamped = finite ? std::clamp(value, -1.0F, 1.0F) * kFullScale : 0.0F;
    iq[k] = static_cast<std::int16_t>(std::lround(clamped));
  }
  return result;
}

Conversion convert_cf32(const char* in, std::span<float> iq) {
  Conversion result;
  for (std::size_t k = 0; k < iq.size(); ++k) {
    const float value = float_at(in, k);
    const bool finite = std::isfinite(value);
    result.not_numbers += finite ? 0U : 1U;
    iq[k] = finite ? value : 0.0F;
  }
  return result;
}

template <class Value>
Conversion convert_any(SampleFormat format, std::span<const char> octets, std::span<Value> iq) {
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

}  // namespace

std::size_t octets_per_sample(SampleFormat format) {
  switch (format) {
    case SampleFormat::cu8:
    case SampleFormat::cs8:
      return 2;
    case SampleFormat::cs16:
      return 4;
    case SampleFormat::cf32:
      return 8;
  }
  return 0;
}

Conversion convert(SampleFormat format, std::span<const char> octets, std::span<std::int16_t> iq) {
  return convert_any(format, octets, iq);
}

Conversion convert(SampleFormat format, std::span<const char> octets, std::span<float> iq) {
  return convert_any(format, octets, iq);
}

}  // namespace orbweaver::recording
