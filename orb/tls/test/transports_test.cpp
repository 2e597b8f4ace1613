// SPDX-License-Identifier: Apache-2.0
// TLS, to which the contract of a transport is applied.
#include <orbweaver/tls/tls.hpp>

#include <array>

#include "certificates_of_a_test.hpp"
#include "transport_under_test.hpp"

namespace orbweaver::transport::conformance {

namespace {

Address unused_tls() { return TlsAddress{"127.0.0.1", 0}; }

TlsAccess& certificates() {
  static TlsAccess access{tls::CertificatesOfATest{}.with(tls::usual_request("both"))};
  return access;
}

}  // namespace

std::span<const TransportUnderTest> transports() {
  static const std::array all{
      TransportUnderTest{"tls", unused_tls, 1, {.tls = &certificates()}, false},
      TransportUnderTest{"tls_frugal",
                         unused_tls,
                         1,
                         {.poll_time = Nanoseconds{0}, .tls = &certificates()},
                         false}};
  return all;
}

std::span<const TransportUnderTest> plain_stream_transports() { return {}; }

}  // namespace orbweaver::transport::conformance
