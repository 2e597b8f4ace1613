// SPDX-License-Identifier: Apache-2.0
// The metadata of a SigMF recording (.sigmf-meta): what of it says how to read the samples.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include <orbweaver/recording/sample_format.hpp>

namespace orbweaver::recording {

struct SigmfMeta {
  SampleFormat format = SampleFormat::cu8;
  std::optional<double> sample_rate_hz;  ///< the standard lets a recording leave it out
};

/// What SigMF metadata says. Fails: with a line that names the key and the fix, without the file's
/// name; among others for more channels than one, and for a rate that no receiver can have.
[[nodiscard]] std::expected<SigmfMeta, std::string> parse_sigmf_meta(std::string_view json);

}  // namespace orbweaver::recording
