// SPDX-License-Identifier: Apache-2.0
// TargetAddress in a message. CORBA 3.3 Part 2, 9.4.2.1.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>
#include <orbweaver/giop/request.hpp>

namespace orbweaver::giop {

void put_target(cdr::Encoder& encoder, const TargetAddress& target);

/// The object key that a KeyAddr, ProfileAddr or ReferenceAddr means.
/// Fails: the decoder, with bad_enumerator if there is no such address or it holds no IIOP profile.
[[nodiscard]] Bytes get_target(cdr::Decoder& decoder) noexcept;

}  // namespace orbweaver::giop
