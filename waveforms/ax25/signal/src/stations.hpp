// SPDX-License-Identifier: Apache-2.0
// Stations that could be on the air: call signs, paths and what they say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <orbweaver/ax25/frame.hpp>
#include <orbweaver/recording/random.hpp>

namespace orbweaver::ax25 {

struct Station {
  Address address;
  double amplitude = 0;
  double frequency_error_hz = 0;
  double twist_db = 0;
};

/// A call sign with the prefix of no country.
[[nodiscard]] Address make_up_address(recording::Random& random);

/// What the station says: a position, a status, a message or a telegram of weather. No two numbers
/// give the same.
[[nodiscard]] Frame make_up_frame(const Address& source, std::size_t number,
                                  recording::Random& random);

}  // namespace orbweaver::ax25
