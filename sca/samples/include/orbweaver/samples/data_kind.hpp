// SPDX-License-Identifier: Apache-2.0
// The standard data interfaces by their repository ids, and the form of their samples in files.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace orbweaver::samples {

/// In a file, samples follow each other in little endian, as in `.cf32` and `.cs16` recordings. For
/// an interface with two arguments each I is followed by its Q; for stereoSound each left sample by
/// its right one.
struct DataKind {
  std::string_view interface;    // "IDL:standardInterfaces/complexShort:1.0"
  std::string_view sample;       // "short I, short Q"
  std::size_t sample_bytes = 0;  // in a file
  std::string_view suffix;       // extension of such a file: "cs16"

  /// "complexShort": the repository id without its common parts.
  [[nodiscard]] std::string_view name() const noexcept;
};

/// Returns the kinds of standardInterfaces and the streams of module Packet.
[[nodiscard]] std::span<const DataKind> data_kinds();
/// Returns null if no standard data interface has this repository id.
[[nodiscard]] const DataKind* find_data_kind(std::string_view interface);
/// "realChar, realShort, ...": for messages.
[[nodiscard]] std::string data_kind_names();

/// Whether a file of this name may hold such samples. A name without an extension, or with `.bin`
/// or `.raw`, may hold any.
[[nodiscard]] bool has_fitting_suffix(const std::string& file, const DataKind& kind);

}  // namespace orbweaver::samples
