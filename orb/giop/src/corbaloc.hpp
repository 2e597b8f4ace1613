// SPDX-License-Identifier: Apache-2.0
// Object URLs of the scheme corbaloc. CORBA 3.3 Part 2, 7.6.10.1: corbaloc URL.
#pragma once
#include <orbweaver/giop/ior.hpp>

namespace orbweaver::giop {

/// `text` is what follows "corbaloc:". The profiles keep the order of the addresses.
[[nodiscard]] Result<Ior, ReferenceError> parse_corbaloc(std::string_view text);

}  // namespace orbweaver::giop
