// SPDX-License-Identifier: Apache-2.0
// The standard data interfaces, by their repository ids, and the samples of each in a file.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace orbweaver::samples {

/// In a file the samples stand one after the other, little endian, as `.cf32` and `.cs16`
/// recordings have them: of an interface with two arguments each I is followed by its Q, of
/// stereoSound each left by its right.
struct DataKind {
  std::string_view interface;    // "IDL:standardInterfaces/complexShort:1.0"
  std::string_view sample;       // "short I, short Q"
  std::size_t sample_bytes = 0;  // in a file
  std::string_view suffix;       // of the name of such a file: "cs16"

  /// "complexShort": without what all repository ids have.
  [[nodiscard]] std::string_view name() const noexcept;
};

/// The kinds of standardInterfaces, and the streams of module Packet.
[[nodiscard]] std::span<const DataKind> data_kinds();
/// Null if no standard data interface has this repository id.
[[nodiscard]] const DataKind* find_data_kind(std::string_view interface);
/// "realChar, realShort, ...": for messages.
[[nodiscard]] std::string data_kind_names();

/// Whether a file of this name may hold such samples. Names without a suffix may hold any, and
/// those with `.bin` or `.raw`.
[[nodiscard]] bool has_fitting_suffix(const std::string& file, const DataKind& kind);

}  // namespace orbweaver::samples
