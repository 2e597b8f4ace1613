// SPDX-License-Identifier: Apache-2.0
// The sample formats of I/Q recordings, and what their octets become: signed 16-bit values, full
// scale +-32767, or floats, full scale +-1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace orbweaver::recording {

enum class SampleFormat : std::uint8_t { cu8, cs8, cs16, cf32 };

/// The octets of one I/Q pair.
[[nodiscard]] std::size_t octets_per_sample(SampleFormat format);

struct Conversion {
  std::size_t clipped = 0;      ///< values beyond full scale, set to full scale (cf32 to 16 bits)
  std::size_t not_numbers = 0;  ///< NaN and infinite values (cf32 only); their output is 0
};

/// Converts iq.size() values; `octets` holds exactly these.
Conversion convert(SampleFormat format, std::span<const char> octets, std::span<std::int16_t> iq);

/// The same, to floats. Values of cf32 beyond full scale stay as they are.
Conversion convert(SampleFormat format, std::span<const char> octets, std::span<float> iq);

}  // namespace orbweaver::recording
