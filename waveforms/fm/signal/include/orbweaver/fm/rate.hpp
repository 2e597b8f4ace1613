// SPDX-License-Identifier: Apache-2.0
// The rate of a recording: what its metadata says, what the user says, or both alike.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

namespace orbweaver::fm {

/// `chosen` is 0 if the user leaves it to the metadata. Fails: with one line if neither states a
/// rate, they differ, or the metadata's is not a whole number of Hz up to 100 MHz.
[[nodiscard]] std::expected<std::uint32_t, std::string> recording_rate(
    std::optional<double> stated_hz, std::uint32_t chosen_hz);

}  // namespace orbweaver::fm
