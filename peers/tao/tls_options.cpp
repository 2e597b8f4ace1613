// SPDX-License-Identifier: Apache-2.0
// TAO's programs know no TLS: its SSLIOP is not among what they stand on.
#include "tls_options.hpp"

namespace peer {

void add_tls_options(CLI::App&, OrbOptions&) {}

}  // namespace peer
