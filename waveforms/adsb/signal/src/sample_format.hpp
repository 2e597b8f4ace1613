// Converts the octets of a recording into the receiver's sample form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <orbweaver/adsb/recording.hpp>

namespace orbweaver::adsb {

struct Conversion {
  std::size_t clipped = 0;      ///< values beyond full scale, set to full scale (cf32 only)
  std::size_t not_numbers = 0;  ///< NaN and infinite values (cf32 only); their output is 0
};

/// Converts iq.size() values; `octets` holds exactly these.
Conversion convert(SampleFormat format, std::span<const char> octets, std::span<std::int16_t> iq);

}  // namespace orbweaver::adsb
