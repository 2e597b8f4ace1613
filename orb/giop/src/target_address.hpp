// The three ways in which a GIOP 1.2 request names its object. CORBA 3.3 Part 2, 9.4.2.1:
// TargetAddress.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>

namespace orbweaver::giop {

/// KeyAddr, which every ORB understands.
void put_target(cdr::Encoder& encoder, Bytes object_key);

/// The object key that a KeyAddr, ProfileAddr or ReferenceAddr means.
/// Fails: the decoder, with bad_enumerator if there is no such address or it holds no IIOP profile.
[[nodiscard]] Bytes get_target(cdr::Decoder& decoder) noexcept;

}  // namespace orbweaver::giop
