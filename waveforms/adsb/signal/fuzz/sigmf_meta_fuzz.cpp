// SigMF metadata comes with recordings of strangers.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <orbweaver/adsb/recording.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto format = orbweaver::adsb::parse_sigmf_meta(text);
  const bool says_why =
      format || (!format.error().empty() && format.error().find('\n') == std::string::npos);
  if (!says_why) std::abort();
  return 0;
}
