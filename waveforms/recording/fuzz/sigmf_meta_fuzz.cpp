// SPDX-License-Identifier: Apache-2.0
// SigMF metadata comes with recordings of strangers.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <orbweaver/recording/sigmf.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto meta = orbweaver::recording::parse_sigmf_meta(text);
  const bool says_why =
      meta || (!meta.error().empty() && meta.error().find('\n') == std::string::npos);
  if (!says_why) std::abort();
  return 0;
}
