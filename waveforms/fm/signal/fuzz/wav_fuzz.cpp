// SPDX-License-Identifier: Apache-2.0
// A WAV file to compare with may be anybody's.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <orbweaver/fm/wav.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const int file = memfd_create("wav", MFD_CLOEXEC);
  if (file < 0 || write(file, data, size) != static_cast<ssize_t>(size)) std::abort();
  const auto wav = orbweaver::fm::read_wav("/proc/self/fd/" + std::to_string(file));
  const bool says_why =
      wav || (!wav.error().message.empty() && wav.error().message.find('\n') == std::string::npos);
  if (!says_why) std::abort();
  // It cannot have more samples than the file has octets.
  if (wav && wav->samples.size() > size) std::abort();
  close(file);
  return 0;
}
