// SPDX-License-Identifier: Apache-2.0
// Where the body of a request or reply begins. CORBA 3.3 Part 2, 9.4.2.2: Request Body; 9.4.3.2:
// Reply Body.
#pragma once
#include <orbweaver/cdr/decoder.hpp>

#include <algorithm>

namespace orbweaver::giop {

/// Steps to the body, or to the end: a message without a body needs no padding, and some ORBs send
/// a part.
inline void skip_to_body(cdr::Decoder& decoder) noexcept {
  const std::size_t padding = cdr::padding(decoder.position(), 8);
  static_cast<void>(decoder.get_bytes(std::min(padding, decoder.remaining())));
}

}  // namespace orbweaver::giop
