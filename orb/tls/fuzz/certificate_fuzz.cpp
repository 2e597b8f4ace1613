// SPDX-License-Identifier: Apache-2.0
// A certificate with any bytes: its names can be printed, and are no more and no longer than is
// promised.
#include <cstdint>
#include <cstdlib>

#include "certificate_names.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMostNames = 64, kLongest = 1024 + 4;
  const auto* begin = data;
  const orbweaver::tls::CertificatePtr certificate{
      d2i_X509(nullptr, &begin, static_cast<long>(size))};
  if (!certificate) return 0;
  const auto identity = orbweaver::tls::identity_in(*certificate);
  if (identity.names.size() > kMostNames || identity.subject.size() > kLongest) std::abort();
  for (const auto& name : identity.names)
    for (const char one : name)
      if (one <= ' ' || one > '~') std::abort();
  return 0;
}
